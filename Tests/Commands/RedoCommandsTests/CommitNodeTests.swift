import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-commit-node`: nodes that follow the log.
@Suite struct CommitNodeTests {
    private let runner: CommandRunner
    private let task = SampleNode.task(1)

    init() throws { runner = try CommandRunner.withStore() }

    /// Makes a node.
    ///
    /// - Returns: its id and its members.
    private func commit(
        _ arguments: String..., input: String = ""
    ) throws -> (id: String, node: JSONValue) {
        let outcome = try runner.run("redo-commit-node", arguments, input: Array(input.utf8))
        try #require(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.error.isEmpty)
        #expect(outcome.lines.count == 1)
        let line = try runner.contents(ofFile: runner.objectName(outcome.lines[0]))
        return (outcome.lines[0], try JSONDocument(line).root.value)
    }

    private func expectError(
        _ status: Int32, _ code: String, _ arguments: String..., input: String = ""
    ) throws {
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run("redo-commit-node", arguments, input: Array(input.utf8))
        #expect(outcome.status == status, "\(arguments)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: \(code): "), "\(arguments): \(outcome.error)")
        #expect(try runner.contents(of: ".redo") == before)
    }

    private func strings(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { $0.string?.description }
    }

    @Test func aNodeHasTheClockTheDeviceTheAuthorAndASignature() throws {
        let (_, node) = try commit("CREATE", "--task", task, "-f", "title=Mine")
        #expect(node["timestamp"] == ["lamport": 1, "wall": "2025-11-16T12:00:00.000Z"])
        #expect(node["author"]?["deviceId"] == "test-device")
        #expect(node["author"]?["name"] == "Test")
        #expect(node["author"]?["publicKey"]?.string?.utf8.count == 64)
        #expect(node["taskId"]?.string?.description == task)
        #expect(node["data"] == ["fields": ["title": "Mine"]])
        #expect(node["parents"] == [])
        #expect(try runner.run("redo-verify", ["--require-signature"]).status == 0)
    }

    @Test func fieldsAreTextsOrAnyJSON() throws {
        let (_, node) = try commit(
            "CREATE", "-f", "title=a=b:=c", "--field", "priority:=5", "-f", "tags:=[\"x\", null]",
            "-f", "description=", "-f", "a:b=c")
        #expect(
            node["data"]?["fields"]?.without("ownerNonce") == [
                "a:b": "c", "description": "", "priority": 5, "tags": ["x", nil],
                "title": "a=b:=c",
            ])
    }

    @Test func fieldsCanComeAsJSON() throws {
        let (_, node) = try commit(
            "CREATE", "--stdin", "-f", "notes=more",
            input: #" {"title": "\u0041", "priority": 1.0} "#)
        #expect(
            node["data"]?["fields"]?.without("ownerNonce")
                == ["notes": "more", "priority": 1, "title": "A"])
    }

    @Test func aNodeFollowsTheHeadsOfItsTask() throws {
        let root = try commit("CREATE", "--task", task, "-f", "title=Mine")
        let second = try commit("UPDATE", "--task", "mine", "-f", "priority:=2")
        #expect(strings(second.node["parents"]) == [root.id])
        #expect(second.node["timestamp"]?["lamport"] == 2)
        let side = try commit("UPDATE", "--task", task, "-p", root.id, "-f", "priority:=3")
        #expect(strings(side.node["parents"]) == [root.id])
        let joined = try commit("ARCHIVE", "--task", task)
        #expect(Set(strings(joined.node["parents"])) == [second.id, side.id])
        #expect(joined.node["timestamp"]?["lamport"] == 3)
        let free = try commit("UPDATE", "--task", task, "--root", "-f", "priority:=4")
        #expect(strings(free.node["parents"]) == [])
        #expect(free.node["timestamp"]?["lamport"] == 1)
        #expect(try runner.run("redo-verify").status == 0)
    }

    @Test func severalParentsCanBeNamed() throws {
        let first = try commit("CREATE", "-f", "title=One")
        let second = try commit("CREATE", "-f", "title=Two")
        let both = try commit(
            "UPDATE", "--task", "one", "-p", String(first.id.dropFirst(7).prefix(20)), "--parent",
            "two", "-f", "priority:=3")
        #expect(strings(both.node["parents"]) == [first.id, second.id])
    }

    @Test func anUnsignedNodeIsForThisMachine() throws {
        let (id, node) = try commit("CREATE", "-f", "title=Mine", "--no-sign")
        #expect(node["signature"] == nil)
        #expect(try runner.run("redo-verify").status == 0)
        #expect(try runner.run("redo-verify", ["--require-signature", id]).status == 1)
    }

    @Test func thePayloadDialectMergesSeveralHeadsFirst() throws {
        let root = try commit(
            "CREATE", "--dialect", "payload", "--task", task, "-f", "title=Mine")
        #expect(root.node["data"] == ["payload": ["title": "Mine"]])
        let sides = try ["priority:=1", "privacy:=true"].map { field in
            try commit(
                "UPDATE", "--dialect=payload", "--task", task, "-p", root.id, "-f", field)
        }
        let after = try commit("ARCHIVE", "--dialect", "payload", "--task", task)
        let parents = strings(after.node["parents"])
        try #require(parents.count == 1)
        let merge = try JSONDocument(
            runner.contents(ofFile: runner.objectName(parents[0]))
        ).root.value
        #expect(merge["action"] == "MERGE")
        #expect(Set(strings(merge["parents"])) == Set(sides.map(\.id)))
        #expect(merge["data"]?["payload"]?["base"]?.string?.description == root.id)
        #expect(try runner.run("redo-verify", ["--require-signature"]).status == 0)
        let state = try jsonLines(runner.run("redo-replay", ["--json"]))[0]
        #expect(state["priority"] == 1)
        #expect(state["privacy"] == true)
        #expect(state["archived"] == true)
    }

    @Test func theDialectCanBeConfigured() throws {
        _ = try runner.run("redo-config", ["redo.dialect", "payload"])
        #expect(try commit("CREATE", "-f", "title=x").node["data"]?["payload"] != nil)
        #expect(
            try commit("CREATE", "-f", "title=x", "--dialect=fields").node["data"]?["fields"] != nil
        )
        try expectError(129, "USAGE", "CREATE", "-f", "title=x", "--dialect=other")
    }

    @Test func aKnownTaskIsNotCreatedAgain() throws {
        _ = try commit("CREATE", "--task", task, "-f", "title=x")
        try expectError(1, "E_DUPLICATE_CREATE", "CREATE", "--task", task, "-f", "title=y")
    }

    @Test func aNodeThatBreaksARuleIsNotWritten() throws {
        _ = try commit("CREATE", "--task", task, "-f", "title=x")
        try expectError(1, "E_SCHEMA_MISMATCH", "CREATE", "-f", "title=")
        try expectError(1, "E_SCHEMA_MISMATCH", "UPDATE", "--task", task, "-f", "priority=5")
        try expectError(1, "E_SCHEMA_MISMATCH", "UPDATE", "--task", task)
        try expectError(1, "E_FORBIDDEN_FIELD", "UPDATE", "--task", task, "-f", "guid=x")
        try expectError(
            1, "E_SCHEMA_MISMATCH", "UPDATE", "--task", task, "-f", "tags:=[]", "--dialect=payload")
        try expectError(
            1, "E_MISSING_DELETED_CHAIN", "DELETE", "--task", task, "--dialect", "payload")
        try expectError(1, "E_SCHEMA_MISMATCH", "CREATE", "-f", "title:={", "-f", "priority:=1")
        try expectError(1, "E_SCHEMA_MISMATCH", "CREATE", "--stdin", input: "[]")
        try expectError(1, "E_SCHEMA_MISMATCH", "CREATE", "--stdin", input: #"{"title":"x""#)
    }

    @Test func wrongUsage() throws {
        try expectError(129, "USAGE")
        try expectError(129, "USAGE", "create", "-f", "title=x")
        try expectError(129, "USAGE", "CREATE", "UPDATE")
        try expectError(129, "USAGE", "CREATE", "-f", "title")
        try expectError(129, "USAGE", "CREATE", "-f", "=x")
        try expectError(129, "USAGE", "CREATE", "-f", "title=x", "-f", "title=y")
        try expectError(129, "USAGE", "CREATE", "--task", "no uuid", "-f", "title=x")
        try expectError(129, "USAGE", "UPDATE", "--root", "-p", "0000", "-f", "title=x")
    }

    @Test func aNameThatMeansNothingIsAnError() throws {
        try expectError(128, "NAME_001", "UPDATE", "--task", "nobody", "-f", "title=x")
        try expectError(128, "NAME_001", "ARCHIVE", "-p", "0000")
    }

    @Test func withoutAKeyNothingIsWritten() throws {
        let keyless = try CommandRunner.withEmptyStore()
        let outcome = try keyless.run("redo-commit-node", ["CREATE", "-f", "title=x"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_002: "))
        #expect(outcome.codedError.contains("\nhint: 'redo keygen' creates one\n"))
        #expect(try keyless.objectNames().isEmpty)
    }

    /// Any client may write it, so this command may; it says so.
    @Test func aCircleOfDependenciesIsWrittenWithAWarning() throws {
        let store = try TaskStore()
        let milk = try store.add("Milk", "--draft")
        let bread = try store.add("Bread", "--draft", "--depends-on", milk)
        let harmless = try store.run(
            "commit-node", ["UPDATE", "--task", bread, "-f", "dependsOn:=[\"\(milk)\"]"])
        #expect(harmless.status == 0 && harmless.error.isEmpty, "\(harmless)")
        let outcome = try store.run(
            "commit-node", ["UPDATE", "--task", milk, "-f", "dependsOn:=[\"\(bread)\"]"])
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        #expect(
            outcome.codedError
                == "warning: USAGE: the task depends on itself now: Milk -> Bread -> Milk\n")
    }
}
