import RedoCrypto
import RedoJSON
import RedoSystem

/// A rebuildable cache of what was computed from the packs of a store, or from other sources that digests name.
///
/// It is valid for exactly these sources, and only as a whole: a file with any fault counts as missing. It may be
/// removed at any time.
///
/// ```
/// RedoTsk1    magic
/// 8 bytes     checksum of all that follows
/// 1 byte      length of the version of the suite that wrote it, which follows
/// 4 bytes     number of sources, and the digests that name them
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
    ///   - sources: what the content is computed from.
    ///   - version: of the suite, since another version may compute a different content.
    init(_ path: String, of sources: [Digest], version: String) {
        self.path = path
        var header = [UInt8(truncatingIfNeeded: version.utf8.count)] + Array(version.utf8)
        header.append(littleEndian: UInt32(sources.count))
        for source in sources { header += source.bytes }
        self.header = header
    }

    /// The cache of some packs, valid only while their files are unchanged since it was written.
    fileprivate init(untouched file: CacheFile, _ packs: [Pack]) {
        path = file.path
        var header = file.header
        for pack in packs {
            header.append(littleEndian: pack.file.signature?.changed ?? 0)
            header.append(littleEndian: pack.file.signature?.inode ?? 0)
        }
        self.header = header
    }

    /// Why there is no content.
    package enum Miss: Error {
        /// There is no file, or it is of other sources or of another version.
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
        guard Self.isWhole(span) else { throw .damaged }
        let start = Self.checksumEnd + header.count
        guard span.count >= start,
            span.extracting(Self.checksumEnd..<start).isEqual(to: header.span)
        else { throw .absent }
        return (file, start)
    }

    /// Whether bytes are a whole cache, whatever its sources and version.
    static func isWhole(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= checksumEnd && bytes.extracting(first: magic.count).isEqual(to: magic.span)
            && FastChecksum.value(of: bytes.extracting(checksumEnd...))
                == bytes.number(at: magic.count)
    }

    /// The cached value, or the computed one if the file is missing or invalid. A computed value is written for the
    /// next time, except in a read-only store.
    ///
    /// - Returns: nil if the value cannot be computed.
    package func value<Value, Failure: Error>(
        reading: (_ file: MappedFile, _ start: Int) -> Value?,
        orElse compute: () throws(Failure) -> Value?, writing: (Value) -> [UInt8]
    ) throws(Failure) -> Value? {
        if let (file, start) = try? read(), let value = reading(file, start) { return value }
        guard let value = try compute() else { return nil }
        do throws(SystemError) { try write(writing(value)) } catch {}
        return value
    }

    /// Reads the content of a cache of any packs.
    ///
    /// - Parameter version: of the suite that wrote it.
    /// - Returns: the file, and where the content starts; nil for a file that is damaged or of another version.
    static func content(
        ofKept path: String, version: String
    ) -> (file: MappedFile, start: Int)? {
        guard let file = try? MappedFile(path) else { return nil }
        let span = file.bytes
        let start = checksumEnd + 1 + version.utf8.count
        guard isWhole(span), span.count >= start + 4,
            span[checksumEnd] == UInt8(truncatingIfNeeded: version.utf8.count),
            span.extracting((checksumEnd + 1)..<start).isEqual(to: Array(version.utf8).span)
        else { return nil }
        let packCount = Int(span.number(at: start, as: UInt32.self))
        let content = start + 4 + packCount * Digest.byteCount
        return content <= span.count ? (file, content) : nil
    }

    /// Writes the content.
    ///
    /// - Throws: ``SystemError`` if it cannot be written; the next command computes it again.
    package func write(_ content: [UInt8]) throws(SystemError) {
        let rest = header + content
        var bytes = Self.magic
        bytes.append(littleEndian: FastChecksum.value(of: rest.span))
        bytes += rest
        try Files.replace(path, with: bytes.span, mode: 0o644, isSynced: false)
    }

    /// Why the file disagrees with the packs; nil if it agrees or is missing.
    ///
    /// - Parameter content: what it should be; nil if the packs cannot be read for that.
    package func damage(_ content: () -> [UInt8]?) -> CacheDamage? {
        damage(unless: { file, start in
            content().map { file.bytes.extracting(start...).isEqual(to: $0.span) }
        })
    }

    /// Why the file disagrees with the packs; nil if it agrees or is missing.
    ///
    /// - Parameter isRight: whether the content from an offset on is right; nil if the packs cannot be read for that.
    package func damage(unless isRight: (MappedFile, _ start: Int) -> Bool?) -> CacheDamage? {
        do throws(Miss) {
            let (file, start) = try read()
            guard isRight(file, start) == false else { return nil }
            return CacheDamage(file: self, reason: "it is not what the packs say")
        } catch {
            switch error {
            case .absent: return nil
            case .damaged: return CacheDamage(file: self, reason: "its checksum does not match")
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

/// A cache that disagrees with the packs, and why.
package struct CacheDamage: Sendable {
    package let file: CacheFile
    package let reason: String
}

/// The caches that are computed from the packs of a store (docs/pack-format.md).
package enum PackCache: String {
    /// The tasks that lists show.
    case tasks
    /// The tasks of the protocol's view, if these are others.
    case whole
    /// What lists need of the family `organisation`.
    case organisation
    /// The tasks that are parts of others.
    case parts
    /// The heads of the tasks.
    case heads
    /// The state hash. It is valid only while the packs are unchanged since they were read: a changed pack may be
    /// damaged, and a hash must not hide that.
    case hash
    /// Which parts of records have been compared with the packs.
    case expected
}

extension Store {
    /// A cache of the packs of a log.
    ///
    /// - Parameter version: of the suite.
    package func cache(_ name: PackCache, of log: StoredLog, version: String) -> CacheFile {
        cache(name, of: log.packs, version: version)
    }

    func cache(_ name: PackCache, of packs: [Pack], version: String) -> CacheFile {
        let file = CacheFile(
            Path.join(path, "\(name.rawValue).cache"), of: packs.map(\.name.digest),
            version: version)
        return name == .hash ? CacheFile(untouched: file, packs) : file
    }

    /// The cache of how many tasks have diverged.
    ///
    /// - Parameter fingerprint: of the store that they were counted in (``fingerprint(without:)``).
    package func divergedCache(_ fingerprint: Digest, version: String) -> CacheFile {
        CacheFile(Path.join(path, "diverged.cache"), of: [fingerprint], version: version)
    }

    /// The cache of what `redo ui` showed last.
    package func interfaceCache(version: String) -> CacheFile {
        CacheFile(Path.join(path, "ui.cache"), of: [], version: version)
    }
}
