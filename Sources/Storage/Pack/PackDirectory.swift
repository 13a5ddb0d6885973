import RedoCrypto
import RedoModel
import RedoSystem

/// The directory of a store's packs.
///
/// ```
/// objects/pack/pack-<name>.pack    nodes
/// objects/pack/pack-<name>.idx     what is known of them
/// objects/pack/tmp-…               being written
/// ```
package struct PackDirectory: Sendable {
    package let path: String
    let isSynced: Bool

    /// The packs that are open already; nil if none are kept open.
    let opened: OpenPacks?

    var directory: ContainedDirectory { ContainedDirectory(path, depth: 2) }

    /// The maximum number of listings. Packs are listed again because one is missing.
    private static let attemptCount = 100

    /// The names of the packs, sorted.
    package func names() throws(SystemError) -> [PackName] {
        try names(withSuffix: PackFormat.packSuffix)
    }

    /// The names of the packs that have an index, sorted.
    func indexNames() throws(SystemError) -> [PackName] {
        try names(withSuffix: PackFormat.indexSuffix)
    }

    private func names(withSuffix suffix: String) throws(SystemError) -> [PackName] {
        do throws(SystemError) {
            return try listedNames(withSuffix: suffix)
        } catch {
            guard error.isNotFound else { throw error }
            if try Files.status(of: path) == nil { return [] }
            // Another command may just have created the directory. A file in its place does not count as an empty
            // directory.
            return try listedNames(withSuffix: suffix)
        }
    }

    private func listedNames(withSuffix suffix: String) throws(SystemError) -> [PackName] {
        try directory.contents().compactMap { PackName(fileName: $0, suffix: suffix) }.sorted()
    }

    /// Opens all packs.
    ///
    /// A missing pack was replaced by one that has its nodes: then they are listed again, as Git does.
    ///
    /// - Parameter chunks: of the indexes, those that will be read.
    /// - Throws: STORAGE_004 if a pack or an index is damaged.
    func open(using chunks: [IndexChunk]) throws(RedoError) -> [Pack] {
        for attempt in 1... {
            let names = try listed()
            var packs: [Pack] = []
            do throws(RedoError) {
                for name in names { packs.append(try pack(name, using: chunks)) }
                return packs
            } catch {
                let isSame = try listed() == names
                if isSame || attempt == Self.attemptCount { throw error }
            }
        }
        return []
    }

    private func pack(
        _ name: PackName, using chunks: [IndexChunk]
    ) throws(RedoError) -> Pack {
        if let opened { return try opened.pack(name, in: self, using: chunks) }
        return try Pack(name, in: self, using: chunks)
    }

    /// Opens the packs again if they differ from those that are open.
    ///
    /// - Returns: whether they differ.
    func reopen(_ packs: inout [Pack], using chunks: [IndexChunk]) throws(RedoError) -> Bool {
        if try listed() == packs.map(\.name) { return false }
        packs = try open(using: chunks)
        return true
    }

    private func listed() throws(RedoError) -> [PackName] {
        return try failing(.notFound, "the packs cannot be listed") { () throws(SystemError) in
            try names()
        }
    }

    /// Whether a file is here.
    func has(_ file: String) -> Bool {
        ((try? Files.status(of: Path.join(path, file))) ?? nil) != nil
    }

    /// Whether a pack is missing that has left its index. A command that names or removes a pack may be between its
    /// two files, or may have ended there.
    func isGone(_ name: PackName) -> Bool {
        // The order matters: a pack can get its name at any moment.
        !hasTemporaryPack(name) && !has(name.packFileName)
    }

    /// Whether there is a complete pack that only has its temporary name.
    private func hasTemporaryPack(_ name: PackName) -> Bool {
        guard let files = try? directory.contents() else { return false }
        return files.contains { file in
            guard file.hasPrefix(LooseObjects.temporaryPrefix),
                file.hasSuffix(PackFormat.packSuffix),
                let pack = try? MappedFile(Path.join(path, file)),
                pack.count >= PackFormat.trailerByteCount
            else { return false }
            let end = pack.count - Digest.byteCount
            return Digest(bytes: pack.bytes.extracting(end...)) == name.digest
        }
    }

    /// Moves a synced pack to its name, after its index. Both are on disk when this returns.
    ///
    /// After a power cut in between, the pack has a temporary name or its own wherever the index has its own: an
    /// index alone would look as if its nodes were lost.
    ///
    /// - Parameters:
    ///   - file: the pack, under a temporary name in the directory.
    ///   - nameIndex: moves the index to its name.
    static func name(
        _ file: ContainedFile, _ name: PackName, in directory: ContainedDirectory, isSynced: Bool,
        _ nameIndex: () throws(SystemError) -> Void
    ) throws(SystemError) {
        let pack = ContainedFile(name.packFileName, in: directory)
        do throws(SystemError) {
            if isSynced { try directory.synchronize() }
            // The index is first, also on disk: a reader that finds the pack finds its index.
            try nameIndex()
            if isSynced { try directory.synchronize() }
            try file.move(to: pack)
        } catch {
            // There may already be a pack of this name, with the same nodes.
            let isThere = (try? Files.statusOfLink(pack.path) != nil) ?? true
            if !isThere {
                try? ContainedFile(name.indexFileName, in: directory).removeIfPresent()
            }
            throw error
        }
        if isSynced { try directory.synchronize() }
    }

    /// Removes packs. A process that has one open can continue reading it.
    func remove(_ names: [PackName]) throws(SystemError) {
        // The packs are removed first, also on disk: so no reader finds a pack without its index, even after a power
        // cut.
        for name in names { try ContainedFile(name.packFileName, in: directory).removeIfPresent() }
        if !names.isEmpty { try directory.synchronize() }
        for name in names { try ContainedFile(name.indexFileName, in: directory).removeIfPresent() }
    }
}
