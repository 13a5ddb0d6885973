import RedoJSON
import TestSupport
import Testing

/// A tombstone of another program that names only the last node: the task lives, without a head.
@Suite struct PartialTombstoneTests {
    let store: TaskStore
    let task: String
    /// CREATE, CREATE_TODO, an UPDATE of the title, and the DELETE of that UPDATE.
    let ids: [String]

    init() throws {
        store = try TaskStore()
        task = try store.add("Water", "--due", "2025-11-20T09:00:00.000Z")
        _ = try store.run("edit", [task, "--title", "Fern"])
        let last = try #require(store.nodes().last?.nodeID)
        try store.commit("DELETE", "--task", task, "-f", #"deletedChain:=["\#(last)"]"#)
        ids = try store.nodes().compactMap(\.nodeID)
        try #require(try store.run("heads", [task]).output.isEmpty)
        try #require(try store.state(of: task)?["title"] == "Water")
    }

    @Test(arguments: TaskStore.dialects)
    func anEditHasAnEffect(_ dialect: String) throws {
        let nodes = try store.nodesWritten(
            by: "edit", task, "--description", "again", "--dialect", dialect
        ).nodes
        #expect(nodes.map(\.parents) == [[ids[1]]])
        #expect(nodes.map(\.lamport) == [3])
        let state = try #require(try store.state(of: task))
        #expect(state["description"] == "again" && state["title"] == "Water")
        try store.expectSound()
    }

    @Test(arguments: TaskStore.dialects)
    func itsToDoIsDone(_ dialect: String) throws {
        let nodes = try store.nodesWritten(by: "done", task, "--dialect", dialect).nodes
        #expect(nodes.map(\.parents) == [[ids[1]]])
        #expect(try store.state(of: task)?.todos.first?["completed"]?.isNull == false)
        try store.expectSound()
    }

    @Test(arguments: TaskStore.dialects)
    func aDeletionDeletesIt(_ dialect: String) throws {
        let nodes = try store.nodesWritten(by: "delete", "--now", task, "--dialect", dialect).nodes
        #expect(nodes.map(\.parents) == [[ids[1]]])
        #expect(nodes.first?.content?["deletedChain"]?.elements.map(\.text) == [ids[0], ids[1]])
        #expect(try store.state(of: task) == nil)
        try store.expectNothingWritten(
            by: "delete", ["--now", task], status: 128,
            error: "error: NAME_001: the task \(task) is deleted\n")
        try store.expectSound()
    }

    /// A head beside what the tombstone left: both are followed.
    @Test func headsAreFollowedToo() throws {
        let side = try store.commit(
            "UPDATE", "--task", task, "--parent", ids[0], "-f", "description=side")
        #expect(try store.heads(of: task) == [side])
        let nodes = try store.nodesWritten(by: "edit", task, "-p", "5").nodes
        #expect(nodes.map { Set($0.parents) } == [[ids[1], side]])
        _ = try store.nodesWritten(by: "delete", "--now", task)
        #expect(try store.state(of: task) == nil)
    }
}
