import RedoModel
import RedoSystem

// MARK: Finding

extension PackIndex {
    /// The number of a node; nil if it is not in the pack. O(log n).
    package func number(of id: NodeID) -> Int? {
        let index = firstIndex(notBelow: id)
        guard index < nodeCount else { return nil }
        let node = Int(sorted[index])
        return self.id(of: node) == id ? node : nil
    }

    /// All ids, ascending. O(n).
    var sortedIDs: [NodeID] {
        let (sorted, ids) = (sorted, ids)
        return (0..<nodeCount).map { ids[Int(sorted[$0])] }
    }

    /// The ids from one on, in ascending order, up to the first that is not wanted.
    package func ids(from start: NodeID, while isWanted: (NodeID) -> Bool) -> [NodeID] {
        let (sorted, ids) = (sorted, ids)
        var found: [NodeID] = []
        for index in firstIndex(notBelow: start)..<nodeCount {
            let id = ids[Int(sorted[index])]
            guard isWanted(id) else { break }
            found.append(id)
        }
        return found
    }

    /// The neighbours of an id among the sorted ids: the one before it, itself if it is here, and the one after it.
    func neighbours(of id: NodeID) -> [NodeID] {
        let index = firstIndex(notBelow: id)
        return (max(0, index - 1)..<min(nodeCount, index + 2)).map {
            self.id(of: Int(sorted[$0]))
        }
    }

    /// The index, among the sorted ids, of the first that is not less than an id.
    private func firstIndex(notBelow id: NodeID) -> Int {
        let fanOut = column(.fanOut, of: UInt32.self)
        let sorted = sorted
        let ids = ids
        let byte = Int(id.digest.firstByte)
        let start = byte == 0 ? 0 : Int(fanOut[byte - 1])
        return (start..<Int(fanOut[byte])).partitioningIndex { !(ids[Int(sorted[$0])] < id) }
    }
}

// MARK: Frames

extension PackIndex {
    var frameCount: Int { frames.count }

    func frame(_ index: Int) -> IndexBuilder.Frame { frames[index] }

    /// The nodes of a frame.
    func nodes(ofFrame index: Int) -> Range<Int> {
        let frames = frames
        let start = frames[index].firstNode
        let end = index + 1 < frames.count ? frames[index + 1].firstNode : nodeCount
        return start..<max(start, min(end, nodeCount))
    }

    /// The frame that holds a node. O(log n).
    func frame(of node: Int) -> Int {
        let frames = frames
        return max(0, (0..<frames.count).partitioningIndex { frames[$0].firstNode > node } - 1)
    }
}
