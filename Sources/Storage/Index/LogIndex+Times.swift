import RedoModel

extension LogIndex {
    /// The order in which the nodes are shown to users.
    ///
    /// - Complexity: O(n) for n nodes, from the columns of indexes.
    package var timeOrder: TimeOrder {
        var times = Array(repeating: Int64(0), count: count)
        let locations = locations
        var next = 0
        while next < locations.count {
            let packOrdinal = locations[next].pack
            if packOrdinal == Location.loose {
                let node = loose[Int(locations[next].ordinal)]
                var time = node.timestamp.wall.milliseconds
                for parent in node.parents {
                    if let parent = number(of: parent) { time = max(time, times[parent]) }
                }
                times[next] = time
                next += 1
            } else {
                addTimes(ofPack: Int(packOrdinal), from: &next, to: times.mutableSpan)
            }
        }
        return TimeOrder(times: times)
    }

    /// Adds the times of the next nodes, which are adjacent in a pack.
    ///
    /// - Parameter next: the number of the first of them; on return, that of the node after them.
    private func addTimes(
        ofPack packOrdinal: Int, from next: inout Int, to times: consuming MutableSpan<Int64>
    ) {
        let locations = locations
        let packedNumbers = packedNumbers
        let index = packs[packOrdinal].index
        let walls = index.walls
        let parentStarts = index.parentStarts
        let parents = index.parents
        while next < locations.count, Int(locations[next].pack) == packOrdinal {
            let node = Int(locations[next].ordinal)
            var time = walls[node]
            for edge in parentStarts.range(at: node) {
                let parent = parents[edge]
                if parent & IndexChunk.foreignBit == 0 {
                    time = max(time, times[packedNumbers[Int(parent), of: packOrdinal]])
                } else if let parent = number(of: index.foreignParent(parent)) {
                    time = max(time, times[parent])
                }
            }
            times[next] = time
            next += 1
        }
    }
}
