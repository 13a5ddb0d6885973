import RedoJSON
import TestSupport
import Testing

/// `redo delete --now`: a DELETE that names all nodes of the task (protocol, section 7).
@Suite struct DeleteTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    static let due = "2025-11-20T09:00:00.000Z"

    /// The ids that a DELETE names, as they stand.
    func chain(_ node: JSONValue?) -> [String?] {
        node?.content?["deletedChain"]?.elements.map(\.text) ?? []
    }

    @Test(arguments: TaskStore.dialects)
    func theChainIsEveryNodeFromTheRootToTheHead(_ dialect: String) throws {
        let task = try store.add("Water", "--due", Self.due, "--dialect", dialect)
        try store.add("Other", "--draft")
        _ = try store.run("edit", [task, "-p", "5", "--dialect", dialect])
        let before = try store.nodes(of: task)
        let (text, nodes) = try store.nodesWritten(
            by: "delete", "--now", "Water", "--dialect", dialect)
        #expect(text == "deleted Water\n")
        try #require(nodes.count == 1)
        #expect(nodes[0].action == "DELETE" && nodes[0].dialect == dialect)
        #expect(nodes[0].parents == [before.last?.nodeID])
        #expect(nodes[0].lamport == 4)
        #expect(nodes[0].content?.names == ["deletedChain"])
        #expect(chain(nodes[0]) == before.map(\.nodeID))
        #expect(try store.state(of: task) == nil)
        #expect(try store.tasks().map { $0["title"]?.text } == ["Other"])
        #expect(try store.run("heads", [task]).output.isEmpty)
        try store.expectSound()
    }

    @Test func theFieldsDialectFollowsAndNamesAllHeads() throws {
        let task = try store.add("Water")
        let heads = try store.diverge(task, into: 3)
        let before = try store.nodes(of: task)
        let nodes = try store.nodesWritten(by: "delete", "--now", "Water").nodes
        #expect(nodes.map(\.action) == ["DELETE"])
        #expect(Set(nodes[0].parents) == heads)
        #expect(chain(nodes[0]) == before.map(\.nodeID))
        #expect(try store.state(of: task) == nil)
        try store.expectSound()
    }

    @Test func thePayloadDialectNamesTheMergeToo() throws {
        let task = try store.add("Water", "--due", Self.due, "--dialect", "payload")
        let heads = try store.diverge(task, into: 3)
        let before = try store.nodes(of: task)
        let nodes = try store.nodesWritten(
            by: "delete", "--now", "Water", "--dialect", "payload"
        ).nodes
        try #require(nodes.map(\.action) == ["MERGE", "DELETE"])
        #expect(Set(nodes[0].parents) == heads)
        #expect(nodes[1].parents == [nodes[0].nodeID])
        #expect(chain(nodes[1]) == (before + [nodes[0]]).map(\.nodeID))
        #expect(try store.state(of: task) == nil)
        try store.expectSound()
    }

    @Test func aTaskThatWasMergedBeforeIsDeletedWhole() throws {
        let task = try store.add("Water")
        _ = try store.diverge(task)
        _ = try store.run("edit", [task, "-p", "5", "--dialect", "payload"])
        _ = try store.diverge(task)
        let before = try store.nodes(of: task)
        #expect(before.contains { $0.action == "MERGE" })
        let nodes = try store.nodesWritten(by: "delete", "--now", task).nodes
        #expect(chain(nodes.last) == before.map(\.nodeID))
        #expect(try store.state(of: task) == nil)
    }

    /// Parents of other tasks only order; they are not part of the chain.
    @Test func nodesOfOtherTasksAreNotNamed() throws {
        let task = try store.add("Water", "--draft")
        try store.add("Other", "--draft")
        let other = try #require(try store.nodes().first { $0["taskId"]?.text != task }?.nodeID)
        let root = try #require(try store.nodes(of: task).first?.nodeID)
        try store.commit(
            "UPDATE", "--task", task, "-p", root, "-p", other, "-f", "priority:=5")
        let before = try store.nodes(of: task)
        let nodes = try store.nodesWritten(by: "delete", "--now", task).nodes
        #expect(chain(nodes.last) == before.map(\.nodeID))
        #expect(try store.tasks().map { $0["title"]?.text } == ["Other"])
    }

    @Test func anActionThatThisVersionDoesNotKnowIsNamedToo() throws {
        let task = try store.add("Water", "--draft")
        try store.commit("HABIT_LOG", "--task", task, "-f", "count:=1")
        let before = try store.nodes(of: task)
        let nodes = try store.nodesWritten(by: "delete", "--now", task).nodes
        #expect(chain(nodes.last) == before.map(\.nodeID))
        #expect(try store.state(of: task) == nil)
    }

    @Test(arguments: TaskStore.dialects)
    func aTaskIsNotDeletedTwice(_ dialect: String) throws {
        let task = try store.add("Water", "--draft", "--dialect", dialect)
        _ = try store.nodesWritten(by: "delete", "--now", "Water", "--dialect", dialect)
        try store.expectNothingWritten(
            by: "delete", ["--now", task, "--dialect", dialect], status: 128,
            error: "error: NAME_001: the task \(task) is deleted\n")
        try store.expectNothingWritten(
            by: "delete", ["--now", "Water", "--dialect", dialect], status: 128,
            error: "error: NAME_001: there is no task 'Water'\n")
    }

    @Test(arguments: [[], ["Water", "--force", "--dialect", "pidgin"]])
    func wrongUsageWritesNothing(_ arguments: [String]) throws {
        try store.add("Water", "--draft")
        try store.expectNothingWritten(
            by: "delete", ["--now"] + arguments, status: 129, error: "error: USAGE: ")
    }
}
