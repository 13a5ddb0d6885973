import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// The worked example of deletion (protocol, section 7) and its variations.
///
/// ```
/// A ── B ── C ── X
///      └── E
/// ```
@Suite struct SurvivorsTests {
    private let example: DeletionExample
    private var a: Node { example.a }
    private var b: Node { example.b }
    private var c: Node { example.c }
    private var e: Node { example.e }

    init() throws { example = try DeletionExample() }

    var wholeChain: [JSONValue] { [a, b, c].map(\.reference) }

    func survivors(_ nodes: Node...) -> [NodeID] {
        let sorted = nodes.inReplayOrder
        return HistoryValidation(sorted).survivors(sorted)[0].map { sorted[$0].id }
    }

    @Test func withoutAnotherBranchNothingIsLeft() throws {
        #expect(survivors(a, b, c, try example.delete(after: c, burying: wholeChain)) == [])
    }

    @Test func withoutAChainAllAncestorsAreBuried() throws {
        #expect(survivors(a, b, c, try example.delete(after: c, burying: nil)) == [])
    }

    @Test func aNodeThatTheTombstoneHadNotSeenBringsItsAncestorsBack() throws {
        for chain in [wholeChain, nil] {
            let x = try example.delete(after: c, burying: chain)
            #expect(survivors(a, b, c, e, x) == [a, b, e].inReplayOrder.map(\.id))
        }
    }

    @Test func aTombstoneBuriesNothingThatItHadNotSeen() throws {
        let foreign: JSONValue = .string(JSONString("sha256:" + String(repeating: "7", count: 64)))
        let x = try example.delete(after: c, burying: wholeChain + [e.reference, foreign])
        #expect(survivors(a, b, c, e, x) == [a, b, e].inReplayOrder.map(\.id))
    }

    @Test func aChainWithoutAnAncestorBuriesNothing() throws {
        let x = try example.delete(after: c, burying: [e.reference])
        #expect(survivors(a, b, c, e, x) == [a, b, c, e].inReplayOrder.map(\.id))
    }

    @Test func anAncestorThatIsNotNamedSurvives() throws {
        let x = try example.delete(after: c, burying: [c.reference])
        #expect(survivors(a, b, c, x) == [a, b].map(\.id))
    }

    @Test func aSecondTombstoneBuriesTheOtherBranch() throws {
        for chain in [[a, b, e].map(\.reference), nil] {
            let x = try example.delete(after: c, burying: wholeChain)
            let y = try example.delete(after: e, burying: chain, minute: 300)
            #expect(survivors(a, b, c, e, x, y) == [])
        }
    }

    @Test func whatFollowsATombstoneChangesNothing() throws {
        let x = try example.delete(after: c, burying: wholeChain)
        let f = try Writer.ben.node(.archive, after: [x], minute: 300)
        let merge = try Writer.ben.node(.merge, after: [x, e], minute: 310, ["title": "joined"])
        #expect(survivors(a, b, c, e, x, f, merge) == [a, b, e].inReplayOrder.map(\.id))
    }

    @Test func aSkippedNodeKeepsATaskAlive() throws {
        let unknown = try Writer.ben.node(Action("FROBNICATE")!, after: [b], minute: 240)
        let x = try example.delete(after: c, burying: wholeChain)
        #expect(survivors(a, b, c, unknown, x) == [a, b, unknown].inReplayOrder.map(\.id))
    }

    @Test func aRejectedNodeKeepsNothingAlive() throws {
        let rejected = try Writer.ben.node(
            .completeTodo, after: [b], minute: 240,
            ["todoTaskId": Sample.todo, "completed": "2025-01-02T09:00:00Z"])
        #expect(
            survivors(a, b, c, rejected, try example.delete(after: c, burying: wholeChain)) == [])
    }

    @Test func aTombstoneOfOneTaskLeavesTheOtherAlone() throws {
        let other = try Writer.ben.node(
            .create, task: Sample.otherTask, after: [b], minute: 240, ["title": "other"])
        let x = try Writer.ana.node(.delete, after: [c, other], minute: 300)
        let sorted = [a, b, c, other, x].inReplayOrder
        #expect(
            HistoryValidation(sorted).survivors(sorted).map { $0.map { sorted[$0].id } } == [
                [], [other.id],
            ])
    }
}
