import Foundation
import TestSupport
import Testing

/// `redo device revoke`, `redo device keep` and `redo recover`: what stays and what does not.
@Suite struct RevocationCommandTests {
    let people: PeopleHarness
    /// Of the recovery key.
    let words: String

    /// Ana has a laptop, on which there is an honest task and one by a thief.
    init() throws {
        people = try PeopleHarness()
        words = try people.makePerson()
        try people.join("laptop")
        let laptop = try people.device("laptop")
        try laptop.succeed("add", "Honest", "--draft")
        var thief = laptop
        thief.variables["REDO_WALL"] = "2027-01-02T00:00:00.000Z"
        try thief.succeed("add", "Stolen", "--draft")
    }

    private func revoke(_ options: String..., by device: String = "ana") throws -> CommandOutcome {
        try people.device(device).run(["device", "revoke", "laptop"] + options)
    }

    // MARK: Revoking

    @Test func everythingThatIsHereStays() throws {
        let revoked = try revoke()
        #expect(revoked.status == 0, "\(revoked)")
        #expect(revoked.text == "made 0 nodes void\n")
        #expect(revoked.codedError.contains("\nkeeps everything that is here\n"), "\(revoked)")
        #expect(try people.titles() == ["Honest", "Stolen"])
        let again = try revoke()
        #expect(again.text.hasSuffix("laptop is revoked already\n"))
    }

    @Test(arguments: ["--since=2027-01-02", "--void=Stolen"])
    func whatAThiefWroteIsVoid(_ option: String) throws {
        let count = try people.device("ana").nodeCount()
        let tried = try revoke(option, "--dry-run")
        #expect(tried.text == "would make 1 node void\n")
        #expect(tried.codedError.contains("makes void:\n  Stolen ("), "\(tried)")
        #expect(tried.codedError.contains("): CREATE "), "\(tried)")
        #expect(try people.device("ana").nodeCount() == count)
        #expect(try people.titles() == ["Honest", "Stolen"])
        let revoked = try revoke(option)
        #expect(revoked.text == "made 1 node void\n")
        #expect(try people.titles() == ["Honest"])
    }

    /// What stays is told by task as well, the latest first: by the revoked key, and by no other.
    @Test func whatStaysIsListedByTask() throws {
        try people.device("laptop").succeed("edit", "Honest", "--priority", "5")
        try people.device("ana").succeed("add", "Ana's own", "--draft")
        let all = try revoke("--dry-run")
        let lines = all.codedError.split(separator: "\n")
        let heading = try #require(lines.firstIndex(of: "keeps everything that is here"))
        let listed = lines[(heading + 1)...]
        #expect(listed.count == 3, "\(all)")
        #expect(listed.contains { $0.hasPrefix("  Honest (") && $0.hasSuffix("): 2 nodes") })
        #expect(listed.contains { $0.hasPrefix("  Stolen (") && $0.hasSuffix("): 1 node") })
        // The JOIN_PERSON of the device.
        let person = try id()
        #expect(listed.contains { $0 == "  Ana (\(person)): 1 node" }, "\(all)")
        let some = try revoke("--void=Stolen", "--dry-run").error
        let kept = try #require(some.range(of: "\nkeeps:\n"))
        let void = try #require(some.range(of: "\nmakes void:\n  Stolen ("))
        #expect(some[kept.upperBound..<void.lowerBound].contains("  Honest ("), "\(some)")
        #expect(!some[kept.upperBound..<void.lowerBound].contains("Stolen"), "\(some)")
    }

    /// A question is not buried under all that a device has ever written.
    @Test func aLongListIsCutOffUnlessItIsAllThatIsAsked() throws {
        let laptop = try people.device("laptop")
        for number in 1...30 { try laptop.succeed("add", "Task \(number)", "--draft") }
        let whole = try revoke("--dry-run").error
        #expect(whole.split(separator: "\n").count { $0.hasPrefix("  Task ") } == 30, "\(whole)")
        let cut = try revoke().error
        #expect(cut.contains("\n  and 13 more, which --dry-run lists\n"), "\(cut)")
        #expect(cut.split(separator: "\n").count { $0.hasPrefix("  ") } == 21, "\(cut)")
    }

