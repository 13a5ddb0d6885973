import RedoCrypto
import RedoModel
import RedoSystem

/// Receives the progress of some work: how much is done, of how much.
package typealias StoreProgress = (_ done: Int, _ total: Int) -> Void

/// A node store: the object directory, its configuration, and the operations on them.
///
/// It owns every file below its directory: nodes as loose files and packs, indexes and caches that are computed from
/// them, records of operations, arrivals and exchanges, and the quarantine. It neither computes the state of a log nor
/// resolves names, which RedoRepository does, nor exchanges nodes: it only keeps the records about that.
///
/// To read nodes start at ``storedLog(about:)`` and ``snapshot(trusting:about:progress:)``, to write them at
/// ``admit(_:validator:progress:)``, and for damage at ``check(until:isRecorded:forms:progress:)`` and
/// ``repair(until:forms:progress:)``. ``StoreLayout`` is the table of all files.
///
/// ```
/// config          Git's configuration syntax
/// objects/ab/…    nodes, a file each
/// objects/pack/   nodes, many in a file
/// quarantine/     damaged files
/// lost            ids of nodes that a repair could not save
/// watch/          the order in which nodes have arrived
/// reminders/      which reminders were announced
/// gc.lock         held while nodes are packed
/// ```
package struct Store: Sendable {
    package let path: String
    package let configuration: LayeredConfiguration
    package let objects: LooseObjects
    package let packs: PackDirectory
    /// The nodes that readings of the store could not read.
    package let incompleteness: Incompleteness

    /// Whose stores are used.
    package struct Trust: Sendable {
        /// The user of this process.
        package let user: UInt32
        /// Stores that are used no matter who owns them (`safe.directory`); `*` means all.
        package let directories: [String]

        package init(user: UInt32, directories: [String]) {
            self.user = user
            self.directories = directories
        }
    }

    /// Opens a store.
    ///
    /// A store that another user owns is refused unless it is named as trusted: its configuration can name programs
    /// to run.
    ///
    /// - Parameters:
    ///   - userConfiguration: the configuration that applies to all stores of the user.
    ///   - commandLine: the configuration of the command line, which overrides all files.
    ///   - incompleteness: receives the nodes that readings cannot read.
    ///   - keepsPacksOpen: whether a pack that was opened once is opened again only if it has changed.
    ///   - ignoredSettings: receives the settings of the store that were read but do not count.
    /// - Throws: STORAGE_001 if there is no store or it must not be used, or if one of its directories is a link or
    ///   anything but a directory, STORAGE_004 if its configuration has a syntax error.
    package init(
        opening location: StoreLocation, userConfiguration: Configuration,
        commandLine: Configuration = Configuration(), trust: Trust,
        incompleteness: Incompleteness = Incompleteness(),
        ignoredSettings: IgnoredSettings = IgnoredSettings(), keepsPacksOpen: Bool = false
    ) throws(RedoError) {
        let path = location.path
        let status = try location.checkedStatus()
        let isTrusted = trust.directories.contains { $0 == "*" || areSame($0, path) }
        guard status.owner == trust.user || isTrusted else {
            throw RedoError(
                .notPermitted, "the store \(path) belongs to user \(status.owner), not to you",
                hints: ["to use it all the same: redo config --global --add safe.directory \(path)"]
            )
        }
        try Self.checkDirectories(of: path)
        let own = try ConfigurationFile(path: Self.configurationPath(path)).read()
        let configuration = LayeredConfiguration(
            [userConfiguration, own, commandLine], ignored: ignoredSettings)
        self.path = path
        self.configuration = configuration
        self.incompleteness = incompleteness
        let isSynced = configuration.value(.fsync) != "none"
        objects = LooseObjects(
            root: Self.objectsPath(path),
            quarantine: Quarantine(path: Path.join(path, "quarantine")), isSynced: isSynced)
        packs = PackDirectory(
            path: Path.join(Self.objectsPath(path), "pack"), isSynced: isSynced,
            opened: keepsPacksOpen ? OpenPacks() : nil)
        finishBatches()
    }

    /// The directory that damaged files are moved to.
    package var quarantinePath: String { Path.join(path, "quarantine") }

    /// The directory of the nodes of the store at a path.
    package static func objectsPath(_ path: String) -> String { Path.join(path, "objects") }
    /// The configuration of the store at a path.
    package static func configurationPath(_ path: String) -> String { Path.join(path, "config") }

    /// The store's own configuration.
    package var configurationFile: ConfigurationFile {
        ConfigurationFile(path: Self.configurationPath(path))
    }

    /// Creates an empty store; an existing one stays as it is.
    ///
    /// - Parameters:
    ///   - configuration: the contents of the new store's configuration.
    ///   - isPrivate: whether only its owner may enter its directories or read its configuration; otherwise the umask
    ///     decides.
    /// - Returns: false if the store existed.
    /// - Throws: STORAGE_003 if it cannot be created.
    package static func create(
        at path: String, configuration: Configuration, isPrivate: Bool = false
    ) throws(RedoError) -> Bool {
        do throws(SystemError) {
            let isNew = !Files.isDirectory(objectsPath(path))
            let mode: UInt32 = isPrivate ? 0o700 : 0o777
            try Files.makeDirectories(Path.parent(of: path))
            _ = try Files.makeDirectory(path, mode: mode)
            // The configuration is written first, so that a directory that is a store always has one.
            if isNew, try Files.status(of: configurationPath(path)) == nil {
                try Files.replaceTarget(
                    of: configurationPath(path),
                    with: SystemText.bytes(of: configuration.text).span,
                    mode: .kept(orNew: isPrivate ? 0o600 : 0o644))
            }
            try Files.makeDirectories(objectsPath(path), mode: mode)
            if isNew {
                try Files.synchronizeDirectory(path)
                try Files.synchronizeDirectory(Path.parent(of: try Path.resolved(path)))
            }
            return isNew
        } catch {
            let isInTheWay = error.isAlreadyThere || error.isNotFound || error.isAboutKind
            throw RedoError(
                .writeFailed, "the store cannot be created", cause: error,
                hints: isInTheWay
                    ? [
                        "a file or a link is in the place of a folder: move it away and repeat the command"
                    ] : [])
        }
    }
}

