import RedoModel
import RedoSystem

/// What of a store may leave the machine: its nodes at one moment, and which of them are cut off.
///
/// This decides for every kind of remote. The nodes without those that are cut off are closed under parents: each parent is
/// among them. So what a remote lacks of them is closed beside what it has.
package struct ConnectedNodes: Sendable {
    /// Of the loose nodes, sorted. A damaged one is among them, since reading it says what is wrong.
    package let looseIDs: [NodeID]
    /// The store's packs.
    package let packs: [OutgoingPack]
    /// The nodes with an ancestor that is not here, in packs and loose. They wait until it is back.
    package let cutOff: Set<NodeID>
    /// The parents that are not here, sorted.
    package let missing: [NodeID]

    /// The ids of all nodes, those that are cut off included, ascending. O(n log n).
    package var ids: [NodeID] {
        var ids = looseIDs
        for pack in packs { ids += pack.ids }
        if ids.count > looseIDs.count {
            ids.sort()
            ids.removeRepetitions()
        }
        return ids
    }
}

extension Store {
    /// How often the store is read again because nodes were packed in the meantime.
    private static let attemptCount = 20

    /// Finds the nodes that are here with all their ancestors.
    ///
    /// Files are not listed at one moment: a writer can add a node and its child while a folder is listed, and the child
    /// alone is seen. So each parent that was not listed is looked for, and is among the nodes if it is here by now.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if a pack or its index is damaged.
    /// - Complexity: O(n) for n loose nodes, which are read, and a search for each parent that is in another pack or loose.
    ///   Where a parent is missing, a glance at each node of all packs.
    package func connectedNodes() throws(RedoError) -> ConnectedNodes {
        for _ in 1..<Self.attemptCount {
            if let nodes = try connectedNodes(isLast: false) { return nodes }
        }
        return try connectedNodes(isLast: true)
            ?? ConnectedNodes(looseIDs: [], packs: [], cutOff: [], missing: [])
    }

    /// - Parameter isLast: whether a node that was packed in the meantime counts as missing.
    /// - Returns: nil if a node was packed in the meantime.
    private func connectedNodes(isLast: Bool) throws(RedoError) -> ConnectedNodes? {
        // Loose nodes first, since what is packed in between is in a pack then.
        let ids = try looseIDs()
        let packs = try packs.open(using: Pack.outgoing)
        var loose = LooseParents()
        for (id, outcome) in zip(ids, looseOutcomes(ids)) {
            guard let outcome else {
                if isLast { continue }
                return nil
            }
            loose.add(id, outcome)
        }
        func isHere(_ id: NodeID) -> Bool {
            loose.contains(id) || packs.contains { $0.index.number(of: id) != nil }
        }
        var wanted = loose.parents.filter { !isHere($0) }
        for pack in packs { wanted += pack.index.otherParents.filter { !isHere($0) } }
        var missing: Set<NodeID> = []
        let validator = NodeValidator()
        while let id = wanted.popLast() {
            if missing.contains(id) || isHere(id) { continue }
            if let outcome = looseOutcome(id, validator: validator) {
                loose.add(id, outcome)
                wanted += (try? outcome.get().parents) ?? []
            } else {
                missing.insert(id)
            }
        }
        if !missing.isEmpty, !isLast, try packNames() != packs.map(\.name) { return nil }
        return ConnectedNodes(
            looseIDs: loose.ids, packs: packs.map { OutgoingPack($0) },
            cutOff: Self.cutOff(by: missing, loose, packs), missing: missing.sorted())
    }

    /// The nodes that follow missing ones.
    private static func cutOff(
        by missing: Set<NodeID>, _ loose: LooseParents, _ packs: [Pack]
    ) -> Set<NodeID> {
        if missing.isEmpty { return [] }
        var cutOff: Set<NodeID> = []
        let links = loose.sorted
        func isCutOff(_ parents: [NodeID]) -> Bool {
            parents.contains { missing.contains($0) || cutOff.contains($0) }
        }
        // In replay order parents come first, so a pass goes as far as the packs and files follow one another.
        var count = -1
        while count < cutOff.count {
            count = cutOff.count
            for pack in packs {
                let ids = pack.index.ids
                for node in 0..<pack.nodeCount where isCutOff(pack.index.parents(of: node)) {
                    cutOff.insert(ids[node])
                }
            }
            for entry in links where isCutOff(entry.parents) { cutOff.insert(entry.id) }
        }
        return cutOff
    }
}

/// The loose nodes that were read, with their parents.
private struct LooseParents {
    private struct Links {
        /// Nil for a damaged node.
        let position: ReplayPosition?
        let parents: [NodeID]
    }

    private var links: [NodeID: Links] = [:]

    mutating func add(_ id: NodeID, _ outcome: Result<Node, NodeFault>) {
        let node = try? outcome.get()
        links[id] = Links(position: node?.position, parents: node?.parents ?? [])
    }

    func contains(_ id: NodeID) -> Bool { links[id] != nil }

    /// Ascending.
    var ids: [NodeID] { links.keys.sorted() }

    /// In no order, some several times.
    var parents: [NodeID] { links.values.flatMap(\.parents) }

    /// In replay order, without damaged nodes.
    var sorted: [(id: NodeID, parents: [NodeID])] {
        links.compactMap { id, links in
            links.position.map { (position: $0, id: id, parents: links.parents) }
        }
        .sorted { $0.position < $1.position }.map { ($0.id, $0.parents) }
    }
}
