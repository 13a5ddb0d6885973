import RedoModel
import RedoSystem

/// The nodes of a log that no other one has as a parent.
package struct LogHeads: Sendable {
    /// Ascending.
    package let ids: [NodeID]
    /// Of the log: each node once, however often it is stored.
    package let nodeCount: Int
}

extension Store {
    /// The heads of all nodes but some.
    ///
    /// - Parameter excluded: nodes that do not count, with all that follow them.
    /// - Throws: STORAGE_001 or STORAGE_004 if the log cannot be read.
    /// - Complexity: a glance at each node in the columns of indexes; all nodes are read if a loose one is damaged.
    package func heads(without excluded: Set<NodeID>) throws(RedoError) -> LogHeads {
        if let log = try storedLog(using: Pack.connections) {
            return log.heads(without: excluded)
        }
        return StoredLog(packs: [], loose: try snapshot().nodes).heads(without: excluded)
    }
}

extension StoredLog {
    func heads(without excluded: Set<NodeID>) -> LogHeads {
        // The largest first, since the nodes of each pack are looked for in those before it.
        let packs = self.packs.sorted { $0.nodeCount > $1.nodeCount }
        var isParent = packs.map { [Bool](repeating: false, count: $0.nodeCount) }
        var elsewhere: Set<NodeID> = []
        for (place, pack) in packs.enumerated() {
            pack.index.markParents(&isParent[place], &elsewhere, excluded)
        }
        for node in loose where !excluded.contains(node.id) { elsewhere.formUnion(node.parents) }
        for id in elsewhere {
            for (place, pack) in packs.enumerated() {
                if let number = pack.index.number(of: id) { isParent[place][number] = true }
            }
        }
        let packed = PackedParents(packs: packs, isParent: isParent)
        var heads: [NodeID] = []
        var count = 0
        for place in packs.indices {
            for part in packed.heads(ofPackAt: place, without: excluded) {
                heads += part.ids
                count += part.nodeCount
            }
        }
        for node in loose where !excluded.contains(node.id) {
            if packs.contains(where: { $0.has(node.id) }) { continue }
            count += 1
            if !elsewhere.contains(node.id) { heads.append(node.id) }
        }
        return LogHeads(ids: heads.sorted(), nodeCount: count)
    }
}

/// The nodes of packs that have children.
private struct PackedParents: Sendable {
    let packs: [Pack]
    /// By the places of packs and the numbers of nodes in them.
    let isParent: [[Bool]]

    /// The fewest nodes for one processor.
    private static let partNodeCount = 1 << 14

    /// The heads among the nodes of a pack that no pack before it has, in parts; ascending.
    func heads(ofPackAt place: Int, without excluded: Set<NodeID>) -> [LogHeads] {
        let nodeCount = packs[place].nodeCount
        let width = Self.partNodeCount
        return Parallel.map(count: (nodeCount + width - 1) / width, smallestShare: 1) { parts in
            parts.map { part in
                heads(
                    among: part * width..<min((part + 1) * width, nodeCount), ofPackAt: place,
                    without: excluded)
            }
        }
    }

    /// - Parameter places: in the order of ids.
    private func heads(
        among places: Range<Int>, ofPackAt place: Int, without excluded: Set<NodeID>
    ) -> LogHeads {
        let pack = packs[place]
        let (ids, sorted) = (pack.index.ids, pack.index.sorted)
        let isParentHere = isParent[place]
        var heads: [NodeID] = []
        var count = 0
        for index in places {
            let number = Int(sorted[index])
            let isHead = !isParentHere[number]
            if place == 0, !isHead, excluded.isEmpty {
                count += 1
                continue
            }
            let id = ids[number]
            if excluded.contains(id) || packs[..<place].contains(where: { $0.has(id) }) {
                continue
            }
            count += 1
            // A copy in another pack may have its child there.
            let isParentInCopy = packs.indices.contains { other in
                other > place
                    && packs[other].index.number(of: id).map { isParent[other][$0] } ?? false
            }
            if isHead, !isParentInCopy { heads.append(id) }
        }
        return LogHeads(ids: heads, nodeCount: count)
    }
}

extension Pack {
    fileprivate func has(_ id: NodeID) -> Bool { index.number(of: id) != nil }
}

extension PackIndex {
    /// Marks the nodes that others of the pack have as parents, and notes the parents that are elsewhere.
    fileprivate func markParents(
        _ isParent: inout [Bool], _ elsewhere: inout Set<NodeID>, _ excluded: Set<NodeID>
    ) {
        if excluded.isEmpty {
            // Whose parents they are does not matter.
            return mark(0..<parents.count, &isParent, &elsewhere)
        }
        let (ids, starts) = (ids, parentStarts)
        for node in 0..<nodeCount where !excluded.contains(ids[node]) {
            mark(starts.range(at: node), &isParent, &elsewhere)
        }
    }

    /// Marks some of the parents, and notes those that are elsewhere.
    private func mark(
        _ places: Range<Int>, _ isParent: inout [Bool], _ elsewhere: inout Set<NodeID>
    ) {
        let (numbers, foreign) = (parents, column(.foreignParents, of: NodeID.self))
        for place in places {
            let number = numbers[place]
            if number & IndexChunk.foreignBit == 0 {
                isParent[Int(number)] = true
            } else {
                elsewhere.insert(foreign[Int(number & ~IndexChunk.foreignBit)])
            }
        }
    }
}