    @Test func whatTurnsUpLaterIsVoidUntilItIsKept() throws {
        try #require(try revoke().status == 0)
        // The device does not know yet that it is revoked: its store is another one, and its nodes come in.
        let late = try people.device("laptop").run(
            "commit-node", "CREATE", "-f", "title=Late")
        try #require(late.status == 0, "\(late)")
        #expect(try people.titles() == ["Honest", "Stolen"])
        let id = late.text.split(separator: "\n")[0]
        let kept = try people.device("ana").run("device", "keep", "\(id)")
        #expect(kept.status == 0, "\(kept)")
        #expect(kept.text == "made 0 nodes void, and let 1 node count again\n")
        #expect(kept.codedError.contains("lets count again:\n  Late ("), "\(kept)")
        #expect(try people.titles() == ["Honest", "Late", "Stolen"])
    }

    @Test func onlyWhatIsCutOffCanBeKept() throws {
        try #require(try revoke().status == 0)
        let kept = try people.device("ana").run("device", "keep", "Honest")
        #expect(kept.status == 1)
        #expect(kept.codedError.hasPrefix("error: E_INVALID_REF: "), "\(kept)")
    }

    /// A device that was let in by another one cannot revoke it.
    @Test func aJuniorDeviceRevokesNoneAbove() throws {
        let ana = try people.device("ana").succeed("key", "show").dropFirst("userId ".count)
        let count = try people.device("ana").nodeCount()
        let refused = try people.device("laptop").run("device", "revoke", "\(ana.prefix(8))")
        #expect(refused.status == 1)
        #expect(
            refused.codedError.contains(
                "nothing is written: this device was added by \(ana.prefix(12)), and cannot revoke it"
            ), "\(refused)")
        #expect(
            refused.codedError.contains(
                "use your 24 words: 'redo recover --revoke \(ana.prefix(12))' revokes it from here"),
            "\(refused)")
        #expect(try people.device("ana").nodeCount() == count)
    }

    /// The tablet was added by the laptop, and the phone by the first device.
    @Test(arguments: [
        ("tablet", "ana", "this device was added by way of ANA, and cannot revoke it"),
        ("tablet", "laptop", "this device was added by LAPTOP laptop, and cannot revoke it"),
        ("phone", "laptop", "LAPTOP laptop was added by ANA, not by this device"),
        ("phone", "laptop", "or on ANA: 'redo device revoke LAPTOP'"),
        ("laptop", "phone", "PHONE phone was added by ANA, not by this device"),
    ])
    func theErrorNamesTheDeviceThatMay(_ own: String, _ other: String, _ text: String) throws {
        try people.join("tablet", by: "laptop")
        try people.join("phone")
        var expected = text
        for name in ["ana", "laptop", "phone"] {
            let user = try people.device(name).succeed("key", "show").dropFirst("userId ".count)
            expected = expected.replacingOccurrences(
                of: name.uppercased(), with: user.prefix(12))
        }
        let key = try people.device(other).succeed("key", "show").dropFirst("userId ".count)
        let refused = try people.device(own).run("device", "revoke", "\(key.prefix(12))")
        #expect(refused.status == 1 && refused.codedError.contains(expected), "\(refused)")
    }

    @Test func aDeviceRevokesItself() throws {
        let revoked = try revoke(by: "laptop")
        #expect(revoked.status == 0, "\(revoked)")
        #expect(revoked.codedError.contains("which is the one that you sign with here"))
        let refused = try people.device("laptop").run("person", "rename", "Eve")
        #expect(refused.status == 1)
        #expect(refused.codedError.hasPrefix("error: E_KEY_REVOKED: "), "\(refused)")
    }

    @Test func aDeviceIsNamedByItsNameOrKey() throws {
        let unknown = try people.device("ana").run("device", "revoke", "phone")
        #expect(unknown.status == 128 && unknown.codedError.hasPrefix("error: NAME_001: "))
        try people.join("phone")
        let listed = try people.device("ana").succeed("device", "list")
        let line = try #require(listed.split(separator: "\n").first { $0.contains(" phone:") })
        let key = line.split(separator: " ")[0]
        #expect(try people.device("ana").run("device", "revoke", "\(key)").status == 0)
    }

    // MARK: Recovering

    @Test func wordsLetANewDeviceIn() throws {
        let recovered = try people.run("new", words: words, "recover", "--revoke-all")
        #expect(recovered.status == 0, "\(recovered)")
        let lines = recovered.text.split(separator: "\n")
        let next = try #require(lines[0].recoveryWords(of: "person Ana"))
        #expect(next.split(separator: " ").count == 24)
        #expect(
            lines[1...] == ["made 0 nodes void", "this device is one of Ana (\(try id())) now"])
        let shown = try people.device("new").succeed("device", "list")
        #expect(shown.split(separator: "\n").count { $0.contains(", revoked ") } == 2)
        #expect(try people.titles() == ["Honest", "Stolen"])
        // They count once, and the next ones count.
        let again = try people.run("newer", words: words, "recover", "--revoke-none")
        #expect(again.status == 1)
        #expect(again.codedError.contains("no person of this log is recovered by these words"))
        let second = try people.run("newer", words: next, "recover", "--revoke-none")
        #expect(second.status == 0, "\(second)")
    }

    private func id() throws -> Substring {
        let line = try people.device("ana").succeed("person", "show").split(separator: "\n")[0]
        return line.dropFirst("person sha256:".count).prefix(12)
    }

    @Test func aRecoveryMakesVoidWhatAThiefWrote() throws {
        let recovered = try people.run(
            "new", words: words, "recover", "--revoke", "laptop", "--void", "Stolen")
        #expect(recovered.status == 0, "\(recovered)")
        #expect(recovered.text.contains("\nmade 1 node void\n"))
        #expect(try people.titles() == ["Honest"])
        let node = try #require(
            try people.device("ana").succeed("log", "--format", "%H %s").split(separator: "\n")
                .first { $0.hasSuffix("Stolen") })
        let id = String(node.split(separator: " ")[0])
        let other = try people.run("new", words: Self.otherWords, "recover", "--keep", id)
        #expect(other.status == 1, "\(other)")
        let kept = try people.run("new", words: words, "recover", "--keep", id)
        #expect(kept.text == "made 0 nodes void, and let 1 node count again\n", "\(kept)")
        #expect(try people.titles() == ["Honest", "Stolen"])
    }

    private static let otherWords = String(repeating: "zoo ", count: 23) + "vote"

    @Test func aDryRunShowsNoWordsAndWritesNothing() throws {
        let count = try people.device("ana").nodeCount()
        let tried = try people.run("new", words: words, "recover", "--revoke-all", "--dry-run")
        #expect(tried.status == 0)
        #expect(tried.text == "would make 0 nodes void\n")
        #expect(try people.device("ana").nodeCount() == count)
    }

    @Test(arguments: [
        ("zoo", "1 word instead of 24"), ("zoo zooo", "word 2 is not in the list"),
        (String(repeating: "zoo ", count: 24), "one of them is another word"),
    ])
    func otherWordsAreRefused(_ given: String, _ reason: String) throws {
        let refused = try people.run("new", words: given, "recover", "--revoke-none")
        #expect(refused.status == 128)
        #expect(refused.codedError.hasPrefix("error: KEYCHAIN_003: "))
        #expect(refused.codedError.contains(reason), "\(refused)")
        #expect(!refused.codedError.contains("zoo"))
    }

    @Test func whichDevicesGoMustBeSaid() throws {
        let unsaid = try people.run("new", words: words, "recover")
        #expect(unsaid.status == 129)
        #expect(unsaid.codedError.contains("--revoke-all"))
    }
}
