import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo agent`: programs with keys of their own, and what they can and cannot do.
@Suite struct AgentTests {
    private let people: PeopleHarness
    private let ana: CommandHarness

    /// Ana is a person, so her tasks are closed from the start. `Fence` is in the category Home, `Diary` is not.
    private let fence: String
    private let diary: String

    init() throws {
        people = try PeopleHarness()
        ana = try people.device("ana")
        _ = try people.makePerson()
        try ana.succeed("category", "add", "Home")
        fence = try ana.add("Fence", "--category", "Home")
        diary = try ana.add("Diary")
    }

    private func agent(_ name: String = "bot") -> CommandHarness {
        var agent = ana
        agent.variables["REDO_AGENT"] = name
        return agent
    }

    private func addAgent(_ words: String...) throws {
        let outcome = try ana.run(["agent", "add", "bot"] + words)
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func title(_ task: String) throws -> String? {
        try ana.objects("show", "--json", task).first?["title"]?.string?.description
    }

    private func expectRefused(
        _ words: [String], by code: String = "E_PERMISSION_DENIED",
        location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try agent().run(words)
        #expect(outcome.status == 1, "\(words): \(outcome)", sourceLocation: location)
        #expect(
            outcome.codedError.contains("error: \(code): "), "\(words): \(outcome)",
            sourceLocation: location)
    }

    // MARK: What it may do

    @Test func itChangesWhatWasSharedAndWhatComesIntoTheCategory() throws {
        try addAgent("--category", "Home")
        try agent().succeed("edit", fence, "--title", "Hedge")
        #expect(try title(fence) == "Hedge")
        let later = try ana.run("add", "Gate", "--category", "Home", "--ids")
        let gate = later.text.trimmingCharacters(in: .whitespacesAndNewlines)
        try agent().succeed("done", gate)
        // What it adds there is its own, and its owner's as well.
        let added = try agent().run("add", "Lock", "--category", "Home", "--ids")
        try #require(added.status == 0, "\(added)")
        let lock = added.text.trimmingCharacters(in: .whitespacesAndNewlines)
        try ana.succeed("edit", lock, "--title", "Bolt")
        #expect(try title(lock) == "Bolt")
        #expect(try ana.voids().isEmpty)
    }

    @Test func listsSayWhoseAgentItIs() throws {
        try addAgent("--category", "Home")
        try agent().succeed("edit", fence, "--title", "Hedge")
        let node = try #require(try ana.nodes().last { $0.action == "UPDATE" })
        #expect(node["author"]?["name"]?.string?.description == "bot, agent of Test")
        #expect(try ana.succeed("log", "--by", "bot").contains("bot, agent of Test"))
        #expect(try ana.succeed("blame", fence).contains("bot, agent of Test"))
        let list = try ana.succeed("agent")
        #expect(list.hasPrefix("bot  key ") && list.contains("write Home, write 1 task"), "\(list)")
        let shown = try ana.succeed("agent", "show", "bot")
        #expect(shown.contains("wrote  1 node in 1 task"), "\(shown)")
        let json = try #require(try ana.objects("agent", "show", "--json", "bot").first)
        #expect(json["nodes"] == 1 && json["actions"]?["UPDATE"] == 1, "\(json)")
    }

    @Test func logAndDiffSelectByIt() throws {
        try addAgent("--category", "Home")
        try ana.succeed("edit", fence, "--priority", "5")
        var later = agent()
        later.variables["REDO_WALL"] = "2025-11-16T13:00:00.000Z"
        try later.succeed("edit", fence, "--title", "Hedge")
        let log = try ana.succeed("log", "--by", "bot", "--oneline")
        #expect(log.split(separator: "\n").count == 1, "\(log)")
        var evening = ana
        evening.variables["REDO_WALL"] = "2025-11-16T18:00:00.000Z"
        let diff = try evening.succeed("diff", "2025-11-16T12:30:00.000Z", "--by", "bot")
        #expect(diff.contains("title") && !diff.contains("priority"), "\(diff)")
        #expect(!diff.contains("Diary"))
    }

    // MARK: Attacks

    /// Nothing but what was shared, whatever command it uses: plumbing writes nodes that have no effect.
    @Test func itCannotChangeAClosedTaskThatWasNotShared() throws {
        try addAgent("--category", "Home")
        for words in [
            ["edit", diary, "--title", "Mine"], ["done", diary], ["delete", diary],
            ["archive", diary], ["comment", "add", diary, "Hello"], ["start", diary],
        ] { try expectRefused(words) }
        let forced = try agent().run("commit-node", "UPDATE", "--task", diary, "-f", "title=Mine")
        #expect(forced.codedError.hasPrefix("warning: E_PERMISSION_DENIED: "), "\(forced)")
        #expect(try title(diary) == "Diary")
        #expect(try ana.voids().count == 1)
    }

    @Test func whoMayReadChangesNothing() throws {
        try addAgent("--category", "Home", "--as", "read")
        try expectRefused(["edit", fence, "--title", "Hedge"])
        try expectRefused(["done", fence])
        #expect(try title(fence) == "Fence")
    }

    @Test func itCannotShareFurther() throws {
        try addAgent("--category", "Home")
        let eve = try people.key(of: "eve")
        try expectRefused(["share", fence, "--with", eve, "--as", "read"])
        try expectRefused(["share", "--category", "Home", "--with", eve, "--as", "write"])
        let grants = #"[{"grantee":"\#(eve.prefix(32))","permission":"admin"}]"#
        let forced = try agent().run(
            "commit-node", "SHARE", "--task", fence, "-f", "grants:=\(grants)")
        #expect(!forced.codedError.isEmpty)
        #expect(!(try ana.succeed("shares", fence).contains("admin")))
    }

    @Test func itCannotRevokeADeviceOfItsOwnerOrBecomeOne() throws {
        try addAgent("--category", "Home")
        try people.join("phone")
        let key = try people.key(of: "phone")
        for words in [
            ["device", "revoke", "phone"], ["device", "revoke", String(key.prefix(12))],
        ] {
            let outcome = try agent().run(words)
            #expect(outcome.status != 0, "\(outcome)")
        }
        let person = try #require(
            try ana.nodes().first { $0.action == "CREATE_PERSON" }?.id)
        _ = try agent().run(
            "commit-node", "REVOKE_DEVICE", "-f", "person=\(person)", "-f", "key=\(key)", "-f",
            "keeps:=[]")
        _ = try agent().run("commit-node", "JOIN_PERSON", "-f", "person=\(person)")
        let devices = try ana.succeed("device", "list")
        #expect(!devices.contains("revoked"), "\(devices)")
        #expect(!devices.contains("bot"))
        let phone = try people.device("phone")
        try phone.succeed("edit", diary, "--priority", "5")
    }

    @Test func itCannotAddOrRevokeAgents() throws {
        try addAgent("--category", "Home")
        try expectRefused(["agent", "add", "other", "--category", "Home"])
        try expectRefused(["agent", "revoke", "bot"])
        try expectRefused(["keygen", "--no-passphrase"])
        try expectRefused(["key", "use", "x"])
        try expectRefused(["key", "delete", "x"])
    }

    /// No other key signs in the place of one that is not here.
    @Test func anAgentWithoutAKeyWritesNothing() throws {
        let before = try ana.nodeCount()
        let outcome = try agent("other").run("add", "More")
        #expect(outcome.status == 128 && outcome.codedError.contains("KEYCHAIN_002"), "\(outcome)")
        let bad = try agent("../keys").run("add", "More")
        #expect(bad.status == 129, "\(bad)")
        #expect(try ana.nodeCount() == before)
    }

    // MARK: Keys

    @Test func aDeviceIsNoAgent() throws {
        try people.join("phone")
        let outcome = try ana.run("agent", "add", "bot", "--key", people.key(of: "phone"))
        #expect(outcome.status == 1 && outcome.codedError.contains("is a device of"), "\(outcome)")
    }

    @Test func aKeyThatWasMadeElsewhereIsNamed() throws {
        let worker = try people.device("worker")
        try addAgent("--category", "Home", "--key", people.key(of: "worker"))
        try worker.succeed("edit", fence, "--title", "Hedge")
        #expect(try title(fence) == "Hedge")
        #expect(try ana.succeed("agent", "show", "bot").contains("not on this device"))
        let other = try ana.run("agent", "add", "bot", "--key", people.key(of: "eve"))
        #expect(other.status == 1, "\(other)")
    }

    @Test func aPrintedKeyIsNotKept() throws {
        let outcome = try ana.run("agent", "add", "bot", "--category", "Home", "--print")
        try #require(outcome.status == 0, "\(outcome)")
        let worker = try people.device("worker")
        var other = worker
        other.variables["HOME"] = worker.variables["HOME"].map { $0 + "-2" }
        let imported = try other.run("key", "import", "-", input: outcome.text)
        try #require(imported.status == 0, "\(imported)")
        try other.succeed("edit", fence, "--title", "Hedge")
        #expect(try title(fence) == "Hedge")
        #expect(try agent().run("add", "More").status == 128)
    }

    @Test(arguments: ["", "Bot", "a/b", "..", "-x", "deadbeef", String(repeating: "a", count: 33)])
    func whatIsNoNameIsRefused(_ name: String) throws {
        #expect(try ana.run("agent", "add", name).status == 129)
    }

    /// A store's configuration does not say whose key a name means.
    @Test func aStoreNamesNoAgents() throws {
        let eve = try people.key(of: "eve")
        let path = "\(ana.directory.path)/.redo/config"
        let old = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        try (old + "[agent \"mallory\"]\n\tkey = \(eve)\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try ana.run("agent", "show", "mallory").status == 128)
        #expect(!(try ana.run("agent").text.contains("mallory")))
    }

    // MARK: Revoking

    @Test func aRevokedAgentChangesNothingMore() throws {
        try addAgent("--category", "Home")
        try agent().succeed("edit", fence, "--title", "Hedge")
        let revoked = try ana.run("agent", "revoke", "bot")
        #expect(revoked.status == 0 && revoked.text.contains("took write of the category Home"))
        try expectRefused(["edit", fence, "--title", "Wall"])
        #expect(try title(fence) == "Hedge")
        let gate = try ana.add("Gate", "--category", "Home")
        try expectRefused(["edit", gate, "--title", "Wall"])
        #expect(try ana.succeed("agent").contains("no permission"))
        #expect(try ana.run("agent", "revoke", "bot").status == 1)
    }

    /// Tasks that anyone may change are said, since an agent may change them, too.
    @Test func openTasksAreSaid() throws {
        let other = try PeopleHarness().device("ana")
        try other.succeed("category", "add", "Home")
        _ = try other.add("Open")
        let outcome = try other.run("agent", "add", "bot", "--category", "Home")
        #expect(outcome.error.contains("can change 1 task of yours"), "\(outcome)")
    }
}
