import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Heads of a task (protocol, section 5), in cases made by hand.
@Suite struct HeadsTests {
    let create: Node
    let update: Node

    init() throws {
        create = try Writer.ana.node(.create, minute: 0, ["title": "one"])
        update = try Writer.ana.node(.update, after: [create], minute: 1, ["title": "two"])
    }

    func heads(_ nodes: Node...) -> [[NodeID]] {
        let sorted = nodes.inReplayOrder
        return HistoryValidation(sorted).heads().map { $0.map { sorted[$0].id } }
    }

    @Test func theLastNodeOfAChainIsTheHead() {
        #expect(heads(create, update) == [[update.id]])
    }

    @Test func concurrentNodesAreTwoHeads() throws {
        let other = try Writer.ben.node(.archive, after: [create], minute: 2)
        #expect(heads(create, update, other) == [[update.id, other.id]])
    }

    @Test func aMergeJoinsHeads() throws {
        let other = try Writer.ben.node(.archive, after: [create], minute: 2)
        let merge = try Writer.ben.node(.merge, after: [update, other], minute: 3)
        #expect(heads(create, update, other, merge) == [[merge.id]])
    }

    @Test func aRejectedNodeIsNoHeadAndHidesNone() throws {
        let rejected = try Writer.ben.node(
            .completeTodo, after: [update], minute: 2,
            ["todoTaskId": Sample.todo, "completed": "2025-01-02T09:00:00Z"])
        #expect(heads(create, update, rejected) == [[update.id]])
    }

    @Test func aDeleteIsNoHeadAndEndsItsBranch() throws {
        let delete = try Writer.ben.node(.delete, after: [update], minute: 2)
        #expect(heads(create, update, delete) == [[]])
    }

    @Test func aSurvivorOfADeletionIsTheHead() throws {
        let survivor = try Writer.ben.node(.archive, after: [create], minute: 2)
        let delete = try Writer.ana.node(.delete, after: [update], minute: 3)
        #expect(heads(create, update, survivor, delete) == [[survivor.id]])
    }

    @Test func aSkippedNodeIsAHead() throws {
        let unknown = try Writer.ben.node(Action("FROBNICATE")!, after: [update], minute: 2)
        #expect(heads(create, update, unknown) == [[unknown.id]])
    }

    @Test func aChildInAnotherTaskHidesNoHead() throws {
        let foreign = try Writer.ben.node(
            .create, task: Sample.otherTask, after: [update], minute: 2, ["title": "three"])
        #expect(heads(create, update, foreign) == [[update.id], [foreign.id]])
    }

    @Test func aNodeIsNoHeadIfItsTaskGoesOnBelowAnother() throws {
        let foreign = try Writer.ben.node(
            .create, task: Sample.otherTask, after: [update], minute: 2, ["title": "three"])
        let archive = try Writer.ana.node(.archive, after: [foreign], minute: 3)
        #expect(heads(create, update, foreign, archive) == [[archive.id], [foreign.id]])
        // A DELETE that has seen it hides it, too.
        let delete = try Writer.ana.node(.delete, after: [foreign], minute: 3)
        #expect(heads(create, update, foreign, delete) == [[], [foreign.id]])
    }

    @Test func aNodeWithoutATaskIsNoHead() throws {
        let taskless = try Writer.ben.node(.archive, task: nil, minute: 2)
        #expect(heads(create, taskless) == [[create.id]])
    }
}
