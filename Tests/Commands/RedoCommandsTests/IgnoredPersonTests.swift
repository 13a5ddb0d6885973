import TestSupport
import Testing

/// A stolen key that another person revokes, and `redo ignore` of that person on each device.
@Suite struct IgnoredPersonTests {
    let people: PeopleHarness
    /// Ana's person.
    let own: String
    /// The key of the laptop, which is stolen.
    let stolen: String

    /// Ana has a laptop; each device has written a task.
    init() throws {
        people = try PeopleHarness()
        _ = try people.makePerson()
        try people.join("laptop")
        let ana = try people.device("ana")
        try ana.succeed("add", "Ana's own", "--draft")
        try people.device("laptop").succeed("add", "Honest", "--draft")
        own = try #require(ana.run("person", "show").lines.first?.split(separator: " ").last)
            .description
        stolen = try people.key(of: "laptop")
    }

    /// What a thief does with the stolen key: makes a person, or lets it join one of the thief's.
    enum Theft: CaseIterable {
        case makesAPerson, joinsAPerson
    }

    /// Has the stolen key revoked by a person of the thief's, without any keeps.
    ///
    /// - Returns: the person's id.
    private func steal(_ theft: Theft) throws -> String {
        let laptop = try people.device("laptop")
        switch theft {
        case .makesAPerson:
            let eve = try laptop.commit(
                "CREATE_PERSON", ["--root"], "name=Eve",
                "recovery=\(String(repeating: "0", count: 64))")
            try laptop.commit(
                "REVOKE_DEVICE", ["-p", eve], "person=\(eve)", "key=\(stolen)", "keeps:=[]")
            return eve
        case .joinsAPerson:
            let thief = try people.device("thief")
            let eve = try makeEve(thief)
            let added = try thief.commit(
                "ADD_DEVICE", ["-p", eve], "person=\(eve)", "key=\(stolen)")
            let joined = try laptop.commit("JOIN_PERSON", ["-p", added], "person=\(eve)")
            try thief.commit(
                "REVOKE_DEVICE", ["-p", joined], "person=\(eve)", "key=\(stolen)", "keeps:=[]")
            return eve
        }
    }

    /// - Returns: the id of a new person.
    private func makeEve(_ device: CommandHarness) throws -> String {
        let line = try device.succeed("person", "create", "Eve").split(separator: "\n")
            .first { $0.hasPrefix("person ") }
        return String(try #require(line).dropFirst("person ".count))
    }

    /// The hashes that every device has, whomever it ignores, and why nodes are void.
    private func hashes(_ device: String) throws -> [String] {
        let device = try people.device(device)
        var answers = [
            try device.succeed("replay", "--hash"),
            try device.succeed("replay", "--hash", "--full"),
        ]
        for family in ["people", "effective", "organisation", "rooms"] {
            answers.append(try device.succeed("replay", "--family", family, "--hash"))
            answers.append(try device.succeed("replay", "--family", family, "--explain"))
        }
        return answers
    }

    private func titles(_ device: String) throws -> [String] {
        try people.device(device).titles().compactMap { $0 }.sorted()
    }

    @Test(arguments: Theft.allCases, [false, true])
    func ignoringThePersonTakesItsRevocationBack(_ theft: Theft, _ isPacked: Bool) throws {
        let eve = try steal(theft)
        let (ana, laptop) = (try people.device("ana"), try people.device("laptop"))
        if isPacked { try ana.succeed("gc", "-q", "--all") }
        let before = try hashes("ana")
        #expect(try hashes("laptop") == before)
        for device in ["ana", "laptop"] { #expect(try titles(device) == ["Ana's own"]) }
        let refused = try laptop.run("add", "More", "--draft")
        #expect(refused.status == 1 && refused.codedError.hasPrefix("error: E_KEY_REVOKED: "))

        // Each device decides for itself.
        let ignored = try ana.run("ignore", "--global", eve)
        #expect(ignored.text == "ignored person \(eve) Eve\n", "\(ignored)")
        #expect(ignored.codedError.contains("run it on each of your devices"), "\(ignored)")
        #expect(try titles("ana") == ["Ana's own", "Honest"])
        #expect(try titles("laptop") == ["Ana's own"])
        let digits = String(eve.dropFirst("sha256:".count).prefix(12))
        #expect(try laptop.run("ignore", "--global", digits).status == 0)
        #expect(try titles("laptop") == ["Ana's own", "Honest"])

        // The laptop is a device of Ana's again, and writes.
        let listed = try laptop.succeed("device", "list")
        #expect(!listed.contains("revoked"), "\(listed)")
        let line = try #require(listed.split(separator: "\n").first { $0.hasPrefix("*") })
        #expect(line.hasPrefix("* \(stolen.prefix(12)) laptop: added "), "\(listed)")
        #expect(try !laptop.succeed("person", "list").contains("Eve"))

        // What every device computes is the same as before.
        #expect(try hashes("ana") == before)
        #expect(try hashes("laptop") == before)
        try laptop.succeed("add", "More", "--draft")
        for device in ["ana", "laptop"] {
            #expect(try titles(device) == ["Ana's own", "Honest", "More"])
        }
        #expect(try hashes("ana") == hashes("laptop"))

        let shown = try ana.run("ignore", "--global", "--remove", digits)
        #expect(shown.text == "shown again person \(eve) Eve\n", "\(shown)")
        #expect(try titles("ana") == ["Ana's own"])
    }

    @Test(arguments: Theft.allCases)
    func theRevocationIsNamedWithTheCommand(_ theft: Theft) throws {
        let eve = try steal(theft)
        let digits = String(eve.dropFirst("sha256:".count).prefix(12))
        let command = "'redo ignore \(eve)'"
        let (ana, laptop) = (try people.device("ana"), try people.device("laptop"))
        let status = try ana.run("status").text
        #expect(
            status.contains("\(stolen.prefix(12)) laptop was revoked by Eve (\(digits)), "),
            "\(status)")
        #expect(status.contains(command), "\(status)")
        let own = try laptop.run("status").text
        #expect(own.contains("revoked   your key was revoked by Eve (\(digits)), "), "\(own)")
        #expect(own.contains(command), "\(own)")
        let list = try ana.run("device", "list")
        #expect(
            list.text.contains("\(stolen.prefix(12)) laptop was revoked by Eve (\(digits)), "),
            "\(list)")
        #expect(list.codedError.contains(command), "\(list)")
        let other = try laptop.run("device", "list")
        #expect("\(other.text)\(other.error)".contains("your key was revoked by Eve"), "\(other)")
        #expect(other.codedError.contains(command), "\(other)")

        try #require(ana.run("ignore", "--global", eve).status == 0)
        let quiet = try ana.run("status").text
        #expect(!quiet.contains("Eve"), "\(quiet)")
        #expect(quiet.contains("ignored   the statements about 1 person\n"), "\(quiet)")
        #expect(try ana.succeed("ignore") == "person \(eve) Eve\n")
        let record = try ana.succeed("ignore", "--porcelain")
        #expect(record.hasPrefix("\(eve)\t") && record.hasSuffix("\tEve\n"), "\(record)")
        let log = try ana.succeed("log", "--oneline")
        #expect(log.contains("(ignored) CREATE_PERSON"), "\(log)")
        #expect(log.contains("(ignored) REVOKE_DEVICE"), "\(log)")
    }

