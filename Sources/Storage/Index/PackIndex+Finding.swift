import RedoModel

// MARK: Finding

extension PackIndex {
    /// The number of a node; nil where it is not in the pack. O(log n).
    package func number(of id: NodeID) -> Int? {
        let place = firstPlace(from: id)
        guard place < nodeCount else { return nil }
        let node = Int(sorted[place])
        return self.id(of: node) == id ? node : nil
    }

    /// The ids from one on, in their order, for as long as they are wanted.
    package func ids(from start: NodeID, while isWanted: (NodeID) -> Bool) -> [NodeID] {
        let (sorted, ids) = (sorted, ids)
        var found: [NodeID] = []
        for place in firstPlace(from: start)..<nodeCount {
            let id = ids[Int(sorted[place])]
            guard isWanted(id) else { break }
            found.append(id)
        }
        return found
    }

    /// Of the sorted ids the one before an id, itself if it is here, and the one after it.
    func neighbours(of id: NodeID) -> [NodeID] {
        let place = firstPlace(from: id)
        return (max(0, place - 1)..<min(nodeCount, place + 2)).map {
            self.id(of: Int(sorted[$0]))
        }
    }

    /// The place among the sorted ids of the first that is not below an id.
    private func firstPlace(from id: NodeID) -> Int {
        let fanOut = column(.fanOut, of: UInt32.self)
        let sorted = sorted
        let ids = ids
        let byte = Int(id.digest.firstByte)
        var low = byte == 0 ? 0 : Int(fanOut[byte - 1])
        var high = Int(fanOut[byte])
        while low < high {
            let middle = (low + high) / 2
            if ids[Int(sorted[middle])] < id {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

// MARK: Frames

extension PackIndex {
    var frameCount: Int { frames.count }

    func frame(_ place: Int) -> IndexBuilder.Frame { frames[place] }

    /// The nodes of a frame.
    func nodes(ofFrame place: Int) -> Range<Int> {
        let frames = frames
        let start = frames[place].firstNode
        let end = place + 1 < frames.count ? frames[place + 1].firstNode : nodeCount
        return start..<max(start, min(end, nodeCount))
    }

    /// The frame that holds a node. O(log n).
    func frame(of node: Int) -> Int {
        let frames = frames
        var low = 0
        var high = frames.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if frames[middle].firstNode <= node { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
