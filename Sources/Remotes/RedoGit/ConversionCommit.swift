import RedoCrypto
import RedoModel
import RedoSystem

/// What says to programs that read commits alone that a log goes on in packs (docs/git-remotes.md):
///
/// ```
/// tree …                                        the file README, with the text below
/// parent …                                      what the device has pushed last, if anything
/// author redo <redo@redo> 0 +0000
/// committer redo <redo@redo> 0 +0000
///
/// This log goes on in packs
///
/// …
/// Redo-Layout: packs
/// ```
///
/// It is neither the commit of a node nor a checkpoint, so every program that does not know of it refuses it and says so.
package struct ConversionCommit: Sendable {
    private static let text = """
        Since this commit the log of this repository is kept as packs, in the references
        refs/redo/slots/*. Programs that read refs/redo/devices/* alone miss what is there:
        use a later version of redo.

        """
    private static let fileName = "README"
    private static let trailer = "Redo-Layout: packs\n"
    private static let greatestByteCount = 2048

    /// The content of the commit.
    package let content: [UInt8]
    package let id: GitObjectID
    /// The objects that it needs beside itself.
    private let objects: [GitObject]

    /// - Parameter previous: what the device has pushed last; nil for nothing.
    package init(after previous: GitObjectID?) {
        var sha1 = SHA1()
        let file = Array(Self.text.utf8)
        let blob = GitObjectID(.blob, file.span, &sha1)
        var tree = Array("100644 \(Self.fileName)".utf8) + [0]
        blob.append(to: &tree)
        let treeID = GitObjectID(.tree, tree.span, &sha1)
        var content: [UInt8] = []
        CommitImage.appendStart(
            tree: treeID, parents: previous.map { [$0] } ?? [], to: &content)
        CommitImage.appendPeople(
            Checkpoint.name, "\(Checkpoint.user)@redo", seconds: 0, to: &content)
        content += "This log goes on in packs\n\n\(Self.text)\n\(Self.trailer)".utf8
        self.content = content
        id = GitObjectID(.commit, content.span, &sha1)
        objects = [GitObject(.blob, file), GitObject(.tree, tree), GitObject(.commit, content)]
    }

    /// Writes the commit with its tree.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func write(to repository: GitRepository) throws(RedoError) {
        for object in objects { try repository.write(object) }
    }

    /// What a reference of a device leads to.
    package enum Target: Hashable, Sendable {
        /// What it was taken for.
        case log(GitObjectID)
        /// A commit that says that the log goes on in packs, after what the device has pushed as commits.
        case converted(GitObjectID?)

        /// The commits to read; nil if there are none.
        package var commits: GitObjectID? {
            switch self {
            case .log(let commit): commit
            case .converted(let commit): commit
            }
        }

        /// Whether the log goes on in packs.
        package var isConverted: Bool {
            if case .converted = self { true } else { false }
        }
    }

    /// Looks what a commit is. One that is not here, or is not exactly a ``ConversionCommit``, is a log's.
    package static func target(_ commit: GitObjectID, in repository: GitRepository) -> Target {
        guard case .object(let object) = repository.read(commit, limit: greatestByteCount),
            object.kind == .commit, let header = CommitHeader(commit, object.content),
            header.parents.count <= 1, ConversionCommit(after: header.parents.first).id == commit
        else { return .log(commit) }
        return .converted(header.parents.first)
    }
}
