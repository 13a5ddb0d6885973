import RedoCrypto
import RedoSystem

/// All tasks that the replay of a log leads to.
package struct State: Sendable {
    /// Sorted by id.
    package internal(set) var tasks: [TaskState]

    /// - Parameter tasks: sorted by id.
    package init(tasks: [TaskState]) { self.tasks = tasks }

    /// SHA-256 of the canonical state: two replicas with the same nodes agree on it.
    package var hash: NodeID {
        var sha256 = IncrementalSHA256()
        forEachCanonicalPart { sha256.update($0.span) }
        return NodeID(sha256.digest())
    }

    /// Calls a closure with the canonical state in pieces. Several pieces are written at a time, on all processors: the
    /// whole of a large state would take as much memory as the tasks.
    ///
    /// The canonical state is a JSON array of the tasks in JCS, which every client computes alike.
    package func forEachCanonicalPart<Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        try body([UInt8(ascii: "[")])
        for start in stride(from: 0, to: tasks.count, by: Self.partCount * Self.tasksInPart) {
            let rest = tasks.count - start
            let count = min(Self.partCount, (rest + Self.tasksInPart - 1) / Self.tasksInPart)
            let parts = Parallel.map(count: count, smallestShare: 1) { range in
                range.map { part in
                    let first = start + part * Self.tasksInPart
                    return canonicalBytes(first..<min(first + Self.tasksInPart, tasks.count))
                }
            }
            for part in parts { try body(part) }
        }
        try body([UInt8(ascii: "]")])
    }

    /// The number of tasks in a piece: a millisecond's work.
    static let tasksInPart = CachedTasks.partCount
    /// The number of pieces in memory at a time.
    static let partCount = 32

    private func canonicalBytes(_ indices: Range<Int>) -> [UInt8] {
        Self.canonicalBytes(tasks[indices], isFirst: indices.lowerBound == 0)
    }

    /// A piece of the canonical state.
    ///
    /// - Parameter isFirst: whether no task comes before these.
    static func canonicalBytes(
        _ tasks: some Sequence<TaskState>, isFirst: Bool
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var isFirst = isFirst
        for task in tasks {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            TaskFamily.append(task, to: &bytes)
        }
        return bytes
    }

    /// The state of a task; nil if it does not exist. O(log n).
    package subscript(id: TaskID) -> TaskState? {
        let index = tasks.partitioningIndex { !($0.id < id) }
        return index < tasks.count && tasks[index].id == id ? tasks[index] : nil
    }
}
