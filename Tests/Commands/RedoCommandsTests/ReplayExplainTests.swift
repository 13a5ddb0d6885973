import RedoJSON
import TestSupport
import Testing

/// `redo-replay --explain`: what became of each node, in words.
@Suite struct ReplayExplainTests {
    private let runner: CommandRunner
    private static let todo: JSONValue = "aaaaaaaa-0000-4000-8000-000000000001"

    init() throws { runner = try CommandRunner.withEmptyStore() }

    private func store(
        _ action: String, after parents: [String] = [], lamport: Int,
        task: String? = SampleNode.task(1),
        _ fields: JSONValue = [:]
    ) throws -> String {
        try runner.store(
            SampleNode(
                action: action, task: task, parents: parents, lamport: lamport, fields: fields))[0]
    }

    private func create(_ title: JSONValue = "plants") throws -> String {
        try store("CREATE", lamport: 1, ["title": title])
    }

    /// The lines below the heading, the first of which is checked.
    private func lines(_ arguments: String..., heading: String) throws -> [String] {
        let outcome = try runner.run("redo-replay", ["--explain"] + arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.lines.first == heading)
        return Array(outcome.lines.dropFirst())
    }

    private func short(_ id: String) -> String { String(id.dropFirst(7).prefix(7)) }

    private static let task = SampleNode.task(1)

