import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Ids in packs that stay open, and their order in a column.
@Suite struct PackedIDsTests {
    @Test func packedNodesAreFoundAndOthersNot() throws {
        let temporary = try TemporaryStore()
        let nodes = try (0..<20).map { try Sample.node($0) }
        try temporary.admit(Array(nodes[..<10]))
        let empty = try temporary.store.packedIDs()
        #expect(nodes.allSatisfy { !empty.contains($0.id) })
        _ = try temporary.store.pack(.all)
        let ids = try temporary.store.packedIDs()
        #expect(nodes.map { ids.contains($0.id) } == nodes.indices.map { $0 < 10 })
    }

    /// Pairs of ids that differ first in each byte, either way, and one that is the same.
    @Test func neighboursInAColumnAreComparedByTheirBytes() {
        for place in 0..<32 {
            var low = [UInt8](repeating: 0x7F, count: 32)
            var high = low
            (low[place], high[place]) = (0x7F, 0x80)
            // What follows does not matter.
            for later in place + 1..<32 { (low[later], high[later]) = (0xFF, 0) }
            let both = low + high + low + low
            let column = Column<NodeID>(both.span)
            #expect(column.ascends(at: 1) && !column.ascends(at: 2) && !column.ascends(at: 3))
            #expect(column[1] > column[0])
        }
    }
}
