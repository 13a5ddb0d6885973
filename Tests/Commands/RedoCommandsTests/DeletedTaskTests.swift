import RedoJSON
import TestSupport
import Testing

/// What can happen to a task that is deleted: a node from inside its chain brings it back.
@Suite struct DeletedTaskTests {
    let store: TaskStore
    let task: String
    /// CREATE, CREATE_TODO, an UPDATE of the title, and the DELETE.
    let ids: [String]

    init() throws {
        store = try TaskStore()
        task = try store.add("Water", "--due", "2025-11-20T09:00:00.000Z")
        _ = try store.run("edit", [task, "--title", "Fern"])
        _ = try store.run("delete", ["--now", task])
        ids = try store.nodes().compactMap(\.nodeID)
        try #require(ids.count == 4)
        try #require(try store.state(of: task) == nil)
    }

    @Test(arguments: TaskStore.dialects)
    func nothingFollowsItsTombstone(_ dialect: String) throws {
        for action in ["UPDATE", "ARCHIVE"] {
            let fields = action == "UPDATE" ? ["-f", "priority:=5"] : []
            try store.expectNothingWritten(
                by: "commit-node", [action, "--task", task, "--dialect", dialect] + fields,
                status: 1,
                error: "error: E_BROKEN_BRANCH: the task \(task) is deleted: nothing can follow it")
        }
    }

    @Test(arguments: [
        "edit -p 5", "todo --due today", "snooze --days 1", "archive", "done", "delete",
        "delete --now",
    ])
    func noCommandFindsIt(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        try store.expectNothingWritten(
            by: words[0], words.dropFirst() + [task], status: 128,
            error: "error: NAME_001: the task \(task) is deleted\n")
    }

    /// What another device made without knowing of the deletion.
    @Test(arguments: TaskStore.dialects)
    func aNodeFromInsideTheChainBringsItBackWithItsAncestors(_ dialect: String) throws {
        let survivor = try store.commit(
            "UPDATE", "--task", task, "--parent", ids[1], "--dialect", dialect, "-f",
            "description=again")
        let state = try #require(try store.state(of: task))
        // The other branch, with its title, stays deleted.
        #expect(state["title"] == "Water")
        #expect(state["description"] == "again")
        #expect(state.todos.count == 1)
        #expect(try store.heads(of: task) == [survivor])

        let edited = try store.nodesWritten(
            by: "edit", task, "-p", "5", "--dialect", dialect
        ).nodes
        #expect(edited.map(\.parents) == [[survivor]])
        #expect(try store.state(of: task)?["priority"] == 5)

        let deleted = try store.nodesWritten(by: "delete", "--now", task, "--dialect", dialect)
            .nodes
        #expect(
            deleted.last?.content?["deletedChain"]?.elements.map(\.text)
                == [ids[0], ids[1], survivor, edited.last?.nodeID])
        #expect(try store.state(of: task) == nil)
        try store.expectSound()
    }

    /// A node below the tombstone itself is rejected by every replay, so it brings nothing back.
    @Test func aNodeBelowTheTombstoneChangesNothing() throws {
        let node = try store.commit(
            "UPDATE", "--task", task, "--parent", ids[3], "-f", "description=again")
        #expect(try store.state(of: task) == nil)
        #expect(try store.run("replay", ["--rejected"]).text == "\(node)\tE_BROKEN_BRANCH\n")
    }
}
