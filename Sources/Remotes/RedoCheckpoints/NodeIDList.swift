import RedoCrypto
import RedoModel
import RedoSystem

/// The ids of a pack's nodes as a file keeps them, which is there longer than the pack.
///
/// ```
/// RedoIDs2 · the ids, 32 bytes each, ascending · the checksum of all before it
/// ```
///
/// The checksum is XXH3 with 64 bits over the same of each MiB, all with their lowest byte first.
package struct NodeIDList: Sendable {
    private static let magic = Array("RedoIDs2".utf8)
    private static let edgeByteCount = magic.count + MemoryLayout<UInt64>.size

    private let file: MappedFile
    package let count: Int

    /// Opens a list; nil if there is none, or it is damaged.
    ///
    /// - Complexity: O(n): all of it is compared with its checksum.
    package init?(reading path: String) {
        guard let file = try? MappedFile(path) else { return nil }
        let byteCount = file.count - Self.edgeByteCount
        guard byteCount >= 0, byteCount.isMultiple(of: Digest.byteCount),
            file.bytes.extracting(first: Self.magic.count).isEqual(to: Self.magic.span)
        else { return nil }
        let end = Self.magic.count + byteCount
        // Few of the ids are looked at afterwards.
        let checksum = Self.checksum(of: file.bytes.extracting(first: end)) { file.forget($0) }
        guard checksum == file.bytes.number(at: end, as: UInt64.self) else { return nil }
        self.file = file
        count = byteCount / Digest.byteCount
    }

    /// The bytes of a file.
    ///
    /// - Parameter ids: ascending, each once.
    package static func bytes(of ids: some Sequence<NodeID>) -> [UInt8] {
        var bytes = magic
        for id in ids { bytes += id.digest.bytes }
        bytes.append(littleEndian: checksum(of: bytes.span) { _ in })
        return bytes
    }

    /// - Parameter isRead: is told of each piece that is not needed any more.
    private static func checksum(
        of bytes: Span<UInt8>, isRead: (Range<Int>) -> Void
    ) -> UInt64 {
        let pieceByteCount = 1 << 20
        var sums: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
            let piece = start..<min(start + pieceByteCount, bytes.count)
            sums.append(littleEndian: FastChecksum.value(of: bytes.extracting(piece)))
            isRead(piece)
        }
        return FastChecksum.value(of: sums.span)
    }

    /// The id at a place.
    package subscript(place: Int) -> NodeID {
        let start = Self.magic.count + place * Digest.byteCount
        return NodeID(Digest(bytes: file.bytes.extracting(start..<start + Digest.byteCount)))
    }

    /// Whether each of its nodes is in one of some lists. O(n log n).
    package func isCovered(by lists: [NodeIDList]) -> Bool {
        (0..<count).allSatisfy { place in
            let id = self[place]
            return lists.contains { $0.contains(id) }
        }
    }

    /// Whether a node is in the list. O(log n).
    package func contains(_ id: NodeID) -> Bool {
        let place = (0..<count).partitioningIndex { !(self[$0] < id) }
        return place < count && self[place] == id
    }
}
