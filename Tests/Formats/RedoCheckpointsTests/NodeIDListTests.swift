import Foundation
import RedoCheckpoints
import RedoModel
import SampleNodes
import TestSupport
import Testing

@Suite struct NodeIDListTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func links(_ count: Int) -> NodeLinks {
        NodeLinks(of: (0..<count).map { (Sample.id($0), [Sample.id($0 + 1)]) })
    }

    private func list(_ bytes: [UInt8]) throws -> NodeIDList? {
        let path = directory.path + "/list"
        try Data(bytes).write(to: URL(filePath: path))
        return NodeIDList(reading: path, of: Samples.digest(1))
    }

    @Test func itHasWhatWasWritten() throws {
        // The last one has more than one piece for the checksum.
        for count in [0, 1, 2, 100, 40_000] {
            let ids = (0..<count).map { Sample.id(2 * $0) }
            // Every third one follows the one before, and every fifth one that is not there.
            let links = NodeLinks(
                of: ids.enumerated().map { place, id in
                    let before = place.isMultiple(of: 3) && place > 0 ? [ids[place - 1]] : []
                    let other = place.isMultiple(of: 5) ? [Sample.id(2 * place + 1)] : []
                    return (id, before + other)
                })
            let list = try #require(try list(NodeIDList.bytes(of: links, in: Samples.digest(1))))
            #expect(list.count == count && (0..<count).map { list[$0] } == ids)
            #expect((0..<count).map(list.hasChild) == links.hasChild)
            #expect(
                (0..<list.otherParentCount).map(list.otherParent)
                    == stride(from: 0, to: count, by: 5).map { Sample.id(2 * $0 + 1) })
            #expect(ids.allSatisfy(list.contains))
            #expect((0...count).allSatisfy { !list.contains(Sample.id(2 * $0 + 1)) })
        }
    }

    /// A list that lacked a node unseen would keep the node from being sent.
    @Test func aDamagedListIsNone() throws {
        let bytes = NodeIDList.bytes(of: links(3), in: Samples.digest(1))
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x80
            #expect(try list(damaged) == nil)
        }
        #expect(try list(Array(bytes.dropLast())) == nil)
        // In each of two pieces.
        let long = NodeIDList.bytes(of: links(40_000), in: Samples.digest(1))
        for place in [8, 1 << 20, long.count - 9] {
            var damaged = long
            damaged[place] ^= 1
            #expect(try list(damaged) == nil)
        }
        #expect(try list([]) == nil)
        #expect(NodeIDList(reading: directory.path + "/missing", of: Samples.digest(1)) == nil)
    }
}
