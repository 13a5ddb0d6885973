internal import CZlib
import RedoCrypto

/// Objects in the form of a pack, with the entries of its index.
struct GitPackEntries: Sendable {
    /// The entry of an object in a pack's index.
    struct Entry: Sendable {
        let id: GitObjectID
        /// The CRC-32 of its bytes in the pack.
        let checksum: UInt32
        /// The offset of its first byte.
        let offset: Int
    }

    private(set) var bytes: [UInt8] = []
    /// The entries, with offsets in ``bytes``.
    private(set) var entries: [Entry] = []

    /// - Parameter objectCount: the expected number of objects.
    init(objectCount: Int) {
        bytes.reserveCapacity(objectCount * 512)
        entries.reserveCapacity(objectCount)
    }

    /// Appends an object in the form of packs: kind and size, then a zlib stream.
    ///
    /// - Parameter id: its name, which was computed from the content or compared with it.
    mutating func append(
        _ kind: GitObjectKind, _ content: Span<UInt8>, named id: GitObjectID,
        _ deflater: borrowing Deflater
    ) {
        let start = bytes.count
        // Four bits of the size after the kind, then seven in each byte; the highest bit is set if another byte
        // follows.
        var byte = kind.rawValue << 4 | UInt8(content.count & 15)
        var rest = content.count >> 4
        while rest > 0 {
            bytes.append(byte | 0x80)
            byte = UInt8(rest & 0x7F)
            rest >>= 7
        }
        bytes.append(byte)
        deflater.append(content, to: &bytes)
        let checksum = Self.checksum(bytes.span.extracting(start...))
        entries.append(Entry(id: id, checksum: checksum, offset: start))
    }

    /// Wraps `crc32_z`.
    private static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        // The buffer lives during the call.
        let checksum = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe crc32_z(0, buffer.baseAddress, buffer.count)
        }
        return UInt32(truncatingIfNeeded: checksum)
    }
}

/// The index of a pack (git's format of a pack, version 2 of the index).
///
/// ```
/// FF 't' 'O' 'c', version 2                            4 + 4 bytes
/// how many names start with a byte of 0, of 0 or 1, …  256 times 4
/// the names, sorted                                    20 each
/// CRC-32 of each object in the pack                    4 each
/// where each starts; from 2 GiB on a place in the next list, with the highest bit set   4 each
/// where each of these starts                           8 each
/// SHA-1 of the pack, SHA-1 of all before               20 + 20
/// ```
enum GitPackIndex {
    private static let maximumSmallOffset = 0x7FFF_FFFF

    /// - Parameter pack: the digest at the end of the pack.
    static func content(
        of unsorted: [GitPackEntries.Entry], pack: Span<UInt8>, _ sha1: inout SHA1
    ) -> [UInt8] {
        let entries = unsorted.sorted { $0.id < $1.id }
        var counts = [UInt32](repeating: 0, count: 256)
        var content: [UInt8] = []
        content.reserveCapacity(1072 + entries.count * 28)
        content += [0xFF, 0x74, 0x4F, 0x63]
        append(2, to: &content)
        for entry in entries { counts[Int(entry.id.firstByte)] += 1 }
        var sum: UInt32 = 0
        for count in counts {
            sum += count
            append(sum, to: &content)
        }
        for entry in entries { entry.id.append(to: &content) }
        for entry in entries { append(entry.checksum, to: &content) }
        var large: [Int] = []
        for entry in entries {
            if entry.offset <= maximumSmallOffset {
                append(UInt32(entry.offset), to: &content)
            } else {
                append(0x8000_0000 | UInt32(large.count), to: &content)
                large.append(entry.offset)
            }
        }
        for offset in large {
            append(UInt32(offset >> 32), to: &content)
            append(UInt32(truncatingIfNeeded: offset), to: &content)
        }
        for index in pack.indices { content.append(pack[index]) }
        sha1.update(content.span)
        let digest = sha1.digest()
        for index in digest.indices { content.append(digest[index]) }
        return content
    }

    /// Appends a number in big-endian order.
    static func append(_ number: UInt32, to output: inout [UInt8]) {
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
