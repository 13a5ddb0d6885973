import RedoModel

/// The order of the operations of an author.
///
/// Recorded ones are in the order of their numbers. A node without a record, which another store wrote or whose
/// record is missing, comes after its ancestors and before its descendants. The clock decides only between operations
/// of which neither follows the other, and there a recorded operation counts as at least as late as those before it.
struct OperationOrder {
    /// The position of an operation: by time, then by its ancestors, then in replay order.
    struct Position: Comparable {
        let time: Instant
        /// Twice the number of records before it, plus one for a record itself.
        let slot: Int
        let number: Int

        static func < (left: Position, right: Position) -> Bool {
            (left.time, left.slot, left.number) < (right.time, right.slot, right.number)
        }
    }

    /// The time of each record: not before the times of the records before it.
    private var times: [Instant] = []
    private let graph: LogGraph
    /// For each node of the graph, the number of records up to the last one that it follows.
    private var following: [Int32]
    /// For each node of the graph, the first record that follows it, or the number of records.
    private var followed: [Int32]
    /// For each node of the graph, the latest time of the nodes without a record among it and its ancestors.
    private var latest: [Instant?]

    /// - Parameters:
    ///   - recorded: in the order of their numbers.
    ///   - unrecorded: nodes without a record, each with its wall time.
    init(
        _ recorded: [OperationRecord], unrecorded: [(id: NodeID, wall: Instant)],
        in graph: LogGraph
    ) {
        self.graph = graph
        let count = graph.count
        var records = Array(repeating: Int32(-1), count: count)
        for (index, record) in recorded.enumerated() {
            times.append(max(record.latest, times.last ?? record.latest))
            for node in record.operation.nodes {
                if let number = graph.number(of: node) { records[number] = Int32(index) }
            }
        }
        following = Array(repeating: 0, count: count)
        followed = Array(repeating: Int32(recorded.count), count: count)
        latest = Array(repeating: nil, count: count)
        for (id, wall) in unrecorded {
            if let number = graph.number(of: id) { latest[number] = wall }
        }
        for number in 0..<count {
            for parent in graph.parents(of: number) {
                following[number] = max(
                    following[number], following[parent], records[parent] + 1)
                if let time = latest[parent] {
                    latest[number] = max(latest[number] ?? time, time)
                }
            }
        }
        for number in stride(from: count - 1, through: 0, by: -1) {
            for parent in graph.parents(of: number) {
                followed[parent] = min(followed[parent], followed[number])
                if records[number] >= 0 {
                    followed[parent] = min(followed[parent], records[number])
                }
            }
        }
    }

    func position(ofRecord index: Int) -> Position {
        Position(time: times[index], slot: 2 * index + 1, number: 0)
    }

    /// - Parameter wall: the wall time of the node.
    func position(ofNode id: NodeID, at wall: Instant) -> Position {
        guard let number = graph.number(of: id) else {
            return Position(time: wall, slot: 0, number: 0)
        }
        let before = Int(following[number])
        var time = max(wall, latest[number] ?? wall)
        if before > 0 { time = max(time, times[before - 1]) }
        // The descendants are later.
        let next = Int(followed[number])
        if next < times.count { time = min(time, times[next]) }
        return Position(time: time, slot: 2 * before, number: number)
    }
}
