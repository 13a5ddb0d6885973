import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// The file that remembers the heads of a pack.
@Suite struct PackHeadsTests {
    private func heads(_ nodes: [Node]) throws -> PackHeads {
        let temporary = try TemporaryStore()
        let name = try temporary.writePack(nodes)
        let index = try temporary.store.packs.index(of: name, using: PackHeads.chunks)
        return try #require(PackHeads(of: index))
    }

    @Test func theyAreTheNodesWithoutAChildInThePack() throws {
        let chain = try Sample.chain(4)
        #expect(try heads(chain).ids == [chain[3].id])
        #expect(try heads([chain[0], chain[2]]).ids == [chain[0].id, chain[2].id].sorted())
        #expect(try heads(chain).nodeCount == 4)
    }

    @Test func aFileIsReadAsItWasWritten() throws {
        let heads = try heads(Sample.longNodes())
        #expect(heads.ids.count == 12)
        #expect(PackHeads(heads.bytes.span) == heads)
    }

    @Test func anyChangeOfAByteIsNoticed() throws {
        let bytes = try heads(Sample.chain(2)).bytes
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(PackHeads(changed.span) == nil, "byte \(place)")
            let part = Array(bytes[..<place])
            #expect(PackHeads(part.span) == nil, "the first \(place) bytes")
        }
        let longer = bytes + [0]
        #expect(PackHeads(longer.span) == nil)
    }
}
