import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What a new node of a task follows (protocol, section 5).
@Suite struct EndsTests {
    let a: Node
    let b: Node
    let c: Node

    init() throws {
        a = try Writer.ana.node(.create, minute: 0, ["title": "Water the plants"])
        b = try Writer.ana.node(.update, after: [a], minute: 60, ["title": "one"])
        c = try Writer.ana.node(.update, after: [b], minute: 120, ["title": "two"])
    }

    func delete(after node: Node, burying chain: [Node]?) throws -> Node {
        let fields: JSONValue =
            chain.map { ["deletedChain": .array($0.map(\.reference))] } ?? [:]
        return try Writer.ana.node(.delete, after: [node], minute: 180, fields)
    }

    /// The ends of the first task.
    func ends(_ nodes: Node...) -> [NodeID] {
        let sorted = nodes.inReplayOrder
        return HistoryValidation(sorted).ends(sorted)[0].map { sorted[$0].id }
    }

    @Test func withoutADeletionTheyAreTheHeads() throws {
        let side = try Writer.ben.node(.archive, after: [a], minute: 90)
        #expect(ends(a, b, c) == [c.id])
        #expect(ends(a, b, c, side) == [side.id, c.id])
    }

    @Test func aTaskThatIsDeletedHasNone() throws {
        #expect(ends(a, b, c, try delete(after: c, burying: [a, b, c])) == [])
        #expect(ends(a, b, c, try delete(after: c, burying: nil)) == [])
    }

    @Test func whatAPartialTombstoneLeavesIsFollowed() throws {
        let x = try delete(after: c, burying: [c])
        #expect(ends(a, b, c, x) == [b.id])
        let nodes = [a, b, c, x]
        #expect(HistoryValidation(nodes).heads() == [[]])
    }

    @Test func aNamedNodeAboveOneThatIsLeftIsNoEnd() throws {
        #expect(ends(a, b, c, try delete(after: c, burying: [a, b])) == [c.id])
    }

    @Test func whatIsLeftStandsBesideTheHeads() throws {
        let side = try Writer.ben.node(.archive, after: [a], minute: 90)
        let x = try delete(after: c, burying: [c])
        #expect(ends(a, b, c, side, x) == [b, side].inReplayOrder.map(\.id))
        let next = try Writer.ben.node(.unarchive, after: [b, side], minute: 200)
        #expect(ends(a, b, c, side, x, next) == [next.id])
    }

    @Test func aRejectedNodeIsNoEndAndHidesNone() throws {
        let bad = try Writer.ben.node(
            .completeTodo, after: [c], minute: 240,
            ["completed": "2025-01-02T09:00:00Z", "todoTaskId": Sample.todo])
        #expect(ends(a, b, c, bad) == [c.id])
    }

    @Test func aSkippedNodeIsFollowed() throws {
        let unknown = try Writer.ben.node(Action("FROBNICATE")!, after: [c], minute: 240)
        #expect(ends(a, b, c, unknown) == [unknown.id])
    }

    @Test func theTaskGoesOnBelowNodesOfAnother() throws {
        let other = try Writer.ben.node(
            .create, task: Sample.otherTask, after: [c], minute: 130, ["title": "other"])
        let below = try Writer.ben.node(.archive, after: [other], minute: 140)
        #expect(ends(a, b, c, other) == [c.id])
        #expect(ends(a, b, c, other, below) == [below.id])
    }
}
