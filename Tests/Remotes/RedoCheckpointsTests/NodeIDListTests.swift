import Foundation
import RedoCheckpoints
import RedoModel
import SampleNodes
import TestSupport
import Testing

@Suite struct NodeIDListTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func list(_ bytes: [UInt8]) throws -> NodeIDList? {
        let path = folder.path + "/list"
        try Data(bytes).write(to: URL(filePath: path))
        return NodeIDList(reading: path)
    }

    @Test func itHasWhatWasWritten() throws {
        // The last one has more than one piece for the checksum.
        for count in [0, 1, 2, 100, 40_000] {
            let ids = (0..<count).map { Sample.id(2 * $0) }
            let list = try #require(try list(NodeIDList.bytes(of: ids)))
            #expect(list.count == count && (0..<count).map { list[$0] } == ids)
            #expect(ids.allSatisfy(list.contains))
            #expect((0...count).allSatisfy { !list.contains(Sample.id(2 * $0 + 1)) })
        }
    }

    /// A list that lacked a node unseen would keep the node from being sent.
    @Test func aDamagedListIsNone() throws {
        let bytes = NodeIDList.bytes(of: (0..<3).map(Sample.id))
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x80
            #expect(try list(damaged) == nil)
        }
        #expect(try list(Array(bytes.dropLast())) == nil)
        // In each of two pieces.
        let long = NodeIDList.bytes(of: (0..<40_000).map(Sample.id))
        for place in [8, 1 << 20, long.count - 9] {
            var damaged = long
            damaged[place] ^= 1
            #expect(try list(damaged) == nil)
        }
        #expect(try list([]) == nil)
        #expect(NodeIDList(reading: folder.path + "/missing") == nil)
    }
}
