import RedoCrypto
import RedoModel
import RedoSystem

/// The ids of a pack's nodes as a file keeps them, which is there longer than the pack.
///
/// ```
/// RedoIDs1 · the ids, 32 bytes each, ascending · SHA-256 of all before it
/// ```
package struct NodeIDList: Sendable {
    private static let magic = Array("RedoIDs1".utf8)
    private static let edgeByteCount = magic.count + Digest.byteCount

    private let file: MappedFile
    package let count: Int

    /// Opens a list; nil if there is none, or it is damaged.
    ///
    /// - Complexity: O(n): all of it is hashed.
    package init?(reading path: String) {
        guard let file = try? MappedFile(path) else { return nil }
        let byteCount = file.count - Self.edgeByteCount
        guard byteCount >= 0, byteCount.isMultiple(of: Digest.byteCount),
            file.bytes.extracting(first: Self.magic.count).isEqual(to: Self.magic.span)
        else { return nil }
        let end = file.count - Digest.byteCount
        guard
            SHA256.digest(file.bytes.extracting(first: end))
                == Digest(bytes: file.bytes.extracting(end...))
        else { return nil }
        self.file = file
        count = byteCount / Digest.byteCount
    }

    /// The bytes of a file.
    ///
    /// - Parameter ids: ascending, each once.
    package static func bytes(of ids: some Sequence<NodeID>) -> [UInt8] {
        var bytes = magic
        for id in ids { bytes += id.digest.bytes }
        return bytes + SHA256.digest(bytes.span).bytes
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
