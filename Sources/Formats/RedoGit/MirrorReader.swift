import RedoCrypto
import RedoModel
import RedoSystem

/// The nodes that a git repository holds. Nothing in it is trusted: each commit has to be the one that
/// its node, or its heads, and its parents give.
package struct MirrorReader {
    /// A commit that is what it should be.
    package struct Entry: Sendable {
        package let commit: GitObjectID
        package let parents: [GitObjectID]
        /// Nil for a checkpoint.
        package let node: Node?
    }

    /// Parents first.
    package private(set) var entries: [Entry] = []
    package private(set) var refused: [MirrorRefusal] = []
    private let repository: GitRepository
    private let known: CommitMap
    private let rule: NodeValidator.SignatureRule
    private let authors: Set<UserID>?
    private var facts: [GitObjectID: Facts] = [:]

    /// What a commit has to know of its parents.
    private struct Facts {
        /// Nil for a checkpoint.
        let node: NodeID?
        let seconds: Int64
    }

    /// How many commits are checked between two reports of progress, unless their nodes are large: a
    /// small repository can hold as many of the greatest size.
    private static let chunkCount = 4096
    private static let chunkByteCount = 1 << 26

    /// Reads the commits that the references of a repository reach.
    ///
    /// - Parameters:
    ///   - known: commits that were read before; neither they nor what is behind them is read.
    ///   - rule: what is demanded of signatures.
    ///   - isLeftOut: whether a reference of some name leads to something else than nodes.
    ///   - progress: is told how many commits have been checked, of how many.
    /// - Throws: STORAGE_004 if the references cannot be listed.
    package init(
        _ repository: GitRepository, beyond known: CommitMap,
        signature rule: NodeValidator.SignatureRule, leavingOut isLeftOut: (String) -> Bool,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RedoError) {
        let references = try ReferenceList(of: repository)
        // What they lead to may have been packed since.
        repository.refresh()
        let tips = references.sound.filter { !isLeftOut($0.name) }.map(\.target)
        self.init(
            repository, from: tips, beyond: known, signature: rule, authors: nil,
            progress: progress)
        let damaged = references.damaged.filter { !isLeftOut($0.name) }
        refused.insert(contentsOf: damaged.map { MirrorRefusal($0) }, at: 0)
    }

    /// Reads the commits that some objects reach.
    ///
    /// - Parameters:
    ///   - tips: commits, or tags of them.
    ///   - authors: whose nodes are taken in; nil for everyone's.
    package init(
        _ repository: GitRepository, from tips: [GitObjectID], beyond known: CommitMap,
        signature rule: NodeValidator.SignatureRule, authors: Set<UserID>?,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.repository = repository
        self.known = known
        self.rule = rule
        self.authors = authors
        var walk = CommitWalk(repository, beyond: known)
        for tip in tips { walk.follow(tip) }
        refused += walk.refused
        var rest = walk.commits[...]
        while !rest.isEmpty {
            let contents = contents(ofFirst: rest)
            take(rest.prefix(contents.count), contents)
            rest = rest.dropFirst(contents.count)
            progress(rest.startIndex, walk.commits.count)
        }
    }

    /// What the trees of the first commits hold, of as many as are checked at a time.
    private func contents(
        ofFirst commits: ArraySlice<CommitHeader>
    ) -> [Result<CommitContent, MirrorRefusal>] {
        var contents: [Result<CommitContent, MirrorRefusal>] = []
        var byteCount = 0
        for commit in commits.prefix(Self.chunkCount) where byteCount < Self.chunkByteCount {
            let content = content(of: commit)
            if case .success(.node(let text)) = content { byteCount += text.count }
            contents.append(content)
        }
        return contents
    }

    /// The commits that are in for good: those that were not refused later either, and whose ancestors
    /// are all in.
    ///
    /// - Parameter later: commits of ``entries`` whose nodes were refused.
    package func settled(without later: Set<GitObjectID>) -> [CommitMap.Entry] {
        var settled: Set<GitObjectID> = []
        var result: [CommitMap.Entry] = []
        for entry in entries where !later.contains(entry.commit) {
            guard entry.parents.allSatisfy({ known.contains($0) || settled.contains($0) }) else {
                continue
            }
            settled.insert(entry.commit)
            result.append(CommitMap.Entry(commit: entry.commit, node: entry.node?.id))
        }
        return result
    }

    /// Checks some commits, whose parents have been.
    private mutating func take(
        _ commits: ArraySlice<CommitHeader>, _ contents: [Result<CommitContent, MirrorRefusal>]
    ) {
        let (rule, first) = (rule, commits.startIndex)
        let outcomes = Parallel.map(count: commits.count) { range in
            let validator = NodeValidator()
            var sha1 = SHA1()
            return range.map {
                CheckedContent.outcome(
                    commits[first + $0], contents[$0], rule, validator: validator, &sha1)
            }
        }
        for (commit, outcome) in zip(commits, outcomes) {
            do throws(MirrorRefusal) {
                try take(commit, try outcome.get())
            } catch {
                refused.append(error)
            }
        }
    }

    /// Checks a commit's parents.
    private mutating func take(
        _ commit: CommitHeader, _ content: CheckedContent
    ) throws(MirrorRefusal) {
        switch content {
        case .node(let node):
            if let authors, !authors.contains(node.author.userID) {
                throw MirrorRefusal(
                    commit.id, .validationFailed,
                    "its author \(node.author.userID) is not one of sync.allowedAuthors",
                    nodeID: node.id)
            }
            try checkParents(of: node, commit)
            let seconds = CommitText.seconds(of: node.timestamp.wall)
            facts[commit.id] = Facts(node: node.id, seconds: seconds)
            entries.append(Entry(commit: commit.id, parents: commit.parents, node: node))
        case .checkpoint:
            facts[commit.id] = Facts(node: nil, seconds: try checkedSeconds(of: commit))
            entries.append(Entry(commit: commit.id, parents: commit.parents, node: nil))
        }
    }

    private mutating func checkParents(
        of node: Node, _ commit: CommitHeader
    ) throws(MirrorRefusal) {
        var parents: [NodeID?] = []
        for parent in commit.parents {
            parents.append(try facts(of: parent, childOf: commit, nodeID: node.id).node)
        }
        guard parents == node.parents else {
            throw MirrorRefusal(
                commit.id, .parentMismatch, "its parents are not the commits of the node's parents",
                nodeID: node.id)
        }
    }

    /// The date of a checkpoint that is the one that its parents give.
    private mutating func checkedSeconds(of commit: CommitHeader) throws(MirrorRefusal) -> Int64 {
        var previous: [Checkpoint.Previous] = []
        var heads: [Checkpoint.Head] = []
        for parent in commit.parents {
            let facts = try facts(of: parent, childOf: commit, nodeID: nil)
            if let node = facts.node {
                heads.append(Checkpoint.Head(id: node, commit: parent, seconds: facts.seconds))
            } else if heads.isEmpty, previous.count < Checkpoint.greatestPreviousCount {
                previous.append(Checkpoint.Previous(id: parent, seconds: facts.seconds))
            } else {
                throw MirrorRefusal(
                    commit.id, .parentMismatch, "a checkpoint is among the heads of the checkpoint")
            }
        }
        let least = previous.count > 1 ? 0 : 1
        guard (least...Checkpoint.greatestHeadCount).contains(heads.count),
            Set(heads.map(\.id)).count == heads.count,
            Set(previous.map(\.id)).count == previous.count
        else {
            throw MirrorRefusal(
                commit.id, .parentMismatch,
                "a checkpoint has 1 to \(Checkpoint.greatestHeadCount) different heads")
        }
        var sha1 = SHA1()
        let image = Checkpoint(
            heads, after: previous, device: commit.checkpointDevice ?? "-", &sha1)
        guard image.id == commit.id else {
            throw MirrorRefusal(
                commit.id, .hashMismatch,
                "the checkpoint is not the one that its parents give, \(image.id)")
        }
        return Checkpoint.seconds(heads, after: previous)
    }

    private mutating func facts(
        of parent: GitObjectID, childOf commit: CommitHeader, nodeID: NodeID?
    ) throws(MirrorRefusal) -> Facts {
        if let facts = facts[parent] { return facts }
        guard let entry = known.entry(of: parent) else {
            throw MirrorRefusal(
                commit.id, .parentNotFound, "its parent, the commit \(parent), is refused",
                nodeID: nodeID)
        }
        // The commit was found to be good once, so its date is the node's.
        let seconds = (try? repository.commitHeader(parent))?.seconds ?? 0
        let facts = Facts(node: entry.node, seconds: seconds)
        self.facts[parent] = facts
        return facts
    }

    // MARK: Contents

    /// What a commit's tree holds, unchecked.
    private func content(of commit: CommitHeader) -> Result<CommitContent, MirrorRefusal> {
        Result { () throws(MirrorRefusal) in
            switch TreeImage.reading(
                try bytes(.tree, commit.tree, limit: TreeImage.greatestByteCount, of: commit))
            {
            case .heads: return .checkpoint
            case .node(let blob):
                // With the line feed.
                let limit = NodeValidator.greatestNodeByteCount + 1
                return .node(try bytes(.blob, blob, limit: limit, of: commit))
            case .other(let reason): throw MirrorRefusal(commit.id, .schemaMismatch, reason)
            }
        }
    }

    private func bytes(
        _ kind: GitObjectKind, _ id: GitObjectID, limit: Int, of commit: CommitHeader
    ) throws(MirrorRefusal) -> [UInt8] {
        switch repository.read(id, limit: limit) {
        case .object(let object):
            guard object.kind == kind else {
                throw MirrorRefusal(
                    commit.id, .schemaMismatch, "its \(kind.name) is a \(object.kind.name)")
            }
            return object.content
        case .absent: throw MirrorRefusal(damaged: commit.id, "its \(kind.name) \(id) is missing")
        case .damaged(let reason):
            throw MirrorRefusal(damaged: commit.id, "its \(kind.name) \(id) is damaged: \(reason)")
        case .tooLarge(_, let byteCount):
            throw MirrorRefusal(
                commit.id, .payloadTooLarge,
                "its \(kind.name) has \(byteCount) bytes, and at most \(limit) are allowed")
        }
    }
}

