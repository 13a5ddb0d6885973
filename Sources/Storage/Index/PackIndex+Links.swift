import RedoModel

extension PackIndex {
    /// Its nodes, and which of them have children. The index was opened with the chunks of ``Pack/connections``.
    ///
    /// - Complexity: O(n).
    var links: NodeLinks {
        var isParent = [Bool](repeating: false, count: nodeCount)
        let parents = parents
        for place in 0..<parents.count {
            let number = parents[place]
            if number & IndexChunk.foreignBit == 0 { isParent[Int(number)] = true }
        }
        let (ids, sorted) = (ids, sorted)
        var hasChild: [Bool] = []
        var ascending: [NodeID] = []
        hasChild.reserveCapacity(nodeCount)
        ascending.reserveCapacity(nodeCount)
        for place in 0..<nodeCount {
            let number = Int(sorted[place])
            ascending.append(ids[number])
            hasChild.append(isParent[number])
        }
        return NodeLinks(ids: ascending, hasChild: hasChild, otherParents: otherParents)
    }

    /// The parents of its nodes that it does not have before them, each once, in no order.
    var otherParents: [NodeID] {
        let column = column(.foreignParents, of: NodeID.self)
        return (0..<column.count).map { column[$0] }
    }
}
