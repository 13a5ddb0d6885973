import RedoCrypto
import RedoSystem

/// Writes a pack file of complete objects, and its index.
///
/// ```
/// 'PACK', version 2, number of objects      4 + 4 + 4 bytes
/// the objects
/// SHA-1 of all before                       20
/// ```
///
/// libgit2's own builder searches for similar objects, of which there are none here. Its indexer inflates and hashes
/// each object again, although its name and offset are known here.
final class GitPackWriter {
    private let directory: String
    private let objectCount: Int
    private let file: FileDescriptor
    /// The path of pack and index until they get their names. It follows git's pattern for files that are being
    /// written, so that `git gc` removes what a killed process has left.
    private let temporaryPath: String
    private let temporaryIndexPath: String
    private var indexEntries: [GitPackEntries.Entry] = []
    private var sha1 = SHA1()
    private var pending: [UInt8] = []
    private var byteCount = 0
    private var isFinished = false

    private static let pieceByteCount = 1 << 20
    /// The number of objects that one thread compresses at once.
    private static let groupCount = 256

    /// Begins a pack. The caller must defer the signals that would leave temporary files behind.
    ///
    /// - Parameter objectCount: the number of objects of the pack.
    /// - Throws: STORAGE_003 if it cannot be written.
    init(in repository: GitRepository, objectCount: Int) throws(RedoError) {
        guard let count = UInt32(exactly: objectCount) else {
            throw RedoError(.writeFailed, "a pack cannot have \(objectCount) objects")
        }
        let directory = repository.path + "objects/pack"
        let name = RandomBytes.hexadecimal(count: 8)
        let path = Path.join(directory, "tmp_pack_\(name)")
        file = try failing(.writeFailed, "a pack cannot be begun") { () throws(SystemError) in
            try Files.makeDirectories(directory)
            return try FileDescriptor(opening: path, for: .create(mode: 0o444))
        }
        self.directory = directory
        self.objectCount = objectCount
        temporaryPath = path
        temporaryIndexPath = Path.join(directory, "tmp_idx_\(name)")
        indexEntries.reserveCapacity(objectCount)
        pending += "PACK".utf8
        for number in [2, count] { GitPackIndex.append(number, to: &pending) }
        byteCount = pending.count
    }

    deinit {
        if isFinished { return }
        for path in [temporaryPath, temporaryIndexPath] { try? Files.remove(path) }
    }

    /// Adds objects.
    ///
    /// - Throws: STORAGE_003 if they cannot be written.
    func add(_ entries: GitPackEntries) throws(RedoError) {
        for entry in entries.entries {
            indexEntries.append(
                GitPackEntries.Entry(
                    id: entry.id, checksum: entry.checksum, offset: byteCount + entry.offset))
        }
        pending += entries.bytes
        byteCount += entries.bytes.count
        if pending.count >= Self.pieceByteCount { try writePending() }
    }

    /// Adds objects, compressed on all processors.
    ///
    /// - Throws: STORAGE_003 if they cannot be written.
    func add(_ objects: [GitObject], named ids: ArraySlice<GitObjectID>) throws(RedoError) {
        let groupCount = (objects.count + Self.groupCount - 1) / Self.groupCount
        let groups = Parallel.map(count: groupCount, smallestShare: 1) { range in
            let deflater = Deflater()
            return range.map { group in
                let start = group * Self.groupCount
                let end = min(start + Self.groupCount, objects.count)
                var entries = GitPackEntries(objectCount: end - start)
                for index in start..<end {
                    let content = objects[index].content
                    entries.append(
                        objects[index].kind, content.span, named: ids[ids.startIndex + index],
                        deflater)
                }
                return entries
            }
        }
        for group in groups { try add(group) }
    }

    /// Finishes the pack, which is durable when this returns.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    func finish() throws(RedoError) {
        guard indexEntries.count == objectCount else {
            throw RedoError(
                .writeFailed, "a pack of \(objectCount) objects cannot have \(indexEntries.count)")
        }
        try writePending()
        let digest = sha1.digest()
        let index = GitPackIndex.content(of: indexEntries, pack: digest.span, &sha1)
        let name = Path.join(directory, "pack-\(GitObjectID(bytes: digest.span))")
        try failing(.writeFailed, "a pack cannot be written") { () throws(SystemError) in
            try file.write(digest.span)
            try file.synchronize()
            let indexFile = try FileDescriptor(
                opening: temporaryIndexPath, for: .create(mode: 0o444))
            try indexFile.write(index.span)
            try indexFile.synchronize()
            // Renamed before the index, so that a reader of the index finds the pack.
            try Files.rename(temporaryPath, to: "\(name).pack")
            try Files.rename(temporaryIndexPath, to: "\(name).idx")
            try Files.synchronizeDirectory(directory)
        }
        isFinished = true
    }

    private func writePending() throws(RedoError) {
        let bytes = pending
        pending = []
        sha1.update(bytes.span)
        try failing(.writeFailed, "a pack cannot be written") { () throws(SystemError) in
            try file.write(bytes.span)
        }
    }
}
