import RedoModel
import RedoSystem

/// The nodes of a store at one moment that may leave the machine, and those that may not because an ancestor is
/// missing.
///
/// Every kind of remote uses this. The nodes without those that are cut off are closed under parents: each parent is
/// among them. So those that a remote lacks have all their parents either among them or on the remote.
package struct ConnectedNodes: Sendable {
    /// The loose nodes, sorted, damaged ones included: reading such a node reports what is wrong.
    package let looseIDs: [NodeID]
    /// The loose nodes as they were read, without their signatures, so that none is read again for sending it; empty
    /// if there are more than ``maximumKeptCount``.
    package let looseNodes: [NodeID: Node]
    /// The store's packs.
    package let packs: [OutgoingPack]
    /// The nodes with an ancestor that is not here, packed and loose. They wait until it is back.
    package let cutOff: Set<NodeID>
    /// The parents that are not here, sorted.
    package let missing: [NodeID]

    /// The maximum number of nodes that are kept in memory. If more are sent, the whole log is read, on all processors.
    package static let maximumKeptCount = 1000

    /// The ids of all nodes, cut off ones included, ascending. O(n log n).
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
    /// The maximum number of readings. The store is read again if nodes were packed in the meantime.
    private static let attemptCount = 20

    /// Finds the nodes that are here with all their ancestors.
    ///
    /// Directories are not listed at one moment: a writer can add a node and its child during the listing, and only
    /// the child is seen. So each parent that was not listed is looked up, and is among the nodes if it exists by
    /// then.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if a pack or its index is damaged.
    /// - Complexity: O(n) for n loose nodes, which are read, and a search for each parent that is in another pack or
    ///   loose. If a parent is missing, also O(m) for m nodes of all packs.
    package func connectedNodes() throws(RedoError) -> ConnectedNodes {
        for _ in 1..<Self.attemptCount {
            if let nodes = try connectedNodes(isLast: false) { return nodes }
        }
        return try connectedNodes(isLast: true)
            ?? ConnectedNodes(looseIDs: [], looseNodes: [:], packs: [], cutOff: [], missing: [])
    }

    /// - Parameter isLast: whether a node that was packed in the meantime counts as missing.
    /// - Returns: nil if a node was packed in the meantime.
    private func connectedNodes(isLast: Bool) throws(RedoError) -> ConnectedNodes? {
        // Loose nodes first: a node that is packed in between is then found in a pack.
        let ids = try looseIDs()
        let packs = try packs.open(using: Pack.outgoing)
        var loose = LooseReading()
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
            looseIDs: loose.ids,
            looseNodes: loose.nodes.count <= ConnectedNodes.maximumKeptCount ? loose.nodes : [:],
            packs: packs.map { OutgoingPack($0) },
            cutOff: Self.cutOff(by: missing, loose, packs), missing: missing.sorted())
    }

    /// The descendants of missing nodes.
    private static func cutOff(
        by missing: Set<NodeID>, _ loose: LooseReading, _ packs: [Pack]
    ) -> Set<NodeID> {
        if missing.isEmpty { return [] }
        var cutOff: Set<NodeID> = []
        let nodes = loose.sorted
        func isCutOff(_ parents: [NodeID]) -> Bool {
            parents.contains { missing.contains($0) || cutOff.contains($0) }
        }
        // In replay order parents come first, so one pass is enough unless packs and loose nodes alternate.
        var count = -1
        while count < cutOff.count {
            count = cutOff.count
            for pack in packs {
                let ids = pack.index.ids
                for node in 0..<pack.nodeCount where isCutOff(pack.index.parents(of: node)) {
                    cutOff.insert(ids[node])
                }
            }
            for node in nodes where isCutOff(node.parents) { cutOff.insert(node.id) }
        }
        return cutOff
    }
}

/// The loose nodes that were read.
private struct LooseReading {
    /// Ascending.
    var ids: [NodeID] { (Array(nodes.keys) + damaged).sorted() }
    private(set) var nodes: [NodeID: Node] = [:]
    private var damaged: Set<NodeID> = []

    mutating func add(_ id: NodeID, _ outcome: Result<Node, NodeFault>) {
        if let node = try? outcome.get() { nodes[id] = node } else { damaged.insert(id) }
    }

    func contains(_ id: NodeID) -> Bool { nodes[id] != nil || damaged.contains(id) }

    /// In no order, some more than once.
    var parents: [NodeID] { nodes.values.flatMap(\.parents) }

    /// In replay order, without damaged nodes.
    var sorted: [Node] { nodes.values.sorted { $0.position < $1.position } }
}