    @Test func whatCountsAndWhatIsSkipped() throws {
        let root = try create()
        let unknown = try store("FROBNICATE", after: [root], lamport: 2)
        #expect(
            try lines(heading: "\(Self.task) plants: 1 of 2 nodes counts") == [
                "  + \(short(root)) CREATE: plants: counts",
                "  - \(short(unknown)) FROBNICATE: skipped, because this version "
                    + "does not know the action (RECONSTRUCT_002)",
            ])
    }

    @Test func whatStandsBeforeTheCreate() throws {
        let early = try runner.store(
            SampleNode(
                action: "ARCHIVE", wall: "2024-01-01T08:00:00.000Z", fields: [:]))[0]
        #expect(
            try lines(heading: "\(Self.task) (not in the state): 0 of 1 nodes count") == [
                "  - \(short(early)) ARCHIVE: has no effect: there is no CREATE that counts before it"
            ])
        let root = try create()
        #expect(
            try lines(heading: "\(Self.task) plants: 1 of 2 nodes counts").last
                == "  + \(short(root)) CREATE: plants: counts")
    }

    @Test func aDeletedTask() throws {
        let root = try create()
        let delete = try store("DELETE", after: [root], lamport: 2)
        #expect(
            try lines(heading: "\(Self.task) (not in the state): 0 of 2 nodes count") == [
                "  - \(short(root)) CREATE: plants: has no effect: \(short(delete)) deletes it",
                "  - \(short(delete)) DELETE: deletes the branch: 1 node has no effect",
            ])
    }

    @Test func aBranchThatIsBroughtBack() throws {
        let root = try create()
        let last = try store("ARCHIVE", after: [root], lamport: 2)
        let delete = try store("DELETE", after: [last], lamport: 3)
        let survivor = try store("UNARCHIVE", after: [root], lamport: 4)
        #expect(
            try lines(heading: "\(Self.task) plants: 2 of 4 nodes count") == [
                "  + \(short(root)) CREATE: plants: counts: \(short(delete)) deletes it, and "
                    + "\(short(survivor)), made without knowing of that, brings it back",
                "  - \(short(last)) ARCHIVE: has no effect: \(short(delete)) deletes it",
                "  - \(short(delete)) DELETE: deletes the branch: 1 node has no effect",
                "  + \(short(survivor)) UNARCHIVE: counts",
            ])
    }

    @Test func aTombstoneThatNamesAPartOfItsBranch() throws {
        let root = try create()
        let middle = try store("ARCHIVE", after: [root], lamport: 2)
        let last = try store("UNARCHIVE", after: [middle], lamport: 3)
        let chain = JSONValue.array([.string(JSONString(middle)), .string(JSONString(last))])
        let delete = try store("DELETE", after: [last], lamport: 4, ["deletedChain": chain])
        #expect(
            try lines(heading: "\(Self.task) plants: 1 of 4 nodes counts") == [
                "  + \(short(root)) CREATE: plants: counts",
                "  - \(short(middle)) ARCHIVE: has no effect: \(short(delete)) deletes it",
                "  - \(short(last)) UNARCHIVE: has no effect: \(short(delete)) deletes it",
                "  - \(short(delete)) DELETE: 2 nodes: deletes the branch: 2 nodes have no effect",
            ])
    }

    @Test func aTombstoneWhoseNodesLiveOn() throws {
        let root = try create()
        let last = try store("ARCHIVE", after: [root], lamport: 2)
        let chain = JSONValue.array([.string(JSONString(root))])
        let delete = try store("DELETE", after: [last], lamport: 3, ["deletedChain": chain])
        let lines = try lines(heading: "\(Self.task) plants: 2 of 3 nodes count")
        #expect(
            lines.last
                == "  - \(short(delete)) DELETE: 1 node: deletes the branch; what it names lives on "
                + "elsewhere")
    }

    @Test func whatIsRejectedSaysWhy() throws {
        let root = try create()
        let foreign = JSONValue.string(JSONString("sha256:" + String(repeating: "7", count: 64)))
        let bad = try store(
            "COMPLETE_TODO", after: [root], lamport: 2,
            ["completed": "2025-01-02T09:00:00Z", "todoTaskId": Self.todo])
        let below = try store("ARCHIVE", after: [bad], lamport: 3)
        let rival = try store("CREATE", after: [root], lamport: 4, ["title": "rival"])
        let delete = try store("DELETE", after: [root], lamport: 5, ["deletedChain": [foreign]])
        let after = try store("ARCHIVE", after: [delete], lamport: 6)
        let expected = [
            (bad, "E_INVALID_TODO_REF", "no earlier node creates the to-do that it names"),
            (below, "E_BROKEN_BRANCH", "its ancestor \(bad) is rejected"),
            (rival, "E_DUPLICATE_CREATE", "another CREATE creates the same task"),
            (after, "E_BROKEN_BRANCH", "its ancestor \(delete) deletes the branch"),
        ]
        let lines = try lines(heading: "\(Self.task) plants: 1 of 6 nodes counts")
        let findings = try jsonLines(runner.run("redo-verify", ["--json"]))
        for (id, code, reason) in expected {
            let line = try #require(lines.first { $0.hasPrefix("  - \(short(id)) ") })
            #expect(line.hasSuffix(": rejected: \(reason) (\(code))"))
            // The same words as of `redo verify`.
            let finding = try #require(findings.first { $0["id"]?.text == id })
            #expect(finding["code"]?.text == code)
            #expect(finding["detail"]?.text == reason)
        }
    }

    @Test func aMergeWhoseBaseIsNotAboveItsParents() throws {
        let task = try DivergedTask(left: ["title=left"], right: ["title=right"])
        let outcome = try task.store.run(
            "commit-node",
            ["MERGE", "--task", DivergedTask.id, "--dialect", "payload", "-f", "base=\(task.left)"])
        try #require(outcome.status == 0, "\(outcome)")
        let text = try task.store.run("replay", ["--explain"]).text
        #expect(
            text.hasSuffix(
                " MERGE: 2 heads: rejected: the base of the MERGE is not an ancestor "
                    + "of every parent (E_SCHEMA_MISMATCH)\n"), "\(text)")
    }

    @Test func whatBelongsToNoTaskStandsLast() throws {
        let root = try create()
        let taskless = try store("ARCHIVE", lamport: 1, task: nil)
        let unknown = try store("OPEN_ROOM", lamport: 2, task: nil)
        let lines = try lines(heading: "\(Self.task) plants: 1 of 1 nodes counts")
        #expect(
            lines == [
                "  + \(short(root)) CREATE: plants: counts", "(no task): 0 of 2 nodes count",
                "  - \(short(taskless)) ARCHIVE: rejected: a task action without taskId "
                    + "(RECONSTRUCT_001)",
                "  - \(short(unknown)) OPEN_ROOM: skipped, because this version "
                    + "does not know the action (RECONSTRUCT_002)",
            ])
    }

    @Test func oneTaskOrAnEarlierEnd() throws {
        let root = try create("\u{1B}[2Jplants\n")
        let last = try store("ARCHIVE", after: [root], lamport: 2)
        _ = try store("CREATE", lamport: 1, task: SampleNode.task(2), ["title": "lawn"])
        let title = "\u{FFFD}[2Jplants "
        #expect(
            try lines("--task", Self.task, heading: "\(Self.task) \(title): 2 of 2 nodes count")
                .count == 2)
        #expect(
            try lines("--at", root, heading: "\(Self.task) \(title): 1 of 1 nodes counts") == [
                "  + \(short(root)) CREATE: \(title): counts"
            ])
        #expect(
            try lines(
                "--at", last, "--task", SampleNode.task(2),
                heading: "\(SampleNode.task(2)) (not in the state): 0 of 0 nodes count") == [])
    }
}
