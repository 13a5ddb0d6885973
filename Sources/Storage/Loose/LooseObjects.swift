import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The nodes that have a file each, laid out like Git's objects.
///
/// ```
/// objects/ab/cdef…     the node with id and signature, canonical JSON, one line; ab cdef… is its id
/// objects/tmp-…        being written; see LooseBatch for several at once
/// quarantine/          damaged files that a good copy took the place of
/// ```
package struct LooseObjects: Sendable {
    /// The `objects` directory.
    let root: String
    let directory: ContainedDirectory
    let quarantine: Quarantine
    private let isSynced: Bool

    init(root: String, quarantine: Quarantine, isSynced: Bool) {
        self.root = root
        directory = ContainedDirectory(root, depth: 1)
        self.quarantine = quarantine
        self.isSynced = isSynced
    }

    /// The prefix of the names of files that are being written.
    static let temporaryPrefix = "tmp-"

    /// A name for a file that is being written.
    static func temporaryName() -> String {
        temporaryPrefix + RandomBytes.hexadecimal(count: 10)
    }

    /// Whether a file in the store is being written, or was when its command ended.
    static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(temporaryPrefix) || name.hasSuffix(ContainedFile.temporarySuffix)
    }

    /// The maximum size of a file that can be a node: in canonical form, with its line feed.
    private static let maximumFileByteCount = NodeValidator.maximumNodeByteCount + 1

    /// The minimum number of nodes for which the whole file system is synced, twice, instead of each file and
    /// directory. That is 17 times faster for 2,000 files (docs/performance.md).
    private static let smallestBatch = 32

    /// The path of the file of a node, whether or not it is there.
    package func path(of id: NodeID) -> String {
        let digits = id.digest.hexadecimal
        return "\(root)/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// The file of a node.
    func file(of id: NodeID) -> ContainedFile {
        ContainedFile(String(id.digest.hexadecimal.dropFirst(2)), in: directory(of: id))
    }

    /// The directory of a node's file.
    private func directory(of id: NodeID) -> ContainedDirectory {
        directory.directory(String(id.digest.hexadecimal.prefix(2)))
    }

    /// Whether a node has a file; the file can be damaged.
    package func contains(_ id: NodeID) throws(SystemError) -> Bool {
        try Files.status(of: path(of: id)) != nil
    }

    // MARK: Reading

    /// The node's line without its line feed; nil if it is not here.
    package func line(of id: NodeID) throws(SystemError) -> [UInt8]? {
        try contents(of: id).map { Self.line(of: $0) }
    }

    /// The bytes of a node's file; nil if it is not here.
    func contents(of id: NodeID) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            return try Files.read(path(of: id), limit: Self.maximumFileByteCount)
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
    }

    /// The line of a file without its line feed.
    static func line(of bytes: consuming [UInt8]) -> [UInt8] {
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }

    /// The bytes that a node's file should have.
    static func file(of node: Node) -> [UInt8] { node.canonicalBytes + [UInt8(ascii: "\n")] }

    /// Every id, sorted.
    package func ids() throws(SystemError) -> [NodeID] {
        var ids: [NodeID] = []
        do throws(SystemError) {
            for (directory, names) in try directory.contentsOfDirectories(
                where: Self.isDirectoryName)
            {
                ids += names.compactMap { NodeID("sha256:" + directory + $0) }
            }
        } catch {
            if !error.isNotFound { throw error }
        }
        return ids.sorted()
    }

    /// Whether there is a node. Stops at the first one.
    func hasNodes() throws(SystemError) -> Bool {
        do throws(SystemError) {
            for name in try directory.contents() where Self.isDirectoryName(name) {
                if try !ids(in: name).isEmpty { return true }
            }
        } catch {
            if !error.isNotFound { throw error }
        }
        return false
    }

    /// The ids whose hexadecimal digits start with a prefix, sorted.
    ///
    /// - Parameter prefix: at least two lower-case digits.
    package func ids(withPrefix prefix: String) throws(SystemError) -> [NodeID] {
        do throws(SystemError) {
            return try ids(in: String(prefix.prefix(2)))
                .filter { $0.digest.hexadecimal.hasPrefix(prefix) }.sorted()
        } catch {
            if error.isNotFound { return [] }
            throw error
        }
    }

    private func ids(in name: String) throws(SystemError) -> [NodeID] {
        let directory = directory.directory(name)
        let names: [String]
        do throws(SystemError) {
            names = try directory.contents()
        } catch {
            // A file in place of the directory contains no nodes.
            if error.isNotFound || error == .notADirectory(directory.path) { return [] }
            throw error
        }
        return names.compactMap { NodeID("sha256:" + name + $0) }
    }

    static func isDirectoryName(_ name: String) -> Bool {
        name.utf8.count == 2 && name.utf8.allSatisfy { lowercaseHexValue($0) != nil }
    }

    // MARK: Writing

    /// Writes nodes durably: temporary files, sync, names, sync of the directories.
    ///
    /// Nodes appear in the order given, so a reader never sees a child before its parent. Several new nodes are a
    /// batch: all of them get their names, or none does (``LooseBatch``). If a node is here already, that copy is
    /// kept, unless it lacks the signature that the new one has, or is damaged; a damaged file is moved to the
    /// quarantine.
    ///
    /// - Throws: ``SystemError``; then no temporary file is left, or the next command that opens the store finishes
    ///   the batch.
    func write(
        _ nodes: [Node], validator: borrowing NodeValidator, progress: StoreProgress
    ) throws(SystemError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var coming: [(node: Node, isNew: Bool)] = []
        var directories: [String: ContainedDirectory] = [:]
        var hasNewDirectory = false
        for node in nodes {
            let situation = try situation(of: node, validator: validator)
            let directory = directory(of: node.id)
            if directories.updateValue(directory, forKey: directory.path) == nil {
                hasNewDirectory = try directory.make() || hasNewDirectory
            }
            // Another command may have given the node its name without having synced the directory yet.
            if situation != .kept { coming.append((node, situation == .absent)) }
        }
        let newCount = coming.count { $0.isNew }
        let batch = newCount > 1 ? LooseBatch(count: newCount) : nil
        let syncsAll = nodes.count >= Self.smallestBatch
        var pending: [(temporary: ContainedFile, id: NodeID, isNew: Bool)] = []
        var isStarted = false
        defer {
            for file in pending where !(isStarted && file.isNew && batch != nil) {
                try? file.temporary.remove()
            }
        }
        for (node, isNew) in coming {
            let temporary =
                isNew
                ? batch.map { ContainedFile($0.fileName(of: node.id), in: directory) }
                    ?? temporaryFile() : temporaryFile()
            try write(node.canonicalBytes, to: temporary, isSynced: isSynced && !syncsAll)
            pending.append((temporary, node.id, isNew))
            progress(pending.count, nodes.count)
        }
        if isSynced {
            if syncsAll {
                try Files.synchronizeFileSystem(of: root)
            } else if batch != nil {
                // The files of a batch are synced before one of them gets its name.
                try directory.synchronize()
            }
        }
        for file in pending {
            let target = self.file(of: file.id)
            if !file.isNew {
                try file.temporary.move(to: target)
            } else if batch != nil {
                do throws(SystemError) {
                    try link(file.temporary, to: target)
                    isStarted = true
                } catch {
                    // A failing disk can report an error although the name was given.
                    isStarted = isStarted || (try? contains(file.id)) != false
                    throw error
                }
            } else {
                _ = try file.temporary.moveUnlessTaken(to: target)
            }
        }
        if isSynced {
            if syncsAll {
                try Files.synchronizeFileSystem(of: root)
            } else {
                // Sorted, so that tests can repeat the order of operations.
                for (_, directory) in directories.sorted(by: { $0.key < $1.key }) {
                    try directory.synchronize()
                }
                if hasNewDirectory, batch == nil { try directory.synchronize() }
            }
        }
        if batch != nil {
            for file in pending where file.isNew { try? file.temporary.remove() }
        }
        pending.removeAll()
    }

    /// Replaces the file of a node, whatever it contains, by one with the node in canonical form.
    func rewrite(_ node: Node) throws(SystemError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let temporary = temporaryFile()
        try write(node.canonicalBytes, to: temporary, isSynced: true)
        do throws(SystemError) {
            try temporary.move(to: file(of: node.id))
        } catch {
            try? temporary.remove()
            throw error
        }
        try directory(of: node.id).synchronize()
    }

    /// Adds a node's name to a file of a batch, unless the name is taken.
    func link(_ temporary: ContainedFile, to target: ContainedFile) throws(SystemError) {
        do throws(SystemError) {
            try temporary.link(to: target)
        } catch {
            if error.isAlreadyThere { return }
            // If the file is missing, another command has finished the batch.
            let status = error.isNotFound ? try Files.statusOfLink(target.path) : nil
            if status == nil { throw error }
        }
    }

    /// Waits until the names of some nodes are on disk, if the store syncs.
    func synchronizeDirectories(of ids: [NodeID]) throws(SystemError) {
        guard isSynced else { return }
        if ids.count >= Self.smallestBatch { return try Files.synchronizeFileSystem(of: root) }
        for id in ids { try directory(of: id).synchronize() }
        try directory.synchronize()
    }

    enum Situation { case absent, kept, unsigned, damaged }

    /// The relation of a node to the existing copy with its id. A damaged copy is moved to the quarantine.
    func situation(
        of node: Node, validator: borrowing NodeValidator
    ) throws(SystemError) -> Situation {
        guard let line = try line(of: node.id) else { return .absent }
        if line == node.canonicalBytes { return .kept }
        do throws(Rejection) {
            let stored = try validator.read(line, signature: .ifPresent)
            if stored.id == node.id {
                return !stored.isSigned && node.isSigned ? .unsigned : .kept
            }
        } catch {
            // Falls through: the copy is damaged, whatever the reason.
        }
        try quarantine.take(
            file(of: node.id), as: node.id.digest.hexadecimal, reason: "a good copy was written")
        return .damaged
    }

    // MARK: Removing

    /// Removes a node's file if it still has the given bytes.
    ///
    /// A writer can replace an unsigned copy by a signed one at any moment. So the file is moved aside first, and
    /// checked where no writer replaces it.
    ///
    /// - Parameter line: without its line feed.
    /// - Returns: whether it was removed.
    func remove(_ id: NodeID, ifItHolds line: [UInt8]) throws(SystemError) -> Bool {
        let file = file(of: id)
        let aside = temporaryFile()
        guard try file.directory.check() else { return true }
        do throws(SystemError) {
            try file.move(to: aside)
        } catch {
            if error.isNotFound { return true }
            throw error
        }
        var bytes = try Files.read(aside.path, limit: Self.maximumFileByteCount)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes == line {
            try aside.remove()
            return true
        }
        // A third copy may have been written in the meantime. It is newer, so it has everything that this one has.
        _ = try aside.moveUnlessTaken(to: file)
        return false
    }

    private func temporaryFile() -> ContainedFile {
        ContainedFile(Self.temporaryName(), in: directory)
    }

    private func write(
        _ line: [UInt8], to temporary: ContainedFile, isSynced: Bool
    ) throws(SystemError) {
        do throws(SystemError) {
            let file = try temporary.create(mode: 0o444)
            var bytes = line
            bytes.append(UInt8(ascii: "\n"))
            try file.write(bytes.span)
            if isSynced { try file.synchronize() }
        } catch {
            try? temporary.remove()
            throw error
        }
    }
}
