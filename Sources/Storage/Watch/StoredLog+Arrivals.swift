import RedoModel
import RedoSystem

extension StoredLog {
    /// The names of its packs.
    package var packNames: [PackName] { packs.map(\.name) }

    /// The ids of its loose nodes, and of the nodes in packs except the named ones.
    package func ids(besides known: Set<PackName>) -> [NodeID] {
        var ids = loose.map(\.id)
        for pack in packs where !known.contains(pack.name) {
            for node in 0..<pack.nodeCount { ids.append(pack.index.id(of: node)) }
        }
        return ids
    }

    /// The log with further loose nodes.
    package func adding(_ nodes: [Node]) -> StoredLog {
        let known = Set(nodes.map(\.id))
        let others = loose.filter { !known.contains($0.id) }
        return StoredLog(
            packs: packs, loose: (others + nodes).sorted { $0.position < $1.position },
            isRead: isRead)
    }

    /// Some nodes in replay order; those that are not here come last, by their ids.
    ///
    /// - Complexity: O(n log n) for n nodes, and O(l) for l loose ones.
    package func inReplayOrder(_ ids: [NodeID]) -> [NodeID] {
        let loosePositions = Dictionary(
            loose.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        var positions: [ReplayPosition] = []
        var others: [NodeID] = []
        for id in Set(ids) {
            if let position = loosePositions[id] ?? packedPosition(of: id) {
                positions.append(position)
            } else {
                others.append(id)
            }
        }
        return positions.sorted().map(\.id) + others.sorted()
    }

    private func packedPosition(of id: NodeID) -> ReplayPosition? {
        for pack in packs {
            guard let node = pack.index.number(of: id) else { continue }
            let timestamp = Timestamp(
                lamport: Int(clamping: pack.index.lamports[node]),
                wall: Instant(milliseconds: pack.index.walls[node]))
            return ReplayPosition(timestamp: timestamp, id: id)
        }
        return nil
    }

    /// Whether a node is in it.
    package func contains(_ id: NodeID) -> Bool {
        packs.contains { $0.index.number(of: id) != nil } || loose.contains { $0.id == id }
    }
}

extension Store {
    /// The ids of all nodes except damaged loose ones, and the ids of these.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if a pack or an index is damaged.
    package func soundIDs() throws(RedoError) -> (ids: [NodeID], damaged: Set<NodeID>) {
        let damaged = Set(looseNodes(try looseIDs()).damaged)
        return (try ids().filter { !damaged.contains($0) }, damaged)
    }

    /// Reads loose nodes by their ids.
    ///
    /// - Returns: those that could be read, and those that are damaged; the others are missing.
    package func looseNodes(_ ids: [NodeID]) -> (nodes: [Node], damaged: [NodeID]) {
        var nodes: [Node] = []
        var damaged: [NodeID] = []
        for (id, outcome) in zip(ids, looseOutcomes(ids)) {
            switch outcome {
            case .success(let node): nodes.append(node)
            case .failure: damaged.append(id)
            case nil: break
            }
        }
        return (nodes, damaged)
    }
}
