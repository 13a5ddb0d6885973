import RedoCrypto
import RedoJSON
import RedoModel

/// A commit that joins heads of the log, so that one reference reaches all nodes.
///
/// ```
/// tree …                                        the tree of heads: an id a line, sorted
/// parent …                                      the checkpoint before it, if there is one, or two
/// parent …                                      the commit of each head that is new since
/// author redo <redo@DEVICE> SECONDS +0000
/// committer redo <redo@DEVICE> SECONDS +0000
///
/// Checkpoint of N heads
///
/// Redo-Checkpoint: 1
/// ```
package struct Checkpoint: Sendable {
    /// A node without children, with the data that a checkpoint needs.
    package struct Head: Sendable {
        package let id: NodeID
        package let commit: GitObjectID
        /// The date of the commit.
        package let seconds: Int64

        package init(id: NodeID, commit: GitObjectID, seconds: Int64) {
            self.id = id
            self.commit = commit
            self.seconds = seconds
        }
    }

    /// A checkpoint with a successor.
    package struct Previous: Sendable {
        package let id: GitObjectID
        /// The date of the commit. It is only used when two are joined.
        package let seconds: Int64

        package init(id: GitObjectID, seconds: Int64) {
            self.id = id
            self.seconds = seconds
        }
    }

    /// The maximum number of heads. For more heads, several checkpoints follow one another.
    package static let maximumHeadCount = 100
    /// The maximum number of predecessors: one, or two that are joined.
    static let maximumPreviousCount = 2

    static let name = "redo"
    static let user = "redo"
    /// The value of the trailer: the version of this format.
    private static let version = 1

    package let list: [UInt8]
    package let listID: GitObjectID
    package let tree: [UInt8]
    package let treeID: GitObjectID
    package let commit: [UInt8]
    package let id: GitObjectID

    /// - Parameters:
    ///   - heads: in replay order, 1 to ``maximumHeadCount`` of them; empty if checkpoints are joined.
    ///   - previous: the preceding checkpoints.
    ///   - device: the device that creates it, in the form of ``CommitText/device(_:)``.
    init(
        _ heads: some Collection<Head>, after previous: [Previous], device: String,
        _ sha1: inout SHA1
    ) {
        var list: [UInt8] = []
        list.reserveCapacity(heads.count * (NodeID.textByteCount + 1))
        for id in heads.map(\.id).sorted() {
            id.append(to: &list)
            list.append(UInt8(ascii: "\n"))
        }
        self.list = list
        listID = GitObjectID(.blob, list.span, &sha1)
        let tree = TreeImage.content(TreeImage.headsFile, listID)
        self.tree = tree
        treeID = GitObjectID(.tree, tree.span, &sha1)
        var commit: [UInt8] = []
        let parents = previous.map(\.id) + heads.map(\.commit)
        CommitImage.appendStart(tree: treeID, parents: parents, to: &commit)
        CommitImage.appendPeople(
            Self.name, "\(Self.user)@\(device)",
            seconds: Self.seconds(heads, after: previous), to: &commit)
        let count = heads.count == 1 ? "1 head" : "\(heads.count) heads"
        commit += "Checkpoint of \(count)\n\n\(CommitTrailer.checkpoint)\(Self.version)\n".utf8
        self.commit = commit
        id = GitObjectID(.commit, commit.span, &sha1)
    }

    /// The date: the maximum of the heads' dates, and of the checkpoints' if these are joined.
    static func seconds(_ heads: some Collection<Head>, after previous: [Previous]) -> Int64 {
        let joined = previous.count > 1 ? previous.map(\.seconds) : []
        return (heads.map(\.seconds) + joined).max() ?? 0
    }

    /// The checkpoints that some heads need, the first one first; empty if there are no heads, unless checkpoints
    /// should be joined.
    ///
    /// - Parameters:
    ///   - heads: the new heads, in replay order.
    ///   - previous: the latest checkpoint so far, or two to join.
    ///   - device: the id of the device that creates them.
    package static func chain(
        of heads: [Head], after previous: [Previous], device: String
    ) -> [Checkpoint] {
        var sha1 = SHA1()
        var previous = previous
        var rest = heads[...]
        var chain: [Checkpoint] = []
        let device = CommitText.device(device)
        while !rest.isEmpty || previous.count > 1 {
            let part = rest.prefix(maximumHeadCount)
            let checkpoint = Checkpoint(part, after: previous, device: device, &sha1)
            previous = [Previous(id: checkpoint.id, seconds: seconds(part, after: previous))]
            rest = rest.dropFirst(part.count)
            chain.append(checkpoint)
        }
        return chain
    }
}
