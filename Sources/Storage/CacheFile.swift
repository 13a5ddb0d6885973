import RedoCrypto
import RedoJSON
import RedoSystem

/// A rebuildable cache of what the packs of a store amount to.
///
/// It is valid for these packs alone and as a whole: a file with any fault counts as missing. It may be removed
/// at any time.
///
/// ```
/// RedoTsk1    magic
/// 8 bytes     checksum of all that follows
/// 1 byte      length of the version of the suite that wrote it, which follows
/// 4 bytes     number of packs, and the digests that name them
/// 16 bytes    for each pack when its file was changed last, and its inode, if what the cache says should be said only of
///             packs that were not written to since
/// content
/// ```
package struct CacheFile: Sendable {
    package let path: String
    private let header: [UInt8]

    private static let magic = Array("RedoTsk1".utf8)
    private static let checksumEnd = 16

    /// - Parameters:
    ///   - version: of the suite: another one may compute something else.
    ///   - isOfUntouchedPacks: whether packs that were written to since do not count as these.
    init(_ path: String, packs: [Pack], version: String, isOfUntouchedPacks: Bool = false) {
        self.path = path
        var header = [UInt8(truncatingIfNeeded: version.utf8.count)] + Array(version.utf8)
        header.append(littleEndian: UInt32(packs.count))
        for pack in packs { header += pack.name.digest.bytes }
        if isOfUntouchedPacks {
            for pack in packs {
                header.append(littleEndian: pack.file.signature?.changed ?? 0)
                header.append(littleEndian: pack.file.signature?.inode ?? 0)
            }
        }
        self.header = header
    }

    /// Why there is no content.
    package enum Miss: Error {
        /// There is no file, or it is of other packs or of another version.
        case absent
        case damaged
    }

    /// - Returns: the file, and where the content starts.
    package func read() throws(Miss) -> (file: MappedFile, start: Int) {
        let file: MappedFile
        do throws(SystemError) {
            // A file is only ever replaced as a whole.
            file = try MappedFile(path)
        } catch {
            throw error.isNotFound ? .absent : .damaged
        }
        let span = file.bytes
        guard span.count >= Self.checksumEnd,
            span.extracting(first: Self.magic.count).isEqual(to: Self.magic.span),
            FastChecksum.value(of: span.extracting(Self.checksumEnd...))
                == span.number(at: Self.magic.count)
        else { throw .damaged }
        let start = Self.checksumEnd + header.count
        guard span.count >= start,
            span.extracting(Self.checksumEnd..<start).isEqual(to: header.span)
        else { throw .absent }
        return (file, start)
    }

    /// Reads the content of a cache of whatever packs.
    ///
    /// - Parameter version: of the suite that wrote it.
    /// - Returns: the file, and where the content starts; nil for a file that is damaged or of another version.
    static func content(
        ofKept path: String, version: String
    ) -> (file: MappedFile, start: Int)? {
        guard let file = try? MappedFile(path) else { return nil }
        let span = file.bytes
        let start = checksumEnd + 1 + version.utf8.count
        guard span.count >= start + 4,
            span.extracting(first: magic.count).isEqual(to: magic.span),
            FastChecksum.value(of: span.extracting(checksumEnd...))
                == span.number(at: magic.count),
            span[checksumEnd] == UInt8(truncatingIfNeeded: version.utf8.count),
            span.extracting((checksumEnd + 1)..<start).isEqual(to: Array(version.utf8).span)
        else { return nil }
        let packCount = Int(span.number(at: start, as: UInt32.self))
        let content = start + 4 + packCount * Digest.byteCount
        return content <= span.count ? (file, content) : nil
    }

    /// Keeps a content.
    ///
    /// - Throws: ``SystemError`` if it cannot be written; the next command computes it again.
    package func write(_ content: [UInt8]) throws(SystemError) {
        let rest = header + content
        var bytes = Self.magic
        bytes.append(littleEndian: FastChecksum.value(of: rest.span))
        bytes += rest
        try Files.replace(path, with: bytes.span, mode: 0o644, isSynced: false)
    }

    /// Why the file is not what the packs say; nil if it is, or there is none.
    ///
    /// - Parameter content: what it should be; nil if the packs cannot tell.
    package func damage(_ content: () -> [UInt8]?) -> CacheDamage? {
        damage(unless: { file, start in
            content().map { file.bytes.extracting(start...).isEqual(to: $0.span) }
        })
    }

    /// Why the file is not what the packs say; nil if it is, or there is none.
    ///
    /// - Parameter isRight: whether the content that begins at a place is; nil if the packs cannot tell.
    package func damage(unless isRight: (MappedFile, _ start: Int) -> Bool?) -> CacheDamage? {
        do throws(Miss) {
            let (file, start) = try read()
            guard isRight(file, start) == false else { return nil }
            return CacheDamage(file: self, reason: "it is not what the packs say")
        } catch {
            switch error {
            case .absent: return nil
            case .damaged: return CacheDamage(file: self, reason: "its checksum does not hold")
            }
        }
    }

    /// Removes the file.
    ///
    /// - Throws: STORAGE_003 if it cannot be removed.
    package func remove() throws(RedoError) {
        try failing(.writeFailed, "a file cannot be removed") { () throws(SystemError) in
            try Files.remove(path)
        }
    }
}

/// A cache that is not what the packs say, and why.
package struct CacheDamage: Sendable {
    package let file: CacheFile
    package let reason: String
}

extension Store {
    /// Where the tasks of some packs are kept (docs/pack-format.md).
    ///
    /// - Parameter version: of the suite.
    package func taskCache(of log: StoredLog, version: String) -> CacheFile {
        CacheFile(Path.join(path, "tasks.cache"), packs: log.packs, version: version)
    }

    /// Where what lists need of the family `organisation` in some packs is kept.
    ///
    /// - Parameter version: of the suite.
    package func organisationCache(of log: StoredLog, version: String) -> CacheFile {
        CacheFile(Path.join(path, "organisation.cache"), packs: log.packs, version: version)
    }

    /// Where the heads of the tasks in some packs are kept.
    ///
    /// - Parameter version: of the suite.
    package func headsCache(of log: StoredLog, version: String) -> CacheFile {
        CacheFile(Path.join(path, "heads.cache"), packs: log.packs, version: version)
    }

    /// Where the tasks of some packs in the protocol's view are kept, if these are others than those of lists.
    ///
    /// - Parameter version: of the suite.
    package func wholeTaskCache(of log: StoredLog, version: String) -> CacheFile {
        CacheFile(Path.join(path, "whole.cache"), packs: log.packs, version: version)
    }

    /// Where the state hash of some packs is kept.
    ///
    /// A file that was written to since its pack was read may be damaged, which a hash may not pass over.
    ///
    /// - Parameter version: of the suite.
    package func hashCache(of log: StoredLog, version: String) -> CacheFile {
        CacheFile(
            Path.join(path, "hash.cache"), packs: log.packs, version: version,
            isOfUntouchedPacks: true)
    }
}
