import RedoCrypto
import RedoJSON
import RedoModel

/// The objects of a node in a git repository: a function of its stored line and of its parents' commits
/// (docs/git-mirror.md).
///
/// ```
/// tree …                                        the tree of node.json
/// parent …                                      for each of the node's parents, in its order
/// author NAME <USER@DEVICE> SECONDS +0000
/// committer NAME <USER@DEVICE> SECONDS +0000
///
/// SUBJECT
///
/// Redo-Node: sha256:…
/// Redo-Task: …
/// Redo-Action: …
/// ```
package struct CommitImage: Sendable {
    /// The stored line with its line feed.
    package let blob: [UInt8]
    package let blobID: GitObjectID
    package let tree: [UInt8]
    package let treeID: GitObjectID
    /// The commit from its author line on.
    private let rest: [UInt8]

    /// Computes everything that does not depend on parents. O(n) for a line of n bytes.
    package init(_ node: Node, _ sha1: inout SHA1) {
        var blob = node.canonicalBytes
        blob.append(UInt8(ascii: "\n"))
        self.blob = blob
        blobID = GitObjectID(.blob, blob.span, &sha1)
        let tree = TreeImage.content(TreeImage.nodeFile, blobID)
        self.tree = tree
        treeID = GitObjectID(.tree, tree.span, &sha1)
        rest = Self.rest(of: node)
    }

    private static func rest(of node: Node) -> [UInt8] {
        let author = node.author
        var rest: [UInt8] = []
        rest.reserveCapacity(512)
        appendPeople(
            CommitText.name(of: author), CommitText.address(of: author),
            seconds: CommitText.seconds(of: node.timestamp.wall), to: &rest)
        rest += CommitText.subject(of: node).utf8
        rest += "\n\n\(CommitTrailer.node)".utf8
        node.id.append(to: &rest)
        if let task = node.taskID {
            rest += "\n\(CommitTrailer.task)".utf8
            task.value.append(to: &rest)
        }
        rest += "\n\(CommitTrailer.action)\(node.action)\n".utf8
        return rest
    }

    /// Appends author and committer, who are the same, and the empty line after them.
    static func appendPeople(
        _ name: String, _ address: String, seconds: Int64, to output: inout [UInt8]
    ) {
        let person = " \(name) <\(address)> \(seconds) +0000\n"
        output += "author".utf8
        output += person.utf8
        output += "committer".utf8
        output += person.utf8
        output.append(UInt8(ascii: "\n"))
    }

    /// Appends the lines before the author.
    static func appendStart(
        tree: GitObjectID, parents: some Sequence<GitObjectID>, to output: inout [UInt8]
    ) {
        output += "tree ".utf8
        tree.appendHexadecimal(to: &output)
        for parent in parents {
            output += "\nparent ".utf8
            parent.appendHexadecimal(to: &output)
        }
        output.append(UInt8(ascii: "\n"))
    }

    /// The content of the commit.
    ///
    /// - Parameter parents: the commits of the node's parents, in the node's order.
    package func commit(after parents: [GitObjectID]) -> [UInt8] {
        var commit: [UInt8] = []
        commit.reserveCapacity(rest.count + 48 * (parents.count + 1))
        Self.appendStart(tree: treeID, parents: parents, to: &commit)
        commit += rest
        return commit
    }
}

/// The names of the trailers at the end of a commit's message.
enum CommitTrailer {
    static let node = "Redo-Node: "
    static let task = "Redo-Task: "
    static let action = "Redo-Action: "
    static let checkpoint = "Redo-Checkpoint: "
}