/// Whether two paths lead to the same directory, links and dots resolved.
private func areSame(_ left: String, _ right: String) -> Bool {
    guard let left = try? Path.resolved(left), let right = try? Path.resolved(right) else {
        return false
    }
    return left == right
}

// MARK: Reading

extension Store {
    /// Creates a reader of nodes by their ids.
    ///
    /// - Throws: STORAGE_004 if a pack or an index is damaged.
    package func objectReader() throws(RedoError) -> ObjectReader {
        try ObjectReader(objects: objects, directory: packs)
    }

    /// Reads one node. Its form and hash are verified, unless it is packed: then its checksum is.
    ///
    /// - Returns: nil if it is not here.
    /// - Throws: STORAGE_004 if what is stored under that id is not that node.
    package func node(
        _ id: NodeID, validator: borrowing NodeValidator
    ) throws(RedoError) -> Node? {
        var objects = try objectReader()
        guard let line = try objects.line(of: id) else { return nil }
        return try node(id, at: line, from: &objects, validator: validator)
    }

    /// Reads the node of a stored line, verified in the same way.
    ///
    /// - Parameter objects: the reader that the line is from, which may find another copy.
    package func node(
        _ id: NodeID, at line: StoredLine, from objects: inout ObjectReader,
        validator: borrowing NodeValidator
    ) throws(RedoError) -> Node {
        try node(id, at: line, from: &objects) { line throws(Rejection) in
            if line.packed != nil { return try validator.readStored(Array(line.bytes), id: id) }
            return try read(Array(line.bytes), as: id, validator: validator)
        }
    }

