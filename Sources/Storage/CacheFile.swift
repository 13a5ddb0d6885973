import RedoCrypto
import RedoJSON
import RedoSystem

/// What was worked out of the packs of a store, kept in a file beside them so that the next command
/// need not work it out again.
///
/// It is good for these packs and no others, and only as a whole: whatever is wrong with the file, it
/// counts as missing. Anybody may remove it.
///
/// ```
/// RedoTsk1    magic
/// 8 bytes     checksum of all that follows
/// 1 byte      length of the version of the suite that wrote it, which follows
/// 4 bytes     number of packs, and the digests that name them
/// content
/// ```
package struct CacheFile: Sendable {
    package let path: String
    private let header: [UInt8]

    private static let magic = Array("RedoTsk1".utf8)
    private static let checksumEnd = 16

    /// - Parameter version: of the suite: another one may work out something else.
    init(_ path: String, packs: [Pack], version: String) {
        self.path = path
        var header = [UInt8(truncatingIfNeeded: version.utf8.count)] + Array(version.utf8)
        header.append(littleEndian: UInt32(packs.count))
        for pack in packs { header += pack.name.digest.bytes }
        self.header = header
    }

    /// Why there is no content.
    package enum Miss: Error {
        /// There is no file, or it is of other packs or of another version.
        case absent
        case damaged
    }

    /// - Returns: the file, and where the content starts.
    package func read() throws(Miss) -> (bytes: [UInt8], start: Int) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path)
        } catch {
            throw error.isNotFound ? .absent : .damaged
        }
        let span = bytes.span
        guard span.count >= Self.checksumEnd,
            span.extracting(first: Self.magic.count).isEqual(to: Self.magic.span),
            FastChecksum.value(of: span.extracting(Self.checksumEnd...))
                == span.number(at: Self.magic.count)
        else { throw .damaged }
        let start = Self.checksumEnd + header.count
        guard span.count >= start,
            span.extracting(Self.checksumEnd..<start).isEqual(to: header.span)
        else { throw .absent }
        return (bytes, start)
    }

    /// Keeps a content.
    ///
    /// - Throws: ``SystemError`` where it cannot be written, so that it has to be worked out again.
    package func write(_ content: [UInt8]) throws(SystemError) {
        let rest = header + content
        var bytes = Self.magic
        bytes.append(littleEndian: FastChecksum.value(of: rest.span))
        bytes += rest
        try Files.replace(path, with: bytes.span, mode: 0o644, isSynced: false)
    }

    /// Removes the file.
    ///
    /// - Throws: STORAGE_003 where it cannot be removed.
    package func remove() throws(RedoError) {
        do throws(SystemError) {
            try Files.remove(path)
        } catch {
            throw RedoError(.writeFailed, "a file cannot be removed", cause: error)
        }
    }
}

extension Store {
    /// Where the tasks of some packs are kept (docs/pack-format.md).
    ///
    /// - Parameter version: of the suite.
    package func taskCache(of log: StoredLog, version: String) -> CacheFile {
        CacheFile(Path.join(path, "tasks.cache"), packs: log.packs, version: version)
    }
}
