import RedoModel

extension LogIndex {
    /// The order in which people are shown the nodes.
    ///
    /// - Complexity: O(n) for n nodes, from the columns of indexes.
    package var timeOrder: TimeOrder {
        var times = Array(repeating: Int64(0), count: count)
        let places = places
        var next = 0
        while next < places.count {
            let source = places[next].source
            if source == Place.loose {
                let node = loose[Int(places[next].number)]
                var time = node.timestamp.wall.milliseconds
                for parent in node.parents {
                    if let parent = number(of: parent) { time = max(time, times[parent]) }
                }
                times[next] = time
                next += 1
            } else {
                addTimes(ofPack: Int(source), from: &next, to: times.mutableSpan)
            }
        }
        return TimeOrder(times: times)
    }

    /// Adds the times of the next nodes, those that stand side by side in a pack.
    ///
    /// - Parameter next: the number of the first of them; of the node after them when this returns.
    private func addTimes(
        ofPack source: Int, from next: inout Int, to times: consuming MutableSpan<Int64>
    ) {
        let places = places
        let packedNumbers = packedNumbers
        let index = packs[source].index
        let walls = index.walls
        let parentStarts = index.parentStarts
        let parents = index.parents
        while next < places.count, Int(places[next].source) == source {
            let node = Int(places[next].number)
            var time = walls[node]
            for place in parentStarts.range(at: node) {
                let parent = parents[place]
                if parent & IndexChunk.foreignBit == 0 {
                    time = max(time, times[packedNumbers[Int(parent), of: source]])
                } else if let parent = number(of: index.foreignParent(parent)) {
                    time = max(time, times[parent])
                }
            }
            times[next] = time
            next += 1
        }
    }
}