    /// The node of a stored line, or of another copy if this one does not pass.
    ///
    /// - Parameter read: verifies a copy.
    /// - Throws: STORAGE_004 if no copy passes.
    func node(
        _ id: NodeID, at line: StoredLine, from objects: inout ObjectReader,
        reading read: (StoredLine) throws(Rejection) -> Node
    ) throws(RedoError) -> Node {
        let fault: Rejection
        do throws(Rejection) {
            return try read(line)
        } catch {
            fault = error
        }
        for copy in objects.copies(of: id) { if let node = try? read(copy) { return node } }
        throw RedoError(
            .corrupted, "\(line.path) is damaged: \(fault.detail)",
            hints: [
                "'redo verify --all' lists the damage; importing a good copy repairs it",
                RedoError.repairHint,
            ])
    }

    /// Every id in the store, sorted.
    package func ids() throws(RedoError) -> [NodeID] { try ids(outside: []).ids }

    /// The ids of the nodes that are not in the named packs, each once, sorted.
    ///
    /// - Parameter names: of packs that the store may have.
    /// - Returns: the ids, and those of the named packs that the store has.
    /// - Throws: as ``ids()``.
    package func ids(
        outside names: Set<Digest>
    ) throws(RedoError) -> (ids: [NodeID], packs: Set<Digest>) {
        let loose = try looseIDs()
        let all = try packs.open(using: Pack.lookup)
        if all.isEmpty { return (loose, []) }
        let (known, packs) = (
            all.filter { names.contains($0.name.digest) },
            all.filter { !names.contains($0.name.digest) }
        )
        var ids = loose
        ids.reserveCapacity(packs.reduce(loose.count) { $0 + $1.nodeCount })
        for pack in packs { for node in 0..<pack.nodeCount { ids.append(pack.index.id(of: node)) } }
        ids.removeAll { id in known.contains { $0.index.number(of: id) != nil } }
        ids.sort()
        ids.removeRepetitions()
        return (ids, Set(known.map(\.name.digest)))
    }

    /// The ids whose hexadecimal digits start with a prefix, sorted.
    ///
    /// - Parameter prefix: at least two lower-case digits.
    package func ids(withPrefix prefix: String) throws(RedoError) -> [NodeID] {
        let loose = try listed { () throws(SystemError) in try objects.ids(withPrefix: prefix) }
        let packs = try packs.open(using: Pack.lookup)
        if packs.isEmpty { return loose }
        var ids = Set(loose)
        guard let range = NodeID.range(ofPrefix: prefix) else { return loose }
        for pack in packs {
            ids.formUnion(pack.index.ids(from: range.lowerBound, while: range.contains))
        }
        return ids.sorted()
    }

    /// The ids of packed nodes at this moment.
    ///
    /// - Throws: as ``ids(withPrefix:)``.
    package func packedIDs() throws(RedoError) -> PackedIDs {
        PackedIDs(packs: try packs.open(using: Pack.lookup))
    }

    func listed<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        return try failing(.notFound, "the nodes cannot be listed") { () throws(SystemError) in
            try body()
        }
    }

    /// Reads bytes that are stored under an id: form and hash are verified.
    ///
    /// - Parameter rule: which signature is required. It was verified when the node came in, and is verified again
    ///   when it is packed or sent (protocol, section 4, Boundaries).
    func read(
        _ line: [UInt8], as id: NodeID, signature rule: NodeValidator.SignatureRule = .unchecked,
        validator: borrowing NodeValidator
    ) throws(Rejection) -> Node {
        let node = try validator.read(line, signature: rule)
        guard node.id == id else {
            throw Rejection(.hashMismatch, "the file holds the node \(node.id)", id: id)
        }
        return node
    }
}

