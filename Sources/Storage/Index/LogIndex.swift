import RedoModel

/// The nodes of a store at one moment, in replay order, without their content: what the indexes of
/// packs know. Only loose nodes, which have no index, are read.
///
/// The nodes are those of a ``Snapshot``, but for what a damaged frame would take from that.
package struct LogIndex: NumberedNodes {
    private let content: Content

    /// One reference, since an logIndex is handed on with each node.
    private final class Content: Sendable {
        let packs: [Pack]
        let loose: [Node]
        let places: [Place]
        let packedNumbers: PackedNumbers
        let looseNumbers: [NodeID: Int32]

        init(
            packs: [Pack], loose: [Node], places: [Place], packedNumbers: PackedNumbers,
            looseNumbers: [NodeID: Int32]
        ) {
            self.packs = packs
            self.loose = loose
            self.places = places
            self.packedNumbers = packedNumbers
            self.looseNumbers = looseNumbers
        }
    }

    /// Where a node is: its pack, or none for a loose one, and its number there.
    struct Place {
        let source: Int32
        let number: Int32

        static let loose: Int32 = -1
    }

    fileprivate init(_ log: StoredLog, _ merge: LogIndexMerge) {
        content = Content(
            packs: log.packs, loose: log.loose, places: merge.places,
            packedNumbers: merge.packedNumbers, looseNumbers: merge.looseNumbers)
    }

    var packs: [Pack] { content.packs }
    var loose: [Node] { content.loose }
    var places: [Place] { content.places }
    var packedNumbers: PackedNumbers { content.packedNumbers }

    package var count: Int { content.places.count }

    /// The number of a node; nil where it is not here. O(k log n) for k packs.
    package func number(of id: NodeID) -> Int? {
        for (place, pack) in content.packs.enumerated() {
            if let node = pack.index.number(of: id) {
                return content.packedNumbers[node, of: place]
            }
        }
        return content.looseNumbers[id].map { Int($0) }
    }

    package func id(of number: Int) -> NodeID { self[number].id }

    /// Calls a closure with the ids of some nodes. A pack's index is looked up once for nodes that
    /// stand side by side in it.
    package func forEachID(of numbers: ArraySlice<Int>, _ body: (NodeID) -> Void) {
        var rest = numbers
        let places = places
        while let first = rest.first {
            let source = places[first].source
            if source == Place.loose {
                body(id(of: first))
                rest.removeFirst()
                continue
            }
            let index = packs[Int(source)].index
            let ids = index.ids
            while let next = rest.first, places[next].source == source {
                body(ids[Int(places[next].number)])
                rest.removeFirst()
            }
        }
    }

    /// A node by its place in the order.
    package subscript(number: Int) -> Entry { Entry(logIndex: self, place: content.places[number]) }

    /// What is known of a node.
    package struct Entry: Sendable {
        private let logIndex: LogIndex
        private let place: Place

        fileprivate init(logIndex: LogIndex, place: Place) {
            self.logIndex = logIndex
            self.place = place
        }

        private var number: Int { Int(place.number) }
        /// Nil for a loose node.
        private var pack: Pack? {
            place.source == Place.loose ? nil : logIndex.content.packs[Int(place.source)]
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
        /// Nil where a damaged index has none.
        package var author: Author? {
            if let pack { return pack.author(of: number) }
            return node.author
        }
    }
}

extension StoredLog {
    /// Puts the log in order. Stage 2 is checked from the columns.
    ///
    /// - Returns: nil where a node's parents are missing, so that somebody has to be told.
    /// - Complexity: O(n k) for n nodes in k packs; no frame is read.
    package func logIndex() -> LogIndex? {
        var merge = LogIndexMerge(self)
        return merge.run() ? LogIndex(self, merge) : nil
    }
}
