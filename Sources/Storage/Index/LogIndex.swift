import RedoModel
import RedoSystem

/// The nodes of a store at one moment, in replay order, without their content: what the indexes of packs have. Only
/// loose nodes, which are not in an index, are read.
///
/// The nodes are those of a ``Snapshot``, except that a damaged frame does not remove any here.
package struct LogIndex: NumberedNodes {
    private let content: Content

    /// One reference, so that a copy of the log index counts only one.
    private final class Content: Sendable {
        let packs: [Pack]
        let loose: [Node]
        let locations: [Location]
        let packedNumbers: PackedNumbers
        let looseNumbers: [NodeID: Int32]

        init(
            packs: [Pack], loose: [Node], locations: [Location], packedNumbers: PackedNumbers,
            looseNumbers: [NodeID: Int32]
        ) {
            self.packs = packs
            self.loose = loose
            self.locations = locations
            self.packedNumbers = packedNumbers
            self.looseNumbers = looseNumbers
        }
    }

    /// The location of a node: its pack, or none for a loose one, and its number there.
    struct Location {
        let pack: Int32
        let ordinal: Int32

        static let loose: Int32 = -1
    }

    fileprivate init(_ log: StoredLog, _ merge: LogIndexMerge) {
        content = Content(
            packs: log.packs, loose: log.loose, locations: merge.locations,
            packedNumbers: merge.packedNumbers, looseNumbers: merge.looseNumbers)
    }

    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    fileprivate init(read nodes: [Node]) {
        var numbers: [NodeID: Int32] = [:]
        numbers.reserveCapacity(nodes.count)
        for (number, node) in nodes.enumerated() { numbers[node.id] = Int32(number) }
        content = Content(
            packs: [], loose: nodes,
            locations: nodes.indices.map { Location(pack: Location.loose, ordinal: Int32($0)) },
            packedNumbers: PackedNumbers([]), looseNumbers: numbers)
    }

    var packs: [Pack] { content.packs }
    var loose: [Node] { content.loose }
    var locations: [Location] { content.locations }
    var packedNumbers: PackedNumbers { content.packedNumbers }

    package var count: Int { content.locations.count }

    /// The number of a node; nil if it is not here. O(k log n) for k packs.
    package func number(of id: NodeID) -> Int? {
        for (packOrdinal, pack) in content.packs.enumerated() {
            if let node = pack.index.number(of: id) {
                return content.packedNumbers[node, of: packOrdinal]
            }
        }
        return content.looseNumbers[id].map { Int($0) }
    }

    /// The id of a node, by its number in replay order.
    package func id(of number: Int) -> NodeID { self[number].id }

    /// Calls a closure with the ids of some nodes. A pack's index is looked up once for nodes that are adjacent in
    /// it.
    package func forEachID(of numbers: ArraySlice<Int>, _ body: (NodeID) -> Void) {
        var rest = numbers
        let locations = locations
        while let first = rest.first {
            let packOrdinal = locations[first].pack
            if packOrdinal == Location.loose {
                body(id(of: first))
                rest.removeFirst()
                continue
            }
            let index = packs[Int(packOrdinal)].index
            let ids = index.ids
            while let next = rest.first, locations[next].pack == packOrdinal {
                body(ids[Int(locations[next].ordinal)])
                rest.removeFirst()
            }
        }
    }

    /// A node by its number.
    package subscript(number: Int) -> Entry {
        Entry(logIndex: self, location: content.locations[number])
    }

    /// The entry of the index for a node.
    package struct Entry: Sendable {
        private let logIndex: LogIndex
        private let location: Location

        fileprivate init(logIndex: LogIndex, location: Location) {
            self.logIndex = logIndex
            self.location = location
        }

        private var number: Int { Int(location.ordinal) }
        /// Nil for a loose node.
        private var pack: Pack? {
            location.pack == Location.loose ? nil : logIndex.content.packs[Int(location.pack)]
        }
        private var node: Node { logIndex.content.loose[number] }

        package var id: NodeID { pack?.index.id(of: number) ?? node.id }
        package var timestamp: Timestamp { pack?.index.timestamp(of: number) ?? node.timestamp }
        var wall: Instant { pack?.index.wall(of: number) ?? node.timestamp.wall }
        package var parents: [NodeID] { pack?.index.parents(of: number) ?? node.parents }
        package var taskID: TaskID? {
            if let pack { return pack.index.taskID(of: number) }
            return node.taskID
        }
        /// Nil for an action that only the content names.
        package var action: Action? {
            if let pack { return pack.index.action(of: number) }
            return node.action
        }
        package var isSigned: Bool { pack?.index.isSigned(number) ?? node.isSigned }
        /// Nil if a damaged index lacks it.
        package var author: Author? {
            if let pack { return pack.author(of: number) }
            return node.author
        }
    }
}

extension LogIndex {
    /// The bytes that a node takes on the disk: its file, or its share of the frame that it is compressed in.
    package func diskSize(of number: Int) -> Int? {
        let location = locations[number]
        let ordinal = Int(location.ordinal)
        // A loose node is stored as it is, and a line feed.
        guard location.pack != Location.loose else {
            return loose[ordinal].canonicalBytes.count + 1
        }
        return packs[Int(location.pack)].index.diskSize(of: ordinal)
    }
}

extension PackIndex {
    /// A node's share of its compressed frame, rounded up; nil for an index without its line.
    func diskSize(of node: Int) -> Int? {
        let ordinal = frame(of: node)
        let (frame, nodes, lines) = (frame(ordinal), nodes(ofFrame: ordinal), lines)
        let end = node + 1 < nodes.upperBound ? Int(lines[node + 1]) : frame.contentByteCount
        let byteCount = end - Int(lines[node])
        guard byteCount > 0, frame.contentByteCount > 0 else { return nil }
        let (share, remainder) = (byteCount * frame.byteCount)
            .quotientAndRemainder(dividingBy: frame.contentByteCount)
        return share + (remainder > 0 ? 1 : 0)
    }
}

extension StoredLog {
    /// Puts the log in order. Stage 2 is checked from the columns, unless all nodes were read.
    ///
    /// - Returns: nil if a node's parents are missing; the caller reports it.
    /// - Complexity: O(n k) for n nodes in k packs; no frame is read.
    package func logIndex() -> LogIndex? {
        if isRead { return LogIndex(read: loose) }
        var merge = LogIndexMerge(self)
        return merge.run() ? LogIndex(self, merge) : nil
    }
}

extension LogIndex {
    /// Reads the nodes that satisfy a condition, by number; nil if one is unreadable.
    package func nodes(where isWanted: (Int) -> Bool) -> [Int: Node]? {
        let reader = LogIndexReader(self)
        var nodes: [Int: Node] = [:]
        for number in locations.indices where isWanted(number) {
            guard let node = reader.node(number) else { return nil }
            nodes[number] = node
        }
        return nodes
    }

    /// Whether some nodes can be read: if so, reading them one by one later needs no handling of damage. On all
    /// processors.
    package func canRead(_ numbers: [Int]) -> Bool {
        Parallel.map(count: numbers.count, smallestShare: 1024) { range in
            let reader = LogIndexReader(self)
            return [
                range.allSatisfy {
                    locations[numbers[$0]].pack == Location.loose
                        || reader.change(numbers[$0]) != nil
                }
            ]
        }.allSatisfy { $0 }
    }
}