    /// The first device's key takes the whole person with it: the others are told all the same.
    @Test func aPersonThatIsGoneComesBack() throws {
        let (ana, laptop) = (try people.device("ana"), try people.device("laptop"))
        let key = try people.key(of: "ana")
        let eve = try ana.commit(
            "CREATE_PERSON", ["--root"], "name=Eve", "recovery=\(String(repeating: "0", count: 64))"
        )
        try ana.commit(
            "REVOKE_DEVICE", ["-p", eve], "person=\(eve)", "key=\(key)", "keeps:=[]")
        #expect(try titles("laptop") == ["Honest"])
        let status = try laptop.run("status").text
        #expect(status.contains("revoked   \(key.prefix(12)) was revoked by Eve ("), "\(status)")
        #expect(status.contains("'redo ignore \(eve)'"), "\(status)")
        let refused = try laptop.run("device", "list")
        #expect(
            refused.status == 1 && refused.codedError.contains("'redo ignore \(eve)'"), "\(refused)"
        )
        for device in [ana, laptop] {
            try #require(device.run("ignore", "--global", eve).status == 0)
            let listed = try device.succeed("device", "list")
            #expect(listed.split(separator: "\n").count == 2, "\(listed)")
            #expect(!listed.contains("revoked"), "\(listed)")
        }
        for device in ["ana", "laptop"] { #expect(try titles(device) == ["Ana's own", "Honest"]) }
    }

    @Test func whatTheOwnPersonRevokesIsNotTakenBack() throws {
        let ana = try people.device("ana")
        let refused = try ana.run("ignore", own)
        #expect(refused.status == 129 && refused.codedError.contains("is your own"), "\(refused)")
        let revoked = try ana.run("device", "revoke", "laptop", "--void", "Honest")
        #expect(revoked.status == 0, "\(revoked)")
        let eve = try steal(.makesAPerson)
        try #require(ana.run("ignore", eve).status == 0)
        #expect(try titles("ana") == ["Ana's own"])
        #expect(try ana.succeed("device", "list").contains(" laptop: added "))
    }

    /// Grants by a key of an ignored person, and to it, count.
    @Test func sharesCountAsEver() throws {
        let ana = try people.device("ana")
        let thief = try people.device("thief")
        let eve = try makeEve(thief)
        try #require(ana.run("share", "Ana's own", "--with", eve, "--as", "write").status == 0)
        let before = try ana.run("shares", "Ana's own").text
        #expect(before.contains("write"), "\(before)")
        try #require(ana.run("ignore", "--global", eve).status == 0)
        let after = try ana.run("shares", "Ana's own").text
        #expect(after.contains("write"), "\(after)")
    }

    @Test func namesMeanPersonsByIdOrName() throws {
        let eve = try steal(.joinsAPerson)
        let ana = try people.device("ana")
        #expect(try ana.run("ignore", "Eve").text == "ignored person \(eve) Eve\n")
        #expect(try ana.run("ignore", "--remove", eve).status == 0)
        #expect(try ana.run("ignore", "--remove", eve).status == 128)
        #expect(try ana.run("ignore", "Nemo").status == 128)
        let unknown = "sha256:\(String(repeating: "ab", count: 32))"
        #expect(try ana.run("ignore", unknown).text == "ignored person \(unknown)\n")
        #expect(try ana.succeed("config", "redo.ignoredPersons") == "\(unknown)\n")
    }
}
