import RedoCrypto
import RedoModel
import RedoSystem

/// The heads of a pack, which are the nodes that are not a parent of another node of it, in a file that outlives the
/// pack.
///
/// Each node of the pack is a head or an ancestor of one. So a store that has the heads, and the parents of all its
/// nodes, has every node of the pack, wherever the nodes are now.
///
/// ```
/// RedoHds1    magic
/// 8 bytes     number of nodes of the pack, the lowest byte first
/// 32 bytes    the id of each head, ascending
/// 8 bytes     checksum of all before it
/// ```
struct PackHeads: Sendable, Equatable {
    /// The number of nodes of the pack.
    let nodeCount: Int
    /// Ascending.
    let ids: [NodeID]

    private static let magic = Array("RedoHds1".utf8)
    private static let headerByteCount = 16
    private static let checksumByteCount = 8

    /// The chunks of an index that the heads are computed from.
    static let chunks: [IndexChunk] = [.ids, .parentStarts, .parents]

    /// Computes the heads; nil if the index is damaged and refers to a parent that it does not have. O(n log n).
    ///
    /// - Parameter index: opened with ``chunks``.
    init?(of index: PackIndex) {
        var isParent = [Bool](repeating: false, count: index.nodeCount)
        let parents = index.parents
        for edge in 0..<parents.count where parents[edge] & IndexChunk.foreignBit == 0 {
            guard isParent.indices.contains(Int(parents[edge])) else { return nil }
            isParent[Int(parents[edge])] = true
        }
        nodeCount = index.nodeCount
        ids = isParent.indices.filter { !isParent[$0] }.map { index.id(of: $0) }.sorted()
    }

    /// Reads a file; nil unless it is whole.
    init?(_ bytes: Span<UInt8>) {
        let idByteCount = bytes.count - Self.headerByteCount - Self.checksumByteCount
        guard idByteCount >= 0, idByteCount.isMultiple(of: Digest.byteCount),
            bytes.extracting(first: Self.magic.count).isEqual(to: Self.magic.span)
        else { return nil }
        let end = Self.headerByteCount + idByteCount
        guard FastChecksum.value(of: bytes.extracting(first: end)) == bytes.number(at: end),
            let nodeCount = Int(exactly: bytes.number(at: Self.magic.count, as: UInt64.self))
        else { return nil }
        self.nodeCount = nodeCount
        ids = stride(from: Self.headerByteCount, to: end, by: Digest.byteCount).map {
            NodeID(Digest(bytes: bytes.extracting($0..<$0 + Digest.byteCount)))
        }
    }

    /// The contents of its file.
    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(
            Self.headerByteCount + ids.count * Digest.byteCount + Self.checksumByteCount)
        bytes.append(littleEndian: UInt64(nodeCount))
        for id in ids { bytes += id.digest.bytes }
        bytes.append(littleEndian: FastChecksum.value(of: bytes.span))
        return bytes
    }
}
