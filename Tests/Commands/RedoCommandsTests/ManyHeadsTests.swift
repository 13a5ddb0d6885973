import RedoJSON
import TestSupport
import Testing

/// A task with more heads than a node has parents: the ten latest are merged first.
@Suite struct ManyHeadsTests {
    let store: TaskStore
    let task: String

    init() throws {
        store = try TaskStore()
        task = try store.add(
            "Water", "--due", "2025-11-20T09:00:00.000Z", "--dialect", "payload")
    }

    /// How many heads, and how many MERGEs they need in each dialect.
    static let counts = [(11, 1, 2), (20, 2, 3)]

    @Test(arguments: TaskStore.dialects, counts)
    func theLatestTenAreMergedFirst(
        _ dialect: String, _ counts: (heads: Int, fields: Int, payload: Int)
    ) throws {
        _ = try store.diverge(task, into: counts.heads)
        let before = try #require(try store.state(of: task))
        let latest = try store.nodes(of: task).suffix(10).map(\.nodeID)
        let nodes = try store.nodesWritten(
            by: "edit", task, "-p", "5", "--dialect", dialect
        ).nodes
        let merges = dialect == "fields" ? counts.fields : counts.payload
        #expect(nodes.map(\.action) == Array(repeating: "MERGE", count: merges) + ["UPDATE"])
        #expect(nodes.allSatisfy { $0.dialect == dialect })
        #expect(Set(nodes[0].parents) == Set(latest))
        #expect(nodes.allSatisfy { $0.parents.count <= 10 })
        #expect(try store.heads(of: task) == [nodes.last?.nodeID])
        // The merges change nothing that is to be seen.
        let after = try #require(try store.state(of: task))
        #expect(after["priority"] == 5)
        for name in before.names where name != "priority" {
            #expect(after.member(name) == before.member(name), "\(name)")
        }
        try store.expectSound()
    }

    @Test(arguments: TaskStore.dialects)
    func allAreDeleted(_ dialect: String) throws {
        _ = try store.diverge(task, into: 12)
        let before = Set(try store.nodes(of: task).map(\.nodeID))
        let nodes = try store.nodesWritten(by: "delete", "--now", task, "--dialect", dialect).nodes
        let chain = nodes.last?.content?["deletedChain"]?.elements.map(\.text) ?? []
        #expect(Set(chain) == before.union(nodes.dropLast().map(\.nodeID)))
        #expect(chain.count == Set(chain).count)
        #expect(try store.state(of: task) == nil)
        try store.expectSound()
    }

    /// The eleventh head has the last change of the title, though ten heads are later than it. A
    /// MERGE of these ten, of which one has an older title, must not bring that back.
    @Test(arguments: TaskStore.dialects)
    func aChangeAtAHeadThatIsNotAmongTheTenStands(_ dialect: String) throws {
        func chain(_ fields: [String]) throws {
            var last = try #require(try store.nodes(of: task).first?.nodeID)
            for field in fields {
                last = try store.commit(
                    "UPDATE", "--task", task, "--parent", last, "--dialect", "payload", "-f", field)
            }
        }
        try chain(["title=Old", "priority:=1", "priority:=2", "priority:=4"])
        try chain(["privacy:=true", "title=New"])
        for number in 1...9 {
            try chain(["storyPoints:=1", "storyPoints:=2", "storyPoints:=\(number)"])
        }
        #expect(try store.heads(of: task).count == 12)
        #expect(try store.state(of: task)?["title"] == "New")
        let before = try #require(try store.state(of: task))
        _ = try store.nodesWritten(
            by: "edit", task, "--description", "x", "--dialect", dialect)
        let after = try #require(try store.state(of: task))
        for name in before.names where name != "description" {
            #expect(after.member(name) == before.member(name), "\(name)")
        }
        try store.expectSound()
    }
}
