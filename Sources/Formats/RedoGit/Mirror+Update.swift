import RedoCrypto
import RedoModel
import RedoSystem

/// The result of writing a mirror.
package struct MirrorUpdate: Sendable {
    /// The nodes whose commits are new, in replay order.
    package internal(set) var nodes: [(id: NodeID, commit: GitObjectID)] = []
    /// The new checkpoints, the latest last.
    package internal(set) var checkpoints: [GitObjectID] = []
    /// The commit of each node.
    package internal(set) var commits: [NodeID: GitObjectID] = [:]

    /// Creates the result of an update without changes.
    package init() {}
}

extension Mirror {
    /// The maximum number of objects that become separate files, as when git receives them; more become a pack.
    private static let maximumLooseCount = 100
    /// The number of nodes between two reports of progress.
    private static let chunkCount = 8192
    /// The number of them that one thread processes at once.
    private static let groupCount = 256

    /// Writes the commits of nodes that the mirror lacks, and checkpoints of the new heads. All of it is durable when
    /// this returns.
    ///
    /// Objects are written first and the reference last, so that a reader sees the old log or the new one. What an
    /// interrupted update has written is written again.
    ///
    /// - Parameters:
    ///   - nodes: all nodes of the log, or those that the mirror lacks, in replay order.
    ///   - device: the id of the device that mirrors.
    ///   - source: the fingerprint of the store; nil if it may contain other nodes as well.
    ///   - progress: receives the number of written nodes, and of all.
    /// - Throws: STORAGE_003 if it cannot be written.
    package mutating func update(
        _ nodes: [Node], device: String, source: Digest?,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RedoError) -> MirrorUpdate {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var update = MirrorUpdate()
        update.commits = outerParents(of: nodes)
        let commits = try Self.commits(of: nodes, after: update.commits)
        for (node, commit) in zip(nodes, commits) { update.commits[node.id] = commit }
        let new = nodes.indices.filter { !map.contains(commits[$0]) }
        update.nodes = new.map { (nodes[$0].id, commits[$0]) }
        let chain = Checkpoint.chain(
            of: Self.heads(nodes, commits).filter { !map.contains($0.commit) },
            after: previous, device: device)
        update.checkpoints = chain.map(\.id)
        let tip = chain.last?.id ?? previous.last?.id
        if let tip, tip != map.checkpoint {
            try write(new.map { nodes[$0] }, update.commits, chain, progress)
            try moveBranch(to: tip, from: map.checkpoint)
        }
        let entries =
            update.nodes.map { CommitMap.Entry(commit: $0.commit, node: $0.id) }
            + update.checkpoints.map { CommitMap.Entry(commit: $0, node: nil) }
        if !entries.isEmpty || tip != map.checkpoint || source != map.source {
            try remember(entries, checkpoint: tip, source: source)
        }
        return update
    }

    /// The commits of parents that are not among the nodes.
    private func outerParents(of nodes: [Node]) -> [NodeID: GitObjectID] {
        let own = Set(nodes.map(\.id))
        var outer: Set<NodeID> = []
        for node in nodes { outer.formUnion(node.parents.filter { !own.contains($0) }) }
        return outer.isEmpty ? [:] : map.commits(of: outer)
    }

    /// The commit of each node. O(n).
    ///
    /// - Parameter outer: the commits of other nodes that are parents of these.
    private static func commits(
        of nodes: [Node], after outer: [NodeID: GitObjectID]
    ) throws(RedoError) -> [GitObjectID] {
        var commits: [GitObjectID] = []
        commits.reserveCapacity(nodes.count)
        var known = outer
        known.reserveCapacity(nodes.count)
        var sha1 = SHA1()
        for start in stride(from: 0, to: nodes.count, by: chunkCount) {
            try checkForSignal()
            let chunk = nodes[start..<min(start + chunkCount, nodes.count)]
            let images = Parallel.map(count: chunk.count) { range in
                var sha1 = SHA1()
                return range.map { CommitImage(chunk[start + $0], &sha1) }
            }
            for (node, image) in zip(chunk, images) {
                let parents = try parents(of: node, known)
                let id = GitObjectID(.commit, image.commit(after: parents).span, &sha1)
                known[node.id] = id
                commits.append(id)
            }
        }
        return commits
    }

    private static func parents(
        of node: Node, _ known: [NodeID: GitObjectID]
    ) throws(RedoError) -> [GitObjectID] {
        var parents: [GitObjectID] = []
        for id in node.parents {
            guard let parent = known[id] else {
                throw RedoError(.corrupted, "\(id), a parent of \(node.id), is not in the log")
            }
            parents.append(parent)
        }
        return parents
    }

