import RedoModel
import RedoSystem

/// A commit that contains a claim or release (docs/claims.md).
///
/// ```
/// tree …                                        the file claim
/// parent …                                      the commit before it, if there is one
/// author redo <redo@redo> SECONDS +0000         when the node was made
/// committer redo <redo@redo> SECONDS +0000
///
/// redo
/// ```
package enum ClaimCommit {
    /// The prefix of the references of claims: `refs/redo/claims/<name>`.
    package static let prefix = "refs/redo/claims/"
    private static let fileName = "claim"
    private static let fileMode = "100644"

    /// Writes a commit.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package static func write(
        _ file: [UInt8], after parent: GitObjectID?, time: Instant, to repository: GitRepository
    ) throws(RedoError) -> GitObjectID {
        let blob = try repository.writeNamed(.blob, file)
        var root: [UInt8] = Array("\(fileMode) \(fileName)".utf8) + [0]
        blob.append(to: &root)
        let tree = try repository.writeNamed(.tree, root)
        var commit: [UInt8] = []
        CommitImage.appendStart(tree: tree, parents: parent.map { [$0] } ?? [], to: &commit)
        CommitImage.appendPeople(
            Checkpoint.name, "\(Checkpoint.user)@redo", seconds: CommitText.seconds(of: time),
            to: &commit)
        commit += "redo\n".utf8
        return try repository.writeNamed(.commit, commit)
    }

    /// The files of a commit and of its ancestors, the latest first; nil for a commit of another form, after which
    /// nothing is read.
    ///
    /// - Parameters:
    ///   - count: the maximum number of files.
    ///   - byteCount: the maximum size of a file; a commit with a larger one has another form.
    package static func files(
        of tip: GitObjectID, count: Int, byteCount: Int, in repository: GitRepository
    ) -> [[UInt8]?] {
        var files: [[UInt8]?] = []
        var next: GitObjectID? = tip
        while let commit = next, files.count < count {
            guard let header = try? repository.commitHeader(commit), header.parents.count <= 1,
                case .object(let tree) = repository.read(header.tree, limit: 256),
                tree.kind == .tree, let blob = blob(in: tree.content),
                case .object(let file) = repository.read(blob, limit: byteCount),
                file.kind == .blob
            else { return files + [nil] }
            files.append(file.content)
            next = header.parents.first
        }
        return files
    }

    /// The blob of a tree that consists of this one file.
    private static func blob(in tree: [UInt8]) -> GitObjectID? {
        let start = Array("\(fileMode) \(fileName)".utf8) + [0]
        guard tree.count == start.count + GitObjectID.byteCount, tree.starts(with: start) else {
            return nil
        }
        return GitObjectID(bytes: Array(tree[start.count...]).span)
    }
}
