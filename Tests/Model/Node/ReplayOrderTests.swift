import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// The total order of nodes: lamport, then wall time, then id (protocol, section 5).
@Suite struct ReplayOrderTests {
    static func position(_ lamport: Int, _ second: Int64, _ id: Int) -> ReplayPosition {
        ReplayPosition(
            timestamp: Timestamp(lamport: lamport, wall: Instant(milliseconds: second * 1000)),
            id: Sample.id(id))
    }

    static let ascending = [
        position(1, 9, 9), position(2, 1, 9), position(2, 2, 1), position(2, 2, 2),
        position(2, 3, 1), position(10, 0, 0), position(9_007_199_254_740_991, 0, 0),
    ]

    @Test func positionsAreSortedByLamportThenWallThenID() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<20 {
            let shuffled = Self.ascending.shuffled(using: &generator)
            #expect(shuffled.sorted() == Self.ascending, seed.replay)
        }
    }

    @Test func noPositionIsBeforeItself() {
        for position in Self.ascending { #expect(!(position < position)) }
    }

    @Test func aNodeHasThePositionOfItsTimestampAndID() throws {
        let draft = Sample.draft(.create, .fields, lamport: 7, fields: ["title": "t"])
        let node = try draft.unsignedNode(validator: NodeValidator())
        #expect(node.position.timestamp == Timestamp(lamport: 7, wall: Sample.wall))
        #expect(node.position.id == node.id)
    }
}
