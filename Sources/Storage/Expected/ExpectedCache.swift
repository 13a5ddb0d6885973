import RedoCrypto
import RedoModel
import RedoSystem

/// A rebuildable cache of the parts of records that were compared with the packs, so that `redo status` need not read
/// them again.
///
/// ```
/// header     as of every cache (``CacheFile``)
/// 4 bytes    number of parts
/// 8 bytes    for each, the checksum of its name, ascending
/// 32 bytes   for each loose node that one of the parts names, its id, ascending
/// ```
struct ExpectedCache {
    /// The parts whose nodes are all in the store, and where these are.
    struct Content {
        /// Checksums of the names of parts all of whose nodes are here.
        var parts: Set<UInt64> = []
        /// The nodes of these parts that are in no pack.
        var loose: Set<NodeID> = []
    }

    private static let formatVersion = "expected 1"
    private static let countByteCount = 4

    private let file: CacheFile

    init(of store: Store, _ packs: [Pack]) {
        file = store.cache(.expected, of: packs, version: Self.formatVersion)
    }

    /// Reads the cache; nil if there is none for these packs.
    func read() -> Content? {
        guard let (file, start) = try? file.read() else { return nil }
        let bytes = file.bytes.extracting(start...)
        guard bytes.count >= Self.countByteCount else { return nil }
        let count = Int(bytes.number(at: 0, as: UInt32.self))
        let end = Self.countByteCount + count * MemoryLayout<UInt64>.size
        guard end <= bytes.count, (bytes.count - end).isMultiple(of: Digest.byteCount) else {
            return nil
        }
        var content = Content()
        content.parts.reserveCapacity(count)
        for index in 0..<count {
            content.parts.insert(
                bytes.number(at: Self.countByteCount + index * MemoryLayout<UInt64>.size))
        }
        for start in stride(from: end, to: bytes.count, by: Digest.byteCount) {
            content.loose.insert(
                NodeID(Digest(bytes: bytes.extracting(start..<start + Digest.byteCount))))
        }
        return content
    }

    /// Writes the cache, except in a read-only store.
    func write(_ content: Content) {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(content.parts.count))
        for part in content.parts.sorted() { bytes.append(littleEndian: part) }
        for id in content.loose.sorted() { bytes += id.digest.bytes }
        try? file.write(bytes)
    }
}
