import RedoModel
import RedoSystem

/// The number of nodes and files of the store, and their size on disk.
package struct ObjectCount: Sendable {
    package internal(set) var loose = 0
    package internal(set) var looseBytes = 0
    /// Nodes in packs; one that is in several counts several times.
    package internal(set) var packed = 0
    package internal(set) var packs = 0
    /// Packs and their indexes.
    package internal(set) var packBytes = 0
    /// Loose nodes that are also in a pack.
    package internal(set) var prunable = 0
    /// Temporary files, and others that do not belong to a node.
    package internal(set) var garbage = 0
    package internal(set) var garbageBytes = 0
}

extension Store {
    /// The maximum age of a temporary file that may still be in use. An older one was left behind by a command that
    /// was killed: no command takes as long to give one its name.
    package static let staleSeconds = 3600

    /// Counts what is stored, from file names and indexes.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    package func objectCount() throws(RedoError) -> ObjectCount {
        try noteLostNodes()
        var count = ObjectCount()
        var loose: [NodeID] = []
        do throws(SystemError) {
            for name in try objects.directory.contents() {
                let path = Path.join(objects.root, name)
                guard path != packs.path, let status = try Files.status(of: path) else { continue }
                if status.kind == .directory, name.utf8.count == 2 {
                    loose += try countLoose(in: name, &count)
                } else {
                    count.garbage += 1
                    count.garbageBytes += status.sizeOnDisk
                }
            }
            try countPackFiles(&count)
        } catch {
            throw RedoError(.notFound, "the objects cannot be counted", cause: error)
        }
        for pack in try packs.open(using: Pack.lookup) {
            count.packs += 1
            count.packed += pack.nodeCount
            let isPacked = loose.map { pack.index.number(of: $0) != nil }
            count.prunable += isPacked.count { $0 }
            loose = zip(loose, isPacked).filter { !$0.1 }.map(\.0)
        }
        return count
    }

    /// - Returns: the ids of the nodes in a directory.
    private func countLoose(
        in name: String, _ count: inout ObjectCount
    ) throws(SystemError) -> [NodeID] {
        var ids: [NodeID] = []
        let directory = objects.directory.directory(name)
        for file in try directory.contents() {
            let size = try Files.status(of: directory.file(file))?.sizeOnDisk ?? 0
            if let id = NodeID("sha256:" + name + file) {
                ids.append(id)
                count.loose += 1
                count.looseBytes += size
            } else {
                count.garbage += 1
                count.garbageBytes += size
            }
        }
        return ids
    }

    private func countPackFiles(_ count: inout ObjectCount) throws(SystemError) {
        guard Files.isDirectory(packs.path) else { return }
        let names = try directory("objects", "pack").contents()
        let packNames = Set(names.compactMap { PackName(fileName: $0) })
        for file in names {
            let size = try Files.status(of: Path.join(packs.path, file))?.sizeOnDisk ?? 0
            let name =
                PackName(fileName: file)
                ?? PackName(fileName: file, suffix: PackFormat.indexSuffix)
            if let name, packNames.contains(name) {
                count.packBytes += size
            } else {
                count.garbage += 1
                count.garbageBytes += size
            }
        }
    }

    /// Removes temporary files that were left behind, and indexes whose packs are missing.
    ///
    /// - Parameter now: in seconds since 1970.
    /// - Returns: how many files these were.
    /// - Throws: STORAGE_003 if one cannot be removed.
    package func removeStaleFiles(now: Int, isDry: Bool = false) throws(RedoError) -> Int {
        // Only such an index shows what was lost with its pack, so it is kept.
        let telling = Set(try strayIndexes().map(\.path))
        do throws(SystemError) {
            let indexes = try indexesWithoutPacks().filter { !telling.contains($0.path) }
            let old = try stale(indexes, now: now)
            // A pack that has only its temporary name is removed with its index or after it.
            let keepsPacks = old.count < indexes.count
            let files = try temporaryFiles()
                .filter { !(keepsPacks && $0.name.hasSuffix(PackFormat.packSuffix)) }
            let others = try stale(files, now: now)
            if !isDry { for file in old + others { try file.directory.remove(file.name) } }
            return old.count + others.count
        } catch {
            throw RedoError(.writeFailed, "a temporary file cannot be removed", cause: error)
        }
    }

    /// The files among some that are old enough to have been left behind.
    private func stale(_ files: [StoredFile], now: Int) throws(SystemError) -> [StoredFile] {
        var stale: [StoredFile] = []
        for file in files {
            guard let status = try Files.statusOfLink(file.path), status.kind == .regular,
                now - status.modified > Self.staleSeconds
            else { continue }
            stale.append(file)
        }
        return stale
    }

    private func temporaryFiles() throws(SystemError) -> [StoredFile] {
        var directories =
            [directory()] + Self.directoryNames.map { ContainedDirectory($0, in: path) }
        for kind in Self.directoriesOfRemotes where try directory(kind).check() {
            for remote in try subdirectories(of: directory(kind)) {
                directories.append(remote)
                directories += try subdirectories(of: remote)
            }
        }
        var found: [StoredFile] = []
        for directory in directories where try directory.check() {
            found += try files(in: directory, where: LooseObjects.isTemporary)
        }
        return found
    }

    private func subdirectories(of directory: ContainedDirectory) throws(SystemError)
        -> [ContainedDirectory]
    {
        try directory.names(of: .directory).map { directory.directory($0) }
    }

    private func indexesWithoutPacks() throws(SystemError) -> [StoredFile] {
        guard Files.isDirectory(packs.path) else { return [] }
        let known = Set(try packs.names().map(\.indexFileName))
        return try files(in: directory("objects", "pack")) {
            PackName(fileName: $0, suffix: PackFormat.indexSuffix) != nil && !known.contains($0)
        }
    }

    /// A file of the store that may be removed.
    private struct StoredFile {
        let directory: ContainedDirectory
        let name: String

        var path: String { directory.file(name) }
    }

    private func files(
        in directory: ContainedDirectory, where isWanted: (String) -> Bool
    ) throws(SystemError) -> [StoredFile] {
        try directory.contents().filter(isWanted).map { StoredFile(directory: directory, name: $0) }
    }

    /// Removes loose nodes that a pack also has, whole, and signed if they are: both copies are hashed first.
    ///
    /// - Returns: how many these were; nil if another process is packing.
    /// - Throws: STORAGE_003 if one cannot be removed.
    package func removePackedLooseNodes(isDry: Bool = false) throws(RedoError) -> Int? {
        guard let lock = try packLock() else { return nil }
        defer { _ = lock }
        let ids = try looseIDs()
        var validator = try objectReader()
        let nodeReader = NodeValidator()
        var count = 0
        for id in ids {
            guard validator.isPacked(id) else { continue }
            do throws(SystemError) {
                guard let line = try objects.line(of: id),
                    let node = try? read(
                        line, as: id, signature: .ifPresent, validator: nodeReader),
                    validator.hasWholeCopy(of: node, validator: nodeReader)
                else { continue }
                let isGone = isDry ? true : try objects.remove(id, ifItHolds: line)
                if isGone { count += 1 }
            } catch {
                throw RedoError(.writeFailed, "a node cannot be removed", cause: error)
            }
        }
        return count
    }

    /// Removes the damaged files that were set aside. Whole nodes that wait for missing parents stay.
    ///
    /// - Returns: how many files these were.
    /// - Throws: STORAGE_003 if one cannot be removed.
    package func emptyQuarantine(isDry: Bool = false) throws(RedoError) -> Int {
        guard Files.isDirectory(quarantinePath) else { return 0 }
        do throws(SystemError) {
            // A directory with the name of a file stays: no writer of the suite created its contents.
            let files = try files(in: quarantineDirectory) { !Quarantine.isCutOff($0) }
                .filter { !Files.isDirectory($0.path) }
            if !isDry { for file in files { try file.directory.remove(file.name) } }
            return files.count
        } catch {
            throw RedoError(.writeFailed, "a damaged file cannot be removed", cause: error)
        }
    }

    /// Packs the loose nodes if there are many, or many packs.
    ///
    /// - Parameter id: of a node that was just written: the size of its directory shows whether counting all is worth
    ///   it.
    func packIfMany(near id: NodeID) throws(RedoError) {
        let limit = packingLimit
        guard limit > 0 else { return }
        let packLimit = configuration.number(.packLimit) ?? 0
        if packLimit > 0, try packNames().count > packLimit {
            _ = try pack(.geometric)
            return
        }
        let near = try listed { () throws(SystemError) in
            try objects.ids(withPrefix: String(id.digest.hexadecimal.prefix(2))).count
        }
        guard near * 256 > limit else { return }
        guard try looseIDs().count > limit else { return }
        _ = try pack(.geometric)
        try removeOldOperations()
    }

    /// The number of loose nodes above which they are packed: `gc.auto`.
    private var packingLimit: Int { configuration.number(.packingLimit) ?? 0 }

    /// Combines the packs that several batches have written one by one, unless `gc.auto` is 0.
    ///
    /// - Throws: as ``pack(_:progress:)`` does.
    package func packUnlessSwitchedOff(_ scope: PackScope) throws(RedoError) {
        if packingLimit > 0 { _ = try pack(scope) }
    }
}
