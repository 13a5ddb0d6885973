import RedoCrypto
import RedoModel
import RedoSystem

/// The ids of a pack's nodes, and their links, in a file that outlives the pack.
///
/// ```
/// RedoIDs4
/// the number of ids, 8 bytes
/// the ids, 32 bytes each, ascending
/// a bit for each, lowest first: whether a node of the pack has it as a parent
/// the parents that are not in the pack, 32 bytes each, ascending
/// the checksum of all before it, 8 bytes
/// ```
///
/// The checksum is XXH3 with 64 bits over the name of the pack, 32 bytes, and the checksums of each MiB, so that a list
/// does not pass for that of another pack. Numbers are in little-endian order.
package struct NodeIDList: Sendable {
    private static let magic = Array("RedoIDs4".utf8)
    private static let checksumByteCount = MemoryLayout<UInt64>.size
    private static let headerByteCount = magic.count + MemoryLayout<UInt64>.size

    private let file: MappedFile
    package let count: Int
    package let otherParentCount: Int
    private let bitsStart: Int
    private let otherParentsStart: Int

    /// A fault of the bytes of a list.
    package enum Fault: Error {
        /// A file that was not synced can be cut at any byte.
        case cutOff
        /// A list of another version, which is written again when it is needed.
        case otherVersion
        case damaged
    }

    /// The fault of the bytes of a list; nil if they are valid.
    ///
    /// - Complexity: O(n).
    package static func fault(in bytes: [UInt8], of pack: Digest) -> Fault? {
        guard bytes.starts(with: magic) else {
            if magic.starts(with: bytes) { return .cutOff }
            let isOther = bytes.count >= headerByteCount && bytes.starts(with: magic.dropLast())
            return isOther ? .otherVersion : .damaged
        }
        let end = bytes.count - checksumByteCount
        guard end >= headerByteCount else { return .cutOff }
        let count = Int(clamping: bytes.span.number(at: magic.count, as: UInt64.self))
        guard count <= (end - headerByteCount) / Digest.byteCount,
            (end - headerByteCount - (count + 7) / 8).isMultiple(of: Digest.byteCount)
        else { return .cutOff }
        let found = checksum(of: bytes.span.extracting(first: end), pack) { _ in }
        return found == bytes.span.number(at: end, as: UInt64.self) ? nil : .damaged
    }

    /// The number of nodes that are in at least one of some lists. O(n) for n nodes and a few lists.
    package static func distinctCount(_ lists: [NodeIDList]) -> Int {
        guard lists.count > 1 else { return lists.first?.count ?? 0 }
        var indexes = lists.map { _ in 0 }
        var count = 0
        while true {
            var lowest: NodeID?
            for (list, index) in zip(lists, indexes) where index < list.count {
                lowest = lowest.map { min($0, list[index]) } ?? list[index]
            }
            guard let lowest else { return count }
            count += 1
            for number in lists.indices
            where indexes[number] < lists[number].count && lists[number][indexes[number]] == lowest
            {
                indexes[number] += 1
            }
        }
    }

    /// Whether the list consists of exactly some ids, which are ascending. O(n).
    package func isList(of ids: some Sequence<NodeID>) -> Bool {
        var index = 0
        for id in ids {
            guard index < count, self[index] == id else { return false }
            index += 1
        }
        return index == count
    }

    /// Opens a list; nil if it is missing or damaged.
    ///
    /// - Complexity: O(n): the checksum of the whole file is verified.
    package init?(reading path: String, of pack: Digest) {
        guard let file = try? MappedFile(path) else { return nil }
        let end = file.count - Self.checksumByteCount
        guard end >= Self.headerByteCount,
            file.bytes.extracting(first: Self.magic.count).isEqual(to: Self.magic.span)
        else { return nil }
        // Few of the ids are read afterwards.
        let checksum = Self.checksum(of: file.bytes.extracting(first: end), pack) {
            file.forget($0)
        }
        guard checksum == file.bytes.number(at: end, as: UInt64.self) else { return nil }
        let count = Int(
            clamping: file.bytes.number(at: Self.magic.count, as: UInt64.self) as UInt64)
        guard count <= (end - Self.headerByteCount) / Digest.byteCount else { return nil }
        bitsStart = Self.headerByteCount + count * Digest.byteCount
        otherParentsStart = bitsStart + (count + 7) / 8
        let rest = end - otherParentsStart
        guard rest >= 0, rest.isMultiple(of: Digest.byteCount) else { return nil }
        otherParentCount = rest / Digest.byteCount
        self.file = file
        self.count = count
    }

    /// The bytes of a file.
    package static func bytes(of links: NodeLinks, in pack: Digest) -> [UInt8] {
        var bytes = magic
        bytes.append(littleEndian: UInt64(links.ids.count))
        for id in links.ids { bytes += id.digest.bytes }
        var bits = [UInt8](repeating: 0, count: (links.ids.count + 7) / 8)
        for (index, hasChild) in links.hasChild.enumerated() where hasChild {
            bits[index / 8] |= 1 << UInt8(index % 8)
        }
        bytes += bits
        for id in links.otherParents { bytes += id.digest.bytes }
        bytes.append(littleEndian: checksum(of: bytes.span, pack) { _ in })
        return bytes
    }

    /// - Parameter isRead: receives each piece that is not needed any more.
    private static func checksum(
        of bytes: Span<UInt8>, _ pack: Digest, isRead: (Range<Int>) -> Void
    ) -> UInt64 {
        let pieceByteCount = 1 << 20
        var sums = pack.bytes
        for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
            let piece = start..<min(start + pieceByteCount, bytes.count)
            sums.append(littleEndian: FastChecksum.value(of: bytes.extracting(piece)))
            isRead(piece)
        }
        return FastChecksum.value(of: sums.span)
    }

    private func id(at start: Int) -> NodeID {
        NodeID(Digest(bytes: file.bytes.extracting(start..<start + Digest.byteCount)))
    }

    /// Whether each node of the list is in one of some other lists. O(n log n).
    package func isCovered(by lists: [NodeIDList]) -> Bool {
        (0..<count).allSatisfy { index in
            let id = self[index]
            return lists.contains { $0.contains(id) }
        }
    }

    /// Whether a node is in the list. O(log n).
    package func contains(_ id: NodeID) -> Bool {
        let index = (0..<count).partitioningIndex { !(self[$0] < id) }
        return index < count && self[index] == id
    }
}

extension NodeIDList: LinkedNodeIDs {
    package subscript(index: Int) -> NodeID {
        id(at: Self.headerByteCount + index * Digest.byteCount)
    }

    package func hasChild(at index: Int) -> Bool {
        file.bytes[bitsStart + index / 8] & 1 << UInt8(index % 8) != 0
    }

    package func otherParent(at index: Int) -> NodeID {
        id(at: otherParentsStart + index * Digest.byteCount)
    }
}
