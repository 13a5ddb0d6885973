import TestSupport
import Testing

/// `redo person` and `redo device`: who belongs to whom.
@Suite struct PersonCommandTests {
    let people: PeopleHarness

    init() throws { people = try PeopleHarness() }

    @Test func aPersonIsMadeOnce() throws {
        let words = try people.makePerson()
        #expect(words.split(separator: " ").count == 24)
        let ana = try people.device("ana")
        let again = try ana.run("person", "create", "Ana")
        #expect(again.status == 1)
        #expect(again.codedError.hasPrefix("error: E_PERSON_CONFLICT: your key belongs to Ana ("))
        #expect(again.output.isEmpty)
        #expect(try ana.nodeCount() == 1)
        // The words are nowhere.
        #expect(try !ana.succeed("export").contains(words.prefix(20)))
    }

    @Test func theNameIsTheUsersUnlessItIsGiven() throws {
        let ana = try people.device("ana")
        try ana.succeed("person", "create")
        #expect(try ana.succeed("person", "list").hasSuffix("Test: 1 device\n"))
        #expect(try ana.succeed("person", "rename", "Ana", "B").hasSuffix(" to Ana B\n"))
        #expect(try ana.succeed("person", "rename", "Ana", "B").hasPrefix("unchanged Ana B"))
        try ana.succeed("person", "rename", "--email", "a@example.org")
        let shown = try ana.succeed("person", "show")
        #expect(shown.contains("name Ana B\nemail a@example.org\ncreated "), "\(shown)")
        #expect(shown.contains("\ndevices\n  * "), "\(shown)")
    }

    @Test func withoutAPersonHintsLeadToOne() throws {
        let ana = try people.device("ana")
        for command in [["person", "show"], ["device", "list"], ["device", "add", Self.key]] {
            let refused = try ana.run(command)
            #expect(refused.status == 1, "\(refused)")
            #expect(refused.codedError.contains("hint: 'redo person create NAME' creates one\n"))
        }
        let refused = try ana.run("device", "accept")
        #expect(refused.codedError.hasPrefix("error: NAME_001: the log has no person yet\n"))
    }

    private static let key = String(repeating: "ab", count: 32)

    // MARK: Joining

    @Test func aDeviceJoinsAfterTheWordsAgree() throws {
        _ = try people.makePerson()
        let (key, words) = try people.offer(of: "laptop")
        let ana = try people.device("ana")
        let wrong = try ana.run("device", "add", key, "--words", words + " zoo")
        #expect(wrong.status == 1)
        #expect(
            wrong.codedError.hasPrefix(
                "error: E_PERMISSION_DENIED: the words differ: nothing is written\n"))
        // There is no one to ask.
        let unasked = try ana.run("device", "add", key)
        #expect(unasked.status == 129)
        #expect(try ana.nodeCount() == 1)
        // The key in pieces, as it was printed, and in capital letters, as a camera reads it.
        let pieces = key.uppercased().split(separator: " ").map(String.init)
        let added = try ana.run(["device", "add"] + pieces + ["--words", words.uppercased()])
        #expect(added.status == 0, "\(added)")
        #expect(try ana.succeed("device", "list").contains(": let in "))
        let laptop = try people.device("laptop")
        let refused = try laptop.run("device", "accept", "--words", "abandon " + words)
        #expect(refused.status == 1)
        #expect(try ana.nodeCount() == 2)
        try laptop.succeed("device", "accept", "--words", words)
        #expect(try laptop.run("device", "accept").text.hasPrefix("this device is one of Ana"))
        #expect(try ana.nodeCount() == 3)
        #expect(try laptop.succeed("person", "list").hasSuffix("Ana: 2 devices\n"))
    }

    /// Seven digits of two persons are made equal in a moment.
    @Test func personsAndDevicesAreListedWithTwelveDigits() throws {
        _ = try people.makePerson()
        try people.join("laptop")
        let ana = try people.device("ana")
        let id = try #require(ana.run("person", "show").lines.first).dropFirst("person ".count)
        let digits = id.dropFirst("sha256:".count).prefix(12)
        #expect(try ana.succeed("person", "list") == "* \(digits)  Ana: 2 devices\n")
        let devices = try ana.succeed("device", "list")
        for name in ["ana", "laptop"] {
            let key = try people.key(of: name).prefix(12)
            #expect(
                devices.contains(" \(key)\(name == "ana" ? "" : " laptop"): added "), "\(devices)")
        }
        #expect(try ana.succeed("person", "rename", "Eve") == "renamed Ana (\(digits)) to Eve\n")
    }

    @Test func otherKeysHaveOtherWords() throws {
        _ = try people.makePerson()
        let (first, second) = (try people.offer(of: "laptop"), try people.offer(of: "phone"))
        #expect(first.words != second.words)
        let swapped = try people.device("ana").run(
            "device", "add", first.key, "--words", second.words)
        #expect(swapped.status == 1)
    }

    @Test func aKeyBelongsToOnePerson() throws {
        _ = try people.makePerson()
        let ben = try people.device("ben")
        try ben.succeed("person", "create", "Ben", "--yes")
        let key = try ben.succeed("key", "show").split(separator: "\n")[1]
            .dropFirst("publicKey ".count)
        let refused = try people.device("ana").run("device", "add", "\(key)", "--yes")
        #expect(refused.status == 1)
        #expect(refused.codedError.contains("the key belongs to Ben ("), "\(refused)")
        let accepted = try ben.run("device", "accept", "Ana")
        #expect(accepted.codedError.contains("this key belongs to Ben ("), "\(accepted)")
    }

    @Test func aPersonIsNamedWhereThereAreSeveral() throws {
        _ = try people.makePerson()
        try people.device("ben").succeed("person", "create", "Ben")
        let unclear = try people.device("laptop").run("device", "accept")
        #expect(unclear.status == 129)
        #expect(unclear.codedError.contains("hint: redo device accept "), "\(unclear)")
        #expect(try people.device("laptop").run("device", "accept", "Ben").status == 0)
        #expect(try people.device("laptop").run("device", "accept", "Ben2").status == 128)
        // A person that the log does not have yet is named by the whole id.
        let id = "sha256:" + Self.key
        #expect(try people.device("laptop").run("device", "accept", id).text.contains("\nwords "))
    }

    @Test(arguments: [
        ["device", "add", "12"], ["device", "add"], ["device", "keep"], ["device", "frob"],
        ["device", "revoke"], ["device", "revoke", "a", "b"], ["device", "list", "--words", "a"],
        ["device", "list", "--since", "today"], ["person", "list", "x"], ["person", "frob"],
        ["person", "show", "--email", "a"], ["person", "create", "  "], ["person", "rename"],
    ])
    func wrongUsageIsSaid(_ command: [String]) throws {
        _ = try people.makePerson()
        let outcome = try people.device(command.contains("create") ? "ben" : "ana").run(command)
        #expect(outcome.status == 129, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
        #expect(outcome.output.isEmpty)
    }

    @Test func namesOfOthersAreHarmless() throws {
        let ben = try people.device("ben")
        try ben.succeed("person", "create", "B\u{1B}[2Jen\u{202E}x")
        for command in [["person", "list"], ["person", "show"], ["device", "accept"]] {
            let shown = try ben.run(command)
            #expect(!shown.text.contains("\u{1B}") && !shown.text.contains("\u{202E}"))
            #expect(!shown.codedError.contains("\u{1B}") && !shown.codedError.contains("\u{202E}"))
        }
    }
}
