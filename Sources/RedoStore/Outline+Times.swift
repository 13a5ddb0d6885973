import RedoLog

extension Outline {
    /// The order in which people are shown the nodes.
    ///
    /// - Complexity: O(n) for n nodes, from the columns of indexes.
    package var timeOrder: TimeOrder {
        var times: [Int64] = []
        times.reserveCapacity(count)
        let places = places
        while times.count < places.count {
            let source = places[times.count].source
            if source == Place.loose {
                let node = loose[Int(places[times.count].number)]
                var time = node.timestamp.wall.milliseconds
                for parent in node.parents {
                    if let parent = number(of: parent) { time = max(time, times[parent]) }
                }
                times.append(time)
            } else {
                addTimes(ofPack: Int(source), to: &times)
            }
        }
        return TimeOrder(times: times)
    }

    /// Adds the times of the next nodes, those that stand side by side in a pack.
    private func addTimes(ofPack source: Int, to times: inout [Int64]) {
        let places = places
        let packedNumbers = packedNumbers
        let index = packs[source].index
        let walls = index.walls
        let parentStarts = index.parentStarts
        let parents = index.parents
        while times.count < places.count, Int(places[times.count].source) == source {
            let node = Int(places[times.count].number)
            var time = walls[node]
            for place in parentStarts.range(at: node) {
                let parent = parents[place]
                if parent & IndexChunk.foreignBit == 0 {
                    time = max(time, times[packedNumbers[Int(parent), of: source]])
                } else if let parent = number(of: index.foreignParent(parent)) {
                    time = max(time, times[parent])
                }
            }
            times.append(time)
        }
    }
}
