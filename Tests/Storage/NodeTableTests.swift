import RedoCrypto
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Nodes of a pack by their numbers and their ids.
@Suite struct NodeTableTests {
    /// - Parameter first: makes the first word of an id of a random one.
    private static func ids(
        _ count: Int, _ random: inout SeededGenerator, first: (UInt64) -> UInt64
    ) -> [NodeID] {
        (0..<count).map { _ in
            NodeID(
                Digest(words: first(random.next()), random.next(), random.next(), random.next()))
        }
    }

    /// Also ids that begin alike, as somebody can make them.
    @Test(arguments: [0, 1, 2, 63, 64, 1000, 5000])
    func everyNodeIsFoundAndTheyAreSorted(_ count: Int) throws {
        let seed = Seed()
        var random = seed.generator
        for first in [{ $0 }, { $0 & 3 }, { _ in 7 }] as [(UInt64) -> UInt64] {
            let ids = Self.ids(count, &random, first: first)
            var table = NodeTable()
            for id in ids { table.append(id) }
            #expect(table.count == count && table.ids == ids, seed.replay)
            #expect(ids.map { table.number(of: $0) } == ids.indices.map { UInt32($0) }, seed.replay)
            for id in Self.ids(20, &random, first: first) {
                #expect(table.number(of: id) == nil, seed.replay)
            }
            let sorted = table.numbersByID.map { ids[Int($0)] }
            #expect(sorted == ids.sorted(), seed.replay)
        }
    }

    @Test func ofSeveralWithOneIDTheLatestIsFound() {
        var table = NodeTable()
        let ids = [1, 2, 1].map { NodeID(Digest(words: $0, 0, 0, 0)) }
        for id in ids { table.append(id) }
        #expect(table.number(of: ids[0]) == 2 && table.number(of: ids[1]) == 1)
        #expect(table.numbersByID == [0, 2, 1])
    }
}
