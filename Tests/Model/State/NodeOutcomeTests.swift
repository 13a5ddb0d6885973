import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What became of each node, in cases made by hand. Nodes are told by their place in the order.
///
/// ```
/// A ── B ── C ── X      0  1  2  4
///      └── E                 3
/// ```
@Suite struct NodeOutcomeTests {
    private let example: DeletionExample
    private var a: Node { example.a }
    private var b: Node { example.b }
    private var c: Node { example.c }
    private var e: Node { example.e }

    init() throws { example = try DeletionExample() }

    private func delete(
        after node: Node, burying chain: [Node]?, minute: Int = 180
    ) throws -> Node {
        try example.delete(after: node, burying: chain?.map(\.reference), minute: minute)
    }

    func outcomes(_ nodes: Node..., at end: Int? = nil) -> [NodeOutcome?] {
        Replay(nodes.inReplayOrder).outcomes(among: end.map { [$0] })
    }

    @Test func whatIsFoldedCounts() {
        #expect(outcomes(a, b, c, e) == [.counts, .counts, .counts, .counts])
    }

    @Test func aDeletedTaskIsBuriedByItsTombstone() throws {
        let x = try delete(after: c, burying: [a, b, c])
        let buried = NodeOutcome.isBuried(tombstone: 3)
        #expect(outcomes(a, b, c, x) == [buried, buried, buried, .tombstone(buried: 3)])
    }

    @Test func aSurvivorBringsItsAncestorsBack() throws {
        for chain in [[a, b, c], nil] {
            let x = try delete(after: c, burying: chain)
            let again = NodeOutcome.countsAgain(tombstone: 4, survivor: 3)
            #expect(
                outcomes(a, b, c, e, x) == [
                    again, again, .isBuried(tombstone: 4), .counts, .tombstone(buried: 1),
                ])
        }
    }

    @Test func aTombstoneWithoutAnyoneToBuryBuriesNothing() throws {
        let x = try delete(after: c, burying: [e])
        #expect(
            outcomes(a, b, c, e, x) == [.counts, .counts, .counts, .counts, .tombstone(buried: 0)])
    }

    @Test func ofTwoTombstonesTheFirstIsNamed() throws {
        let x = try delete(after: c, burying: nil)
        let y = try delete(after: e, burying: nil, minute: 300)
        let first = NodeOutcome.isBuried(tombstone: 4)
        #expect(
            outcomes(a, b, c, e, x, y) == [
                first, first, first, .isBuried(tombstone: 5), .tombstone(buried: 3),
                .tombstone(buried: 3),
            ])
    }

    @Test func whatFollowsATombstoneIsRejectedByIt() throws {
        let x = try delete(after: c, burying: nil)
        let after = try Writer.ben.node(.archive, after: [x], minute: 300)
        #expect(outcomes(a, b, c, x, after)[4] == .isRejected(.brokenBranch, culprit: 3))
    }

    @Test func aRejectedNodeHasItsCode() throws {
        let bad = try Writer.ben.node(
            .completeTodo, after: [b], minute: 240,
            ["completed": "2025-01-02T09:00:00Z", "todoTaskId": Sample.todo])
        let below = try Writer.ben.node(.archive, after: [bad], minute: 241)
        #expect(
            outcomes(a, b, bad, below).suffix(2) == [
                .isRejected(.invalidTodoReference, culprit: nil),
                .isRejected(.brokenBranch, culprit: 2),
            ])
    }

    @Test func anUnknownActionIsSkippedEvenWhereItIsDeleted() throws {
        let unknown = try Writer.ben.node(Action("FROBNICATE")!, after: [a], minute: 60)
        #expect(outcomes(a, unknown) == [.counts, .isSkipped])
        #expect(outcomes(a, unknown, try delete(after: unknown, burying: nil))[1] == .isSkipped)
        let taskless = try Writer.ben.node(Action("FROBNICATE")!, task: nil, minute: 60)
        #expect(outcomes(a, taskless) == [.counts, .isSkipped])
    }

    @Test func aTaskActionWithoutATaskIsRejected() throws {
        let taskless = try Writer.ben.node(.delete, task: nil, after: [a], minute: 60)
        #expect(outcomes(a, taskless) == [.counts, .isRejected(.missingTaskID, culprit: nil)])
    }

    @Test func whatStandsBeforeTheCreateHasNoEffect() throws {
        let early = try Writer.ben.node(.update, minute: -1, ["title": "early"])
        #expect(outcomes(early, a) == [.hasNoCreate, .counts])
        #expect(outcomes(early) == [.hasNoCreate])
    }

    @Test func whatACreateLeavesWhenItIsDeletedHasNoEffect() throws {
        let x = try delete(after: a, burying: nil, minute: 1)
        let stray = try Writer.ben.node(.update, lamport: 2, minute: 2, ["title": "stray"])
        #expect(
            outcomes(a, x, stray) == [.isBuried(tombstone: 1), .tombstone(buried: 1), .hasNoCreate])
    }

    @Test func theReplayCanEndEarlier() throws {
        let x = try delete(after: c, burying: nil)
        let again = NodeOutcome.countsAgain(tombstone: 4, survivor: 3)
        #expect(outcomes(a, b, c, e, x)[0] == again)
        // E is not above X, so nothing of the task is left there.
        let buried = NodeOutcome.isBuried(tombstone: 4)
        #expect(
            outcomes(a, b, c, e, x, at: 4) == [buried, buried, buried, nil, .tombstone(buried: 3)])
        #expect(outcomes(a, b, c, e, x, at: 1) == [.counts, .counts, nil, nil, nil])
    }
}
