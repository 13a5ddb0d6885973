import RedoModel
import RedoSystem

/// The part of a store's ``Losses`` that its owner wants to give up.
package struct SurrenderRequest: Sendable {
    package var nodes: Set<NodeID> = []
    package var packs: Set<PackName> = []
    /// Whether it includes what a damaged record of losses may have named.
    package var includesForgotten = false

    package init() {}

    package var isEmpty: Bool { nodes.isEmpty && packs.isEmpty && !includesForgotten }
}

extension Store {
    /// What can be given up: what is recorded as lost, the missing parents of the store's nodes, and missing nodes
    /// that records name.
    ///
    /// - Parameter expected: what the store must have by its records.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if a pack or a node is damaged.
    /// - Complexity: O(n) for n nodes, from the columns of indexes.
    package func losses(besides expected: ExpectedNodes) throws(RedoError) -> Losses {
        var losses = try losses()
        losses.add(try StoredLinks(self).missingParents().union(expected.ids))
        losses.add(packs: expected.unknownPacks)
        return losses
    }

    /// Gives up what is lost. Its descendants are moved from loose files and packs to the quarantine, where they wait
    /// until the lost nodes are found.
    ///
    /// Each step is on disk before the next one, and the nodes are in the quarantine before they leave their files.
    /// So an interruption loses nothing, and running it again completes it.
    ///
    /// - Returns: the nodes that were moved, in replay order; nil if another process packs or repairs.
    /// - Throws: STORAGE_004 if a pack or a node is damaged, STORAGE_003 if something cannot be written.
    package func giveUp(_ request: SurrenderRequest) throws(RedoError) -> [Node]? {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        guard let lock = try packLock() else { return nil }
        defer { _ = lock }
        let links = try StoredLinks(self)
        let given = request.nodes.filter { !links.contains($0) }
        let followers = links.followers(of: given)
        let nodes = try wholeNodes(followers)
        if let first = given.min(), !nodes.isEmpty {
            let rest = given.count > 1 ? " and \(given.count - 1) more" : ""
            try objects.quarantine.write(
                nodes, as: Quarantine.cutOffName,
                reason: "they follow \(first)\(rest), which was given up")
        }
        try updateGivenUp { record in
            record.lost.formUnion(given)
            record.cutOff.formUnion(followers)
            record.packs.formUnion(request.packs)
        }
        for pack in links.packs { try rewrite(pack, without: followers) }
        for id in followers {
            try writing { () throws(SystemError) in
                guard let line = try objects.line(of: id) else { return }
                _ = try objects.remove(id, ifItHolds: line)
            }
        }
        try writing { () throws(SystemError) in
            var contents = try lost.read()
            contents.nodes.subtract(request.nodes)
            contents.packs.subtract(request.packs)
            if request.includesForgotten { contents.hasForgotten = false }
            strikePacks(Array(request.packs))
            try write(lost: contents)
        }
        return nodes
    }

    /// Changes the record of what was given up. On disk when this returns.
    ///
    /// The caller holds the lock.
    func updateGivenUp(_ change: (inout GivenUpNodes) -> Void) throws(RedoError) {
        try writing { () throws(SystemError) in
            let before = try givenUpRecord.read().nodes
            var after = before
            change(&after)
            if after != before { try write(givenUp: after) }
        }
    }

    /// Reads nodes in replay order, and verifies their hashes.
    ///
    /// - Throws: STORAGE_004 if one of them is damaged.
    private func wholeNodes(_ ids: Set<NodeID>) throws(RedoError) -> [Node] {
        if ids.isEmpty { return [] }
        let validator = NodeValidator()
        var reader = try objectReader()
        var nodes: [Node] = []
        for id in ids {
            guard let line = try reader.line(of: id) else { continue }
            nodes.append(
                try node(id, at: line, from: &reader) { line throws(Rejection) in
                    try read(Array(line.bytes), as: id, validator: validator)
                })
        }
        return nodes.sorted { $0.position < $1.position }
    }

    /// Rewrites a pack without some of its nodes, and removes the old one.
    ///
    /// - Throws: STORAGE_004 if it is damaged; then it stays.
    private func rewrite(_ pack: Pack, without nodes: Set<NodeID>) throws(RedoError) {
        let count = (0..<pack.nodeCount).count { nodes.contains(pack.index.id(of: $0)) }
        if count == 0 { return }
        if count < pack.nodeCount {
            var merge = NodeMerge([], [pack])
            var writer = try PackWriter.begin(in: packs.directory, isSynced: true)
            while let node = try merge.next() {
                if !nodes.contains(node.id) { try writer.add(node) }
            }
            _ = try writer.finish()
            notePacks()
        }
        try writing { () throws(SystemError) in try packs.remove([pack.name]) }
        strikePacks([pack.name])
    }
}
