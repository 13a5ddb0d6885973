import RedoCrypto
import RedoModel
import RedoSystem

/// The nodes of a git repository. Nothing in it is trusted: each commit must be the one that follows from its node, or
/// its heads, and its parents.
package struct MirrorReader {
    /// A commit that was verified.
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

    /// The properties of a parent that a commit's verification needs.
    private struct Facts {
        /// Nil for a checkpoint.
        let node: NodeID?
        let seconds: Int64
    }

    /// The number of commits that are verified between two reports of progress, unless their nodes are large: a small
    /// repository can contain as many of the maximum size.
    private static let chunkCount = 4096
    private static let chunkByteCount = 1 << 26

    /// Reads the commits that the references of a repository reach.
    ///
    /// - Parameters:
    ///   - known: commits that were read before; neither they nor their ancestors are read.
    ///   - rule: the rule for signatures.
    ///   - isLeftOut: whether references of some name lead to something other than nodes.
    ///   - progress: receives the number of verified commits, and of all.
    /// - Throws: STORAGE_004 if the references cannot be listed.
    package init(
        _ repository: GitRepository, beyond known: CommitMap,
        signature rule: NodeValidator.SignatureRule, leavingOut isLeftOut: (String) -> Bool,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RedoError) {
        let references = try ReferenceList(of: repository)
        // The targets may have been packed since the repository was opened.
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
    ///   - authors: the authors whose nodes are admitted; nil for all.
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

    /// The contents of the trees of the first commits, as many as are verified at once.
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

    /// The commits that are settled: they were not refused later, and all their ancestors are settled.
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

    /// Verifies some commits, after their parents.
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

    /// Verifies a commit's parents.
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

    /// The date of a checkpoint, if it is the one that follows from its parents.
    private mutating func checkedSeconds(of commit: CommitHeader) throws(MirrorRefusal) -> Int64 {
        var previous: [Checkpoint.Previous] = []
        var heads: [Checkpoint.Head] = []
        for parent in commit.parents {
            let facts = try facts(of: parent, childOf: commit, nodeID: nil)
            if let node = facts.node {
                heads.append(Checkpoint.Head(id: node, commit: parent, seconds: facts.seconds))
            } else if heads.isEmpty, previous.count < Checkpoint.maximumPreviousCount {
                previous.append(Checkpoint.Previous(id: parent, seconds: facts.seconds))
            } else {
                throw MirrorRefusal(
                    commit.id, .parentMismatch, "a checkpoint is among the heads of the checkpoint")
            }
        }
        let least = previous.count > 1 ? 0 : 1
        guard (least...Checkpoint.maximumHeadCount).contains(heads.count),
            Set(heads.map(\.id)).count == heads.count,
            Set(previous.map(\.id)).count == previous.count
        else {
            throw MirrorRefusal(
                commit.id, .parentMismatch,
                "a checkpoint has 1 to \(Checkpoint.maximumHeadCount) different heads")
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
        // The commit was valid before, so its date is the node's.
        let seconds = (try? repository.commitHeader(parent))?.seconds ?? 0
        let facts = Facts(node: entry.node, seconds: seconds)
        self.facts[parent] = facts
        return facts
    }

    // MARK: Contents

    /// The content of a commit's tree, not verified.
    private func content(of commit: CommitHeader) -> Result<CommitContent, MirrorRefusal> {
        Result { () throws(MirrorRefusal) in
            switch TreeImage.reading(
                try bytes(.tree, commit.tree, limit: TreeImage.maximumByteCount, of: commit))
            {
            case .heads: return .checkpoint
            case .node(let blob):
                // Including the line feed.
                let limit = NodeValidator.maximumNodeByteCount + 1
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

/// The content of a commit's tree.
private enum CommitContent: Sendable {
    /// The bytes of `node.json`.
    case node([UInt8])
    case checkpoint
}

/// The verified content of a commit's tree: the commit is the one that follows from it.
private enum CheckedContent: Sendable {
    case node(Node)
    /// It is only verified with its parents.
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
