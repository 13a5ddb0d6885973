import RedoJSON
import TestSupport
import Testing

/// What people see of a task that is shared: not what its author may not write.
@Suite struct SharedTaskTests {
    private let mine: TaskStore
    private let theirs: TaskStore
    private let water: String

    /// A task that is shared with a third author, and that another one renamed after that.
    init() throws {
        mine = try TaskStore()
        theirs = try TaskStore()
        water = try mine.add("Water")
        try mine.commit(
            "SHARE", "--task", water, "-f",
            #"grants:=[{"grantee":"00112233445566778899aabbccddeeff","permission":"write"}]"#)
        try Self.send(from: mine, to: theirs)
        // `edit` refuses it; plumbing writes what it is told to, and says that it has no effect.
        let refused = try theirs.run("edit", [water, "--title", "Owned"])
        try #require(refused.status == 1, "\(refused)")
        let renamed = try theirs.run(
            "commit-node", ["UPDATE", "--task", water, "-f", "title=Owned"])
        try #require(renamed.status == 0, "\(renamed)")
        try #require(
            renamed.codedError.hasPrefix("warning: E_PERMISSION_DENIED: UPDATE has no effect"))
        try Self.send(from: theirs, to: mine)
    }

    private static func send(from: TaskStore, to: TaskStore) throws {
        let nodes = try from.run("export").output
        try #require(to.runner.run("redo-import", ["--unsigned"], input: nodes).status == 0)
    }

    private func titles(_ store: TaskStore) throws -> [String] {
        try store.tasks().compactMap { $0["title"]?.text }.sorted()
    }

    private func renaming() throws -> JSONValue {
        try #require(mine.nodes().last { $0["data"]?["fields"]?["title"]?.text == "Owned" })
    }

    @Test func whatTheAuthorMayNotWriteIsNotShown() throws {
        for isPacked in [false, true] {
            if isPacked { try #require(mine.run("gc", ["--all"]).status == 0) }
            #expect(try titles(mine) == ["Water"])
            #expect(try mine.run("search", ["Owned"]).status == 1)
            #expect(try mine.run("show", [water]).lines.first == "Water")
            #expect(try mine.run("rev-parse", ["--complete", "task", "Own"]).text.isEmpty)
            // The protocol's state has it.
            let state = try mine.run("replay", ["--json"]).text
            #expect(state.contains("Owned"), "\(state)")
            let effective = try mine.run("replay", ["--family", "effective"]).text
            #expect(effective.contains("Water") && !effective.contains("Owned"))
        }
        // Nor does its author see it.
        #expect(try titles(theirs) == ["Water"])
        #expect(try theirs.stateHash() == mine.stateHash())
    }

    @Test func whatIsVoidIsMarkedWithTheReason() throws {
        let reason = "its author has not been given write or admin (E_PERMISSION_DENIED)"
        for isPacked in [false, true] {
            if isPacked { try #require(mine.run("gc", ["--all"]).status == 0) }
            let line = try #require(mine.run("log", ["--oneline"]).lines.first)
            #expect(line.contains("(void) "), "\(line)")
            let log = try mine.run("log").text
            #expect(log.contains("Void:    \(reason)\n"), "\(log)")
            for options in [[], ["--patch"]] {
                let codes = try mine.run("log", options + ["--format=<%(void)>"]).text
                #expect(codes.contains("<E_PERMISSION_DENIED>\n"), "\(options): \(codes)")
            }
            let patches = try mine.run("log", ["--patch"]).text
            #expect(patches.contains("void: \(reason)"), "\(patches)")
            let history = try mine.run("show", [water, "--history"]).text
            #expect(history.contains("void: \(reason)"), "\(history)")
            let id = try #require(renaming()["id"]?.text)
            let node = try mine.run("show", [id]).text
            #expect(node.contains("void: \(reason)"), "\(node)")
            let reverted = try mine.run("revert", [id])
            #expect(reverted.status == 1 && reverted.codedError.contains("is void"), "\(reverted)")
            let explained = try mine.run("replay", ["--family", "effective", "--explain"]).text
            #expect(explained == "\(id)\tvoid: \(reason)\n")
        }
    }

    @Test func newNodesDoNotFollowWhatIsVoid() throws {
        let void = try #require(renaming()["id"]?.text)
        let edited = try mine.run("edit", [water, "--priority", "5"])
        #expect(edited.status == 0 && !edited.text.contains("joined"), "\(edited)")
        let node = try #require(
            mine.nodes().first { $0["data"]?["fields"]?["priority"]?.number == 5 })
        #expect(!node.parents.contains(void))
        // So the next SHARE brings nothing in that the owner's view does not have.
        try mine.commit(
            "SHARE", "--task", water, "-f",
            #"grants:=[{"grantee":"ffffffffffffffffffffffffffffffff","permission":"read"}]"#)
        #expect(try titles(mine) == ["Water"])
    }

    /// A cache of tasks is no answer once a revocation has come in.
    @Test func aRevocationTakesBackWhatAStolenKeyWrote() throws {
        let user = try #require(theirs.nodes().first { $0["action"] == "UPDATE" }?["author"])
        let key = try #require(user["publicKey"]?.text)
        let person = try theirs.commit(
            "CREATE_PERSON", "-f", "name=P", "-f", "recovery=\(String(repeating: "0", count: 64))")
        let before = try theirs.add("Before")
        // A store with more nodes than are replayed each time.
        let many = (1...1100).map { "Task \($0)\n" }.joined()
        let added = try theirs.runner.run("redo-add", ["-"], input: Array(many.utf8))
        try #require(added.status == 0, "\(added)")
        try #require(theirs.run("gc", ["--all"]).status == 0)
        #expect(try titles(theirs).count == 1102)
        try theirs.commit(
            "REVOKE_DEVICE", "-p", person, "-f", "person=\(person)", "-f", "key=\(key)", "-f",
            "keeps:=[]")
        // Of what the key wrote, the revocation had seen the person alone.
        #expect(try titles(theirs) == ["Water"])
        try #require(theirs.run("gc", ["--all"]).status == 0)
        #expect(try titles(theirs) == ["Water"])
        #expect(try theirs.run("show", [before]).status == 128)
        let void = try theirs.run("replay", ["--family", "people"]).text
        #expect(void.contains(key), "\(void)")
        #expect(try theirs.run("fsck").status == 0)
    }
}