/// What a commit's tree holds.
private enum CommitContent: Sendable {
    /// The bytes of `node.json`.
    case node([UInt8])
    case checkpoint
}

/// What a commit's tree holds, and the commit is the one that this gives.
private enum CheckedContent: Sendable {
    case node(Node)
    /// Only its parents say whether it is right.
    case checkpoint

    static func outcome(
        _ commit: CommitHeader, _ content: Result<CommitContent, MirrorRefusal>,
        _ rule: NodeValidator.SignatureRule, validator: borrowing NodeValidator, _ sha1: inout SHA1
    ) -> Result<CheckedContent, MirrorRefusal> {
        do throws(MirrorRefusal) {
            switch try content.get() {
            case .checkpoint: return .success(.checkpoint)
            case .node(let text):
                return .success(
                    .node(try node(text, of: commit, rule, validator: validator, &sha1)))
            }
        } catch {
            return .failure(error)
        }
    }

    private static func node(
        _ text: [UInt8], of commit: CommitHeader, _ rule: NodeValidator.SignatureRule,
        validator: borrowing NodeValidator, _ sha1: inout SHA1
    ) throws(MirrorRefusal) -> Node {
        let node: Node
        do throws(Rejection) {
            node = try validator.read(text, signature: rule)
        } catch {
            throw MirrorRefusal(commit.id, error)
        }
        let image = CommitImage(node, &sha1)
        guard image.blob == text else {
            throw MirrorRefusal(
                commit.id, .schemaMismatch, "its node.json is not in the canonical form",
                nodeID: node.id)
        }
        let expected = GitObjectID(.commit, image.commit(after: commit.parents).span, &sha1)
        guard expected == commit.id else {
            throw MirrorRefusal(
                commit.id, .hashMismatch,
                "the commit is not the one that its node and its parents give, \(expected)",
                nodeID: node.id)
        }
        return node
    }
}
