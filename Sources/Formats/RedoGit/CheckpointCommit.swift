import RedoCrypto
import RedoSystem

/// A commit that contains a statement with all packs that it lists (docs/checkpoints.md, "Git repositories").
///
/// ```
/// tree …                                        statement, data/, and epochs/ if it is encrypted
/// parent …                                      the commit before it in the slot, if there is one
/// author redo <redo@redo> SEQUENCE +0000
/// committer redo <redo@redo> SEQUENCE +0000
///
/// redo
/// ```
package struct CheckpointCommit: Sendable {
    private static let statementName = "statement"
    private static let dataName = "data"
    private static let epochsName = "epochs"
    private static let genesisName = "genesis"
    private static let fileMode = "100644"
    private static let directoryMode = "40000"

    /// The blob of the statement.
    package let statement: GitObjectID
    /// The blobs of the pieces, by their names.
    package let data: [Digest: GitObjectID]
    /// The blobs of epochs, by their names.
    package let epochs: [Digest: GitObjectID]

    /// Reads the trees of a commit.
    ///
    /// - Throws: STORAGE_004 if it is not of this form, or one of them is missing.
    package init(reading commit: GitObjectID, in repository: GitRepository) throws(RedoError) {
        let root = try repository.entries(ofTree: try Self.tree(of: commit, in: repository))
        guard let statement = root.first(where: { $0.name == Self.statementName }),
            statement.mode == Self.fileMode
        else {
            throw RedoError(.corrupted, "the commit \(commit) has no statement")
        }
        self.statement = statement.id
        data = try Self.files(in: Self.dataName, of: root, repository)
        epochs = try Self.files(in: Self.epochsName, of: root, repository)
    }

    /// The blobs in a directory of a tree that are named by digests; empty if there is no such directory.
    private static func files(
        in name: String, of root: [GitRepository.TreeEntry], _ repository: GitRepository
    ) throws(RedoError) -> [Digest: GitObjectID] {
        guard let directory = root.first(where: { $0.name == name && $0.mode == directoryMode })
        else {
            return [:]
        }
        var files: [Digest: GitObjectID] = [:]
        for entry in try repository.entries(ofTree: directory.id) where entry.mode == fileMode {
            if let digest = Digest(hexadecimal: Array(entry.name.utf8).span) {
                files[digest] = entry.id
            }
        }
        return files
    }

    /// The blob of the first epoch, from the commit of its reference.
    ///
    /// - Throws: STORAGE_004 if the commit has no such file.
    package static func genesis(
        in commit: GitObjectID, of repository: GitRepository
    ) throws(RedoError) -> GitObjectID {
        let root = try repository.entries(ofTree: try tree(of: commit, in: repository))
        guard let file = root.first(where: { $0.name == genesisName && $0.mode == fileMode }) else {
            throw RedoError(.corrupted, "the commit \(commit) has no first epoch")
        }
        return file.id
    }

    /// Writes a commit that contains the first epoch.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package static func write(
        genesis: GitObjectID, to repository: GitRepository
    ) throws(RedoError) -> GitObjectID {
        var root: [UInt8] = []
        append(fileMode, genesisName, genesis, to: &root)
        return try write(root, after: nil, sequence: 0, to: repository)
    }

    private static func tree(
        of commit: GitObjectID, in repository: GitRepository
    ) throws(RedoError) -> GitObjectID {
        do throws(MirrorRefusal) {
            return try repository.commitHeader(commit).tree
        } catch {
            throw RedoError(.corrupted, "the commit \(commit) cannot be read: \(error.detail)")
        }
    }

    /// Writes a commit with its trees.
    ///
    /// - Parameters:
    ///   - statement: the blob of the statement.
    ///   - data: the blobs of the pieces, each of which is here or on the other side.
    ///   - epochs: the blobs of epochs.
    ///   - parent: the preceding commit; nil for the first of a slot.
    /// - Throws: STORAGE_003 if it cannot be written.
    package static func write(
        statement: GitObjectID, data: [Digest: GitObjectID], epochs: [Digest: GitObjectID],
        after parent: GitObjectID?, sequence: Int, to repository: GitRepository
    ) throws(RedoError) -> GitObjectID {
        var root: [UInt8] = []
        for (directory, files) in [(dataName, data), (epochsName, epochs)] where !files.isEmpty {
            var entries: [UInt8] = []
            for (name, id) in files.sorted(by: { $0.key < $1.key }) {
                append(fileMode, name.hexadecimal, id, to: &entries)
            }
            append(directoryMode, directory, try repository.writeNamed(.tree, entries), to: &root)
        }
        append(fileMode, statementName, statement, to: &root)
        return try write(root, after: parent, sequence: sequence, to: repository)
    }

    /// Writes a commit of a root tree.
    private static func write(
        _ root: [UInt8], after parent: GitObjectID?, sequence: Int, to repository: GitRepository
    ) throws(RedoError) -> GitObjectID {
        let tree = try repository.writeNamed(.tree, root)
        var commit: [UInt8] = []
        CommitImage.appendStart(tree: tree, parents: parent.map { [$0] } ?? [], to: &commit)
        CommitImage.appendPeople(
            Checkpoint.name, "\(Checkpoint.user)@redo", seconds: Int64(sequence), to: &commit)
        commit += "redo\n".utf8
        return try repository.writeNamed(.commit, commit)
    }

    private static func append(
        _ mode: String, _ name: String, _ id: GitObjectID, to tree: inout [UInt8]
    ) {
        tree += mode.utf8
        tree.append(UInt8(ascii: " "))
        tree += name.utf8
        tree.append(0)
        id.append(to: &tree)
    }
}

extension GitRepository {
    /// A file or directory of a tree.
    fileprivate struct TreeEntry {
        let mode: String
        let name: String
        let id: GitObjectID
    }

    /// The maximum size of a tree in bytes: one of 65,536 pieces is smaller.
    private static let maximumTreeByteCount = 8 << 20

    /// - Throws: STORAGE_004 if it cannot be read.
    fileprivate func entries(ofTree id: GitObjectID) throws(RedoError) -> [TreeEntry] {
        guard case .object(let object) = read(id, limit: Self.maximumTreeByteCount),
            object.kind == .tree
        else { throw RedoError(.corrupted, "the tree \(id) of \(path) cannot be read") }
        var entries: [TreeEntry] = []
        var rest = object.content[...]
        while !rest.isEmpty {
            guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
                let end = rest[space...].firstIndex(of: 0),
                rest.endIndex - end > GitObjectID.byteCount
            else { throw RedoError(.corrupted, "the tree \(id) of \(path) is malformed") }
            let bytes = Array(rest[(end + 1)...(end + GitObjectID.byteCount)])
            entries.append(
                TreeEntry(
                    mode: String(decoding: rest[..<space], as: UTF8.self),
                    name: String(decoding: rest[(space + 1)..<end], as: UTF8.self),
                    id: GitObjectID(bytes: bytes.span)))
            rest = rest[(end + 1 + GitObjectID.byteCount)...]
        }
        return entries
    }

    /// Writes an object.
    ///
    /// - Returns: its name.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func writeNamed(
        _ kind: GitObjectKind, _ content: [UInt8]
    ) throws(RedoError) -> GitObjectID {
        var sha1 = SHA1()
        let id = GitObjectID(kind, content.span, &sha1)
        try write(GitObject(kind, content))
        return id
    }
}