extension Store {
    /// Restricts the directory of a store to its owner. What is below it then needs no permissions of its own.
    ///
    /// - Returns: the permissions that the directory had, if others could enter or read it and now cannot.
    package static func makePrivate(_ path: String) -> UInt32? {
        guard let directory = try? FileDescriptor(opening: path, for: .directory),
            let status = try? directory.status(), status.permissions & 0o077 != 0
        else { return nil }
        do throws(SystemError) {
            try directory.setPermissions(status.permissions & 0o700)
            return status.permissions
        } catch {
            return nil
        }
    }
}

extension Store {
    /// The files that were moved aside, by name, with the reasons.
    ///
    /// - Throws: STORAGE_001 if the directory cannot be listed.
    package func quarantined() throws(RedoError) -> [(name: String, reason: String)] {
        do throws(SystemError) {
            return try objects.quarantine.contents().map { ($0.name, $0.reason) }
        } catch {
            if error.isNotFound { return [] }
            throw RedoError(.notFound, "the quarantine cannot be listed", cause: error)
        }
    }
}

/// The active context: a file `context` with its name, which stays on this device.
extension Store {
    private var contextFile: ContainedFile { ContainedFile("context", in: directory()) }

    /// The name of the active context; nil if there is none, or its file cannot be read.
    package var currentContext: String? {
        guard let bytes = try? Files.read(contextFile.path, limit: 1024) else { return nil }
        let name = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    /// Switches a context on; nil switches it off.
    ///
    /// - Throws: STORAGE_003 if its file cannot be written.
    package func setCurrentContext(_ name: String?) throws(RedoError) {
        try failing(.writeFailed, "the context cannot be kept") { () throws(SystemError) in
            guard let name else {
                strike(record: contextFile.name)
                return try contextFile.removeIfPresent()
            }
            try contextFile.replace(with: Array("\(name)\n".utf8).span, mode: 0o644)
            note(record: contextFile.name)
        }
    }
}

extension Store {
    /// A digest that changes when nodes or signatures have come, or damage has been repaired: of the names of packs,
    /// and of names, sizes and dates of loose nodes. It also changes when nodes have only been packed.
    ///
    /// - Parameter excluded: loose nodes that are left out, to detect whether all others are unchanged.
    /// - Throws: STORAGE_001 if the store cannot be listed.
    /// - Complexity: O(n) for n loose nodes; no node is read.
    package func fingerprint(
        without excluded: Set<NodeID> = []
    ) throws(RedoError) -> Digest {
        var sha256 = IncrementalSHA256()
        // Loose nodes first: a node that is packed in between is then found in a pack.
        for id in try looseIDs() where !excluded.contains(id) {
            let path = objects.path(of: id)
            let status = try listed { () throws(SystemError) in try Files.status(of: path) }
            let size = status?.size ?? -1
            let line = Array("\(id) \(size) \(status?.modified ?? 0)\n".utf8)
            sha256.update(line.span)
        }
        for name in try packNames() {
            let line = Array("\(name)\n".utf8)
            sha256.update(line.span)
        }
        return sha256.digest()
    }
}

extension Store {
    /// Waits until no other command compares heads and writes after them (``ErrorCode/staleHeads``).
    ///
    /// The lock is on the directory of the nodes, and is held as long as the returned value exists.
    ///
    /// - Throws: STORAGE_003 if the directory cannot be locked.
    package func headsLock() throws(RedoError) -> FileLock {
        try failing(.writeFailed, "the store cannot be locked to compare heads") {
            () throws(SystemError) in
            try FileLock.wait(directory: Self.objectsPath(path))
        }
    }

    /// Waits until no other command writes into a room, so that each sees the messages before its own.
    ///
    /// The lock is on the store's directory, and is held as long as the returned value exists.
    ///
    /// - Throws: STORAGE_003 if the directory cannot be locked.
    package func roomLock() throws(RedoError) -> FileLock {
        try failing(.writeFailed, "the store cannot be locked for a room") {
            () throws(SystemError) in
            try FileLock.wait(directory: path)
        }
    }
}
