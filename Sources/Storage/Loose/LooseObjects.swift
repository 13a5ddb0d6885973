import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// Nodes as one file each, laid out like Git's objects.
///
/// ```
/// objects/ab/cdef…     the node with id and signature, canonical JSON, one line; ab cdef… is its id
/// objects/tmp-…        being written
/// quarantine/          damaged files that a good copy took the place of
/// ```
package struct LooseObjects: Sendable {
    /// The `objects` folder.
    let root: String
    let folder: ContainedFolder
    let quarantine: Quarantine
    private let isSynced: Bool

    init(root: String, quarantine: Quarantine, isSynced: Bool) {
        self.root = root
        folder = ContainedFolder(root, depth: 1)
        self.quarantine = quarantine
        self.isSynced = isSynced
    }

    /// Names of files that are being written start with this.
    static let temporaryPrefix = "tmp-"

    /// A node in any spelling that could be in a file: canonical, with its line feed.
    private static let greatestFileByteCount = NodeValidator.greatestNodeByteCount + 1

    /// From this many nodes on the whole file system is synced, twice, instead of each file and folder:
    /// 17 times faster for 2,000 files (docs/performance.md).
    private static let smallestBatch = 32

    /// The path of the file of a node, whether or not it is there.
    package func path(of id: NodeID) -> String {
        let digits = id.digest.hexadecimal
        return "\(root)/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// The file of a node.
    func file(of id: NodeID) -> ContainedFile {
        ContainedFile(String(id.digest.hexadecimal.dropFirst(2)), in: folder(of: id))
    }

    /// The folder that a node's file is in.
    private func folder(of id: NodeID) -> ContainedFolder {
        folder.folder(String(id.digest.hexadecimal.prefix(2)))
    }

    /// Whether a node has a file; the file can be damaged.
    package func contains(_ id: NodeID) throws(SystemError) -> Bool {
        try Files.status(of: path(of: id)) != nil
    }

    // MARK: Reading

    /// The node's line without its line feed; nil if it is not here.
    package func line(of id: NodeID) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path(of: id), limit: Self.greatestFileByteCount)
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }

    /// Every id, sorted.
    package func ids() throws(SystemError) -> [NodeID] {
        var ids: [NodeID] = []
        do throws(SystemError) {
            for (folder, names) in try folder.contentsOfFolders(where: Self.isFolderName) {
                ids += names.compactMap { NodeID("sha256:" + folder + $0) }
            }
        } catch {
            if !error.isNotFound { throw error }
        }
        return ids.sorted()
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

    private func ids(in folder: String) throws(SystemError) -> [NodeID] {
        let place = self.folder.folder(folder)
        let names: [String]
        do throws(SystemError) {
            names = try place.contents()
        } catch {
            // A file that has its name holds no nodes.
            if error.isNotFound || error == .notADirectory(place.path) { return [] }
            throw error
        }
        return names.compactMap { NodeID("sha256:" + folder + $0) }
    }

    static func isFolderName(_ name: String) -> Bool {
        name.utf8.count == 2 && name.utf8.allSatisfy { lowercaseHexValue($0) != nil }
    }

    // MARK: Writing

    /// Writes nodes so that they last: temporary files, sync, rename, sync of the folders.
    ///
    /// Nodes appear in the order given, so a reader never sees a child before its parent. Of a node
    /// that is here already, the copy that is here is kept, unless it lacks the signature that the
    /// new one has, or is damaged; a damaged file is moved to the quarantine.
    ///
    /// - Throws: ``SystemError``; then no temporary file is left, and any prefix of the nodes may
    ///   have been written.
    func write(
        _ nodes: [Node], validator: borrowing NodeValidator, progress: StoreProgress
    ) throws(SystemError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var pending: [(temporary: ContainedFile, id: NodeID, replaces: Bool)] = []
        defer { for file in pending { try? file.temporary.remove() } }
        var folders: [String: ContainedFolder] = [:]
        var hasNewFolder = false
        let isBatch = nodes.count >= Self.smallestBatch
        for node in nodes {
            let situation = try situation(of: node, validator: validator)
            let folder = folder(of: node.id)
            if folders.updateValue(folder, forKey: folder.path) == nil {
                hasNewFolder = try folder.make() || hasNewFolder
            }
            // Another command may have given the node its name and not synced the folder yet.
            if situation == .kept { continue }
            let replaces = situation != .absent
            let temporary = try writeTemporary(node.canonicalBytes, isSynced: isSynced && !isBatch)
            pending.append((temporary, node.id, replaces))
            progress(pending.count, nodes.count)
        }
        if isSynced, isBatch { try Files.synchronizeFileSystem(of: root) }
        for file in pending {
            let target = self.file(of: file.id)
            if file.replaces {
                try file.temporary.move(to: target)
            } else {
                _ = try file.temporary.moveUnlessTaken(to: target)
            }
        }
        pending.removeAll()
        guard isSynced else { return }
        if isBatch { return try Files.synchronizeFileSystem(of: root) }
        for folder in folders.values { try folder.synchronize() }
        if hasNewFolder { try folder.synchronize() }
    }

    enum Situation { case absent, kept, unsigned, damaged }

    /// How a node relates to what is here under its id. What is damaged is moved to the quarantine.
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
            // Falls through: it is damaged, whatever the reason.
        }
        try quarantine.take(
            file(of: node.id), as: node.id.digest.hexadecimal, reason: "a good copy was written")
        return .damaged
    }

    // MARK: Removing

    /// Removes a node's file if it still holds some bytes.
    ///
    /// A writer can put a signed copy in the place of an unsigned one at any moment. So the file is
    /// moved aside first, and looked at where no writer replaces it.
    ///
    /// - Parameter line: without its line feed.
    /// - Returns: whether it is gone.
    func remove(_ id: NodeID, ifItHolds line: [UInt8]) throws(SystemError) -> Bool {
        let file = file(of: id)
        let aside = temporaryFile()
        guard try file.folder.check() else { return true }
        do throws(SystemError) {
            try file.move(to: aside)
        } catch {
            if error.isNotFound { return true }
            throw error
        }
        var bytes = try Files.read(aside.path, limit: Self.greatestFileByteCount)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes == line {
            try aside.remove()
            return true
        }
        // A third copy may have come; it was made after this one, so it has what this one has.
        _ = try aside.moveUnlessTaken(to: file)
        return false
    }

    private func temporaryFile() -> ContainedFile {
        ContainedFile("\(Self.temporaryPrefix)\(RandomBytes.hexadecimal(count: 10))", in: folder)
    }

    private func writeTemporary(_ line: [UInt8], isSynced: Bool) throws(SystemError)
        -> ContainedFile
    {
        let temporary = temporaryFile()
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
        return temporary
    }
}
