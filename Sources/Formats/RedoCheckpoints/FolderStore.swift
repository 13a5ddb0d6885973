import RedoSystem

/// A folder as a store of files by name: on a disk, a stick or a network share, or one that another program copies.
///
/// A file is written under a temporary name, synced and renamed, and its directory is synced. So nothing is locked, and
/// an incomplete copy is only an older state. Symbolic links instead of directories are not followed when files are
/// listed, written or removed.
package struct FolderStore: StoreVerbs, Sendable {
    let path: String

    /// - Throws: STORAGE_001 if there is no such folder.
    package init(_ path: String) throws(RedoError) {
        self.path = path
        guard Files.isDirectory(path) else {
            throw RedoError(
                .notFound, "there is no folder \(path.printable)",
                hints: [
                    "if it is on a disk that is not mounted, mount it; 'mkdir -p \(shellWord(path))' "
                        + "creates a new one"
                ])
        }
    }

    // MARK: Verbs

    package func list(_ prefix: String) throws(RedoError) -> [StoredFile] {
        try names(prefix).compactMap { name in
            guard let status = (try? Files.statusOfLink(file(name).path)) ?? nil,
                status.kind == .regular
            else { return nil }
            return StoredFile(name: name, byteCount: status.size)
        }
    }

    package func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
        let path = file(name).path
        do throws(SystemError) {
            // Anything other than a regular file counts as missing.
            guard try Files.statusOfLink(path)?.kind == .regular else { return nil }
            return try Files.read(path, limit: limit)
        } catch {
            if error.isNotFound { return nil }
            throw RedoError(.corrupted, "\(path.printable) cannot be read", cause: error)
        }
    }

    package func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        let file = file(name)
        return try writing { () throws(SystemError) in
            try file.directory.make()
            return try file.place(content.span, mode: 0o644)
        }
    }

    package func delete(_ name: String) throws(RedoError) {
        try writing { () throws(SystemError) in try file(name).removeIfPresent() }
    }

    // MARK: Faster implementations for a folder

    package func names(_ prefix: String) throws(RedoError) -> [String] {
        let (directory, beginning) = divided(prefix)
        return try failing(.notFound, "the folder \(path.printable) cannot be read") {
            () throws(SystemError) in
            guard try directory.check() else { return [] }
            guard let isWanted = Self.nested[prefix] else {
                let parent = prefix.dropLast(beginning.utf8.count)
                return try directory.contents().filter { $0.hasPrefix(beginning) }
                    .map { "\(parent)\($0)" }
            }
            return try directory.contentsOfDirectories(where: isWanted).flatMap { child in
                child.names.map { "\(prefix)\(child.directory)/\($0)" }
            }
        }
    }

    /// The prefixes below which files are in subdirectories, with a test of the subdirectory's name.
    private static let nested: [String: @Sendable (String) -> Bool] = [
        StoredName.slotsPrefix: { Slot($0) != nil },
        StoredName.claimsPrefix: { StoredFileName.isName($0) },
    ]

    package func someNames() throws(RedoError) -> [String] {
        try failing(.notFound, "the folder \(path.printable) cannot be read") {
            () throws(SystemError) in
            try Files.names(in: path).filter { !$0.hasPrefix(".") && $0 != Self.diskDirectory }
        }
    }

    /// A directory that an otherwise empty disk has.
    private static let diskDirectory = "lost+found"

    package func sizes(of names: [String]) throws(RedoError) -> [String: Int] {
        var sizes: [String: Int] = [:]
        for name in names {
            guard let status = (try? Files.statusOfLink(file(name).path)) ?? nil else { continue }
            sizes[name] = status.kind == .regular ? status.size : 0
        }
        return sizes
    }

    package func write(_ name: String, _ content: [UInt8]) throws(RedoError) {
        let file = file(name)
        if let status = (try? Files.statusOfLink(file.path)) ?? nil, status.kind == .regular,
            status.size == content.count, (try? holds(name, content)) == true
        {
            return
        }
        try writing { () throws(SystemError) in
            try file.directory.make()
            try file.replace(with: content.span, mode: 0o644)
        }
    }

    package func tidy(_ prefix: String) { try? Files.removeEmptyDirectory(divided(prefix).0.path) }

    package static let isNear = true

    package static func probeName(_ digits: String) -> String { ".probe-\(digits)" }

    // MARK: Paths

    private func file(_ name: String) -> ContainedFile {
        let (directory, last) = divided(name)
        return ContainedFile(last, in: directory)
    }

    /// The directory of a name, and the part after its last slash.
    private func divided(_ name: String) -> (ContainedDirectory, String) {
        var parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let last = parts.removeLast()
        return (ContainedDirectory(parts, in: path), last)
    }

    private func writing<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        try failing(.writeFailed, "the folder \(path.printable) cannot be written", body)
    }
}

/// A folder that keeps checkpoints.
package typealias FolderStorage = StoreStorage<FolderStore>

extension StoreStorage where Verbs == FolderStore {
    /// - Throws: STORAGE_001 if there is no such folder.
    package init(_ path: String) throws(RedoError) {
        self.init(
            try FolderStore(path), name: "the folder \(path.printable)", expectsSlots: false)
    }

    /// Whether the folder never had a checkpoint.
    package var isNew: Bool {
        !((try? ContainedDirectory([StoredName.slotsDirectory], in: verbs.path).check()) ?? false)
    }
}
