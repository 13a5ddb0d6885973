internal import CGit2
import RedoCrypto

/// Writes a pack file of whole objects.
///
/// libgit2's indexer takes the stream, reads each object back from it, writes the index, and gives both
/// files their names when they last. Its own pack builder looks for similar objects, of which there are
/// none here, and takes three times as long.
@safe final class GitPackWriter {
    /// Holds on to the library.
    private let repository: GitRepository
    private let indexer: OpaquePointer
    private var progress = git_indexer_progress()
    private var sha1 = SHA1()
    private var pending: [UInt8] = []

    /// The indexer maps its file for each piece that it gets, so that small ones are slow.
    private static let pieceByteCount = 1 << 20

    /// Begins a pack.
    ///
    /// - Parameter objectCount: how many objects it will have.
    /// - Throws: STORAGE_003 where it cannot be written.
    init(in repository: GitRepository, objectCount: Int) throws(GitError) {
        guard let count = UInt32(exactly: objectCount) else {
            throw GitError(.writeFailed, "a pack cannot have \(objectCount) objects")
        }
        var indexer: OpaquePointer?
        let result = unsafe git_indexer_new(
            &indexer, repository.path + "objects/pack", 0, nil, nil)
        try check(result, .writeFailed, "a pack of \(repository.path) cannot be begun")
        guard let indexer = unsafe indexer else {
            throw GitError(.writeFailed, "a pack of \(repository.path) cannot be begun")
        }
        self.repository = repository
        unsafe self.indexer = indexer
        pending += "PACK".utf8
        for number in [2, count] {
            for shift in stride(from: UInt32(24), through: 0, by: -8) {
                pending.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
    }

    deinit { unsafe git_indexer_free(indexer) }

    /// Adds objects in the form of ``append(_:_:_:to:)``.
    ///
    /// - Throws: STORAGE_003 where they cannot be written.
    func add(_ entries: [UInt8]) throws(GitError) {
        pending += entries
        if pending.count >= Self.pieceByteCount { try hand(over: pending) }
    }

    /// Ends the pack. When this returns, it lasts.
    ///
    /// - Throws: STORAGE_003 where it cannot be written, or is not what was to be written.
    func finish() throws(GitError) {
        try hand(over: pending)
        let digest = sha1.digest()
        try append(digest.span)
        try check(
            unsafe git_indexer_commit(indexer, &progress), .writeFailed,
            "a pack of \(repository.path) cannot be written")
    }

    private func hand(over bytes: [UInt8]) throws(GitError) {
        sha1.update(bytes.span)
        try append(bytes.span)
        pending.removeAll(keepingCapacity: true)
    }

    private func append(_ bytes: Span<UInt8>) throws(GitError) {
        // The buffer lives for the call.
        let result = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe git_indexer_append(indexer, bytes.baseAddress, bytes.count, &progress)
        }
        try check(result, .writeFailed, "a pack of \(repository.path) cannot be written")
    }

    /// Appends an object as packs have it: kind and size, then a zlib stream.
    static func append(
        _ kind: GitObjectKind, _ content: Span<UInt8>, _ deflater: borrowing Deflater,
        to output: inout [UInt8]
    ) {
        // Four bits of the size beside the kind, then seven a byte; the highest bit says that more
        // follow.
        var byte = kind.rawValue << 4 | UInt8(content.count & 15)
        var rest = content.count >> 4
        while rest > 0 {
            output.append(byte | 0x80)
            byte = UInt8(rest & 0x7F)
            rest >>= 7
        }
        output.append(byte)
        deflater.append(content, to: &output)
    }
}