    /// The nodes without children, in replay order.
    private static func heads(_ nodes: [Node], _ commits: [GitObjectID]) -> [Checkpoint.Head] {
        var parents: Set<NodeID> = []
        for node in nodes { parents.formUnion(node.parents) }
        return zip(nodes, commits).compactMap { node, commit in
            parents.contains(node.id)
                ? nil
                : Checkpoint.Head(
                    id: node.id, commit: commit,
                    seconds: CommitText.seconds(of: node.timestamp.wall))
        }
    }

    private static func checkForSignal() throws(RedoError) {
        if Signals.isTerminationPending {
            throw RedoError(.writeFailed, "the mirror cannot be written", cause: .interrupted)
        }
    }

    // MARK: Objects

    private func write(
        _ nodes: [Node], _ commits: [NodeID: GitObjectID], _ chain: [Checkpoint],
        _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        let objectCount = 3 * (nodes.count + chain.count)
        if objectCount <= Self.maximumLooseCount {
            var sha1 = SHA1()
            for node in nodes {
                let image = CommitImage(node, &sha1)
                let commit = image.commit(after: try Self.parents(of: node, commits))
                try write(image.blob, image.tree, commit)
            }
            for checkpoint in chain {
                try write(checkpoint.list, checkpoint.tree, checkpoint.commit)
            }
        } else {
            let pack = try GitPackWriter(in: repository, objectCount: objectCount)
            try write(nodes, commits, to: pack, progress)
            try pack.add(Self.entries(of: chain))
            try pack.finish()
            repository.refresh()
        }
        // The reference must not be written before everything that it reaches.
        if let last = chain.last, !repository.contains(last.id) {
            throw RedoError(
                .writeFailed, "the checkpoint \(last.id) was written under another name")
        }
    }

    private func write(
        _ blob: [UInt8], _ tree: [UInt8], _ commit: [UInt8]
    ) throws(RedoError) {
        try repository.write(GitObject(.blob, blob))
        try repository.write(GitObject(.tree, tree))
        try repository.write(GitObject(.commit, commit))
    }

    private func write(
        _ nodes: [Node], _ commits: [NodeID: GitObjectID], to pack: GitPackWriter,
        _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        for start in stride(from: 0, to: nodes.count, by: Self.chunkCount) {
            try Self.checkForSignal()
            let chunk = nodes[start..<min(start + Self.chunkCount, nodes.count)]
            let groupCount = (chunk.count + Self.groupCount - 1) / Self.groupCount
            let groups = Parallel.map(count: groupCount, smallestShare: 1) { range in
                var sha1 = SHA1()
                let deflater = Deflater()
                return range.map { group in
                    let first = start + group * Self.groupCount
                    let end = min(first + Self.groupCount, chunk.endIndex)
                    return Self.entries(of: chunk[first..<end], commits, &sha1, deflater)
                }
            }
            for group in groups { try pack.add(group) }
            progress(start + chunk.count, nodes.count)
        }
    }

    /// The objects of some nodes in the form of a pack.
    private static func entries(
        of nodes: ArraySlice<Node>, _ commits: [NodeID: GitObjectID], _ sha1: inout SHA1,
        _ deflater: borrowing Deflater
    ) -> GitPackEntries {
        var entries = GitPackEntries(objectCount: 3 * nodes.count)
        for node in nodes {
            let image = CommitImage(node, &sha1)
            // All of them exist: the names of commits were computed from them.
            let commit = image.commit(after: node.parents.compactMap { commits[$0] })
            let id = commits[node.id] ?? GitObjectID(.commit, commit.span, &sha1)
            entries.append(.blob, image.blob.span, named: image.blobID, deflater)
            entries.append(.tree, image.tree.span, named: image.treeID, deflater)
            entries.append(.commit, commit.span, named: id, deflater)
        }
        return entries
    }

    private static func entries(of chain: [Checkpoint]) -> GitPackEntries {
        let deflater = Deflater()
        var entries = GitPackEntries(objectCount: 3 * chain.count)
        for checkpoint in chain {
            entries.append(.blob, checkpoint.list.span, named: checkpoint.listID, deflater)
            entries.append(.tree, checkpoint.tree.span, named: checkpoint.treeID, deflater)
            entries.append(.commit, checkpoint.commit.span, named: checkpoint.id, deflater)
        }
        return entries
    }
}
