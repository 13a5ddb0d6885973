import RedoCrypto
import RedoSystem

/// The heads of each task of a log that has one, by the ids of the tasks (protocol, section 5).
package struct TaskHeads: Equatable, Sendable {
    /// Sorted.
    package private(set) var tasks: [TaskID] = []
    /// The end of the heads of each task in `ids`.
    private var ends: [UInt32] = []
    /// The heads of all tasks, those of one in replay order.
    private var ids: [NodeID] = []

    private init() {}

    /// - Complexity: O(n) for n nodes.
    package init(_ validation: HistoryValidation) {
        let graph = validation.graph
        let heads = validation.heads()
        let order = graph.taskIDs.indices.filter { !heads[$0].isEmpty }
            .sorted { graph.taskIDs[$0] < graph.taskIDs[$1] }
        for task in order { append(graph.taskIDs[task], heads[task].lazy.map { graph.id(of: $0) }) }
    }

    private mutating func append(_ task: TaskID, _ heads: some Sequence<NodeID>) {
        tasks.append(task)
        ids += heads
        ends.append(UInt32(ids.count))
    }

    /// The heads of a task, by its index in ``tasks``.
    package func heads(at index: Int) -> ArraySlice<NodeID> {
        ids[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
    }

    /// The heads of a task; empty if it has none. O(log t) for t tasks.
    package func heads(of task: TaskID) -> ArraySlice<NodeID> {
        let index = tasks.firstIndex(notBelow: task)
        return index < tasks.count && tasks[index] == task ? heads(at: index) : []
    }

    /// The indexes of the tasks that have several heads. O(t) for t tasks.
    package var divergedIndices: [Int] {
        // Most logs have no such task.
        if ids.count == tasks.count { return [] }
        return tasks.indices.filter { heads(at: $0).count > 1 }
    }

    /// The heads after changes of some tasks.
    ///
    /// - Parameters:
    ///   - changed: the tasks that may have other heads, or none.
    ///   - others: the new heads of these tasks.
    /// - Complexity: O(t) for t tasks.
    package func replacing(_ changed: Set<TaskID>, with others: TaskHeads) -> TaskHeads {
        var merged = TaskHeads()
        merged.tasks.reserveCapacity(tasks.count + others.tasks.count)
        merged.ends.reserveCapacity(tasks.count + others.tasks.count)
        merged.ids.reserveCapacity(ids.count + others.ids.count)
        var next = 0
        func appendOthers(before end: TaskID?) {
            while next < others.tasks.count, end.map({ others.tasks[next] < $0 }) ?? true {
                merged.append(others.tasks[next], others.heads(at: next))
                next += 1
            }
        }
        for (index, task) in tasks.enumerated() {
            appendOthers(before: task)
            if !changed.contains(task) { merged.append(task, heads(at: index)) }
        }
        appendOthers(before: nil)
        return merged
    }
}

// MARK: The file

extension TaskHeads {
    /// Raised when the content or its meaning changes.
    package static let formatVersion: UInt32 = 1
    private static let headerByteCount = 12

    /// The bytes for ``init(reading:)``.
    ///
    /// ```
    /// version of what follows (4) · number of tasks (4) · number of heads (4)
    /// for each task its id (16), then for each task the number of heads up to and including its own (4)
    /// for each head its id (32)
    /// ```
    package var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerByteCount + 20 * tasks.count + 32 * ids.count)
        bytes.append(littleEndian: Self.formatVersion)
        bytes.append(littleEndian: UInt32(tasks.count))
        bytes.append(littleEndian: UInt32(ids.count))
        for task in tasks {
            bytes.append(littleEndian: task.value.high)
            bytes.append(littleEndian: task.value.low)
        }
        for end in ends { bytes.append(littleEndian: end) }
        for id in ids { id.digest.append(to: &bytes) }
        return bytes
    }

    /// - Returns: nil for invalid bytes.
    /// - Complexity: O(n) for n bytes.
    package init?(reading bytes: Span<UInt8>) {
        guard bytes.count >= Self.headerByteCount,
            bytes.number(at: 0, as: UInt32.self) == Self.formatVersion
        else { return nil }
        let taskCount = Int(bytes.number(at: 4, as: UInt32.self))
        let headCount = Int(bytes.number(at: 8, as: UInt32.self))
        let endsStart = Self.headerByteCount + 16 * taskCount
        let idsStart = endsStart + 4 * taskCount
        guard bytes.count == idsStart + 32 * headCount else { return nil }
        tasks.reserveCapacity(taskCount)
        ends.reserveCapacity(taskCount)
        ids.reserveCapacity(headCount)
        for index in 0..<taskCount {
            let start = Self.headerByteCount + 16 * index
            let task = TaskID(
                UUIDValue(
                    high: bytes.number(at: start, as: UInt64.self),
                    low: bytes.number(at: start + 8, as: UInt64.self)))
            let end = bytes.number(at: endsStart + 4 * index, as: UInt32.self)
            guard tasks.last.map({ $0 < task }) ?? true, end > ends.last ?? 0 else { return nil }
            tasks.append(task)
            ends.append(end)
        }
        guard Int(ends.last ?? 0) == headCount else { return nil }
        for index in 0..<headCount {
            let start = idsStart + 32 * index
            ids.append(NodeID(Digest(bytes: bytes.extracting(start..<start + 32))))
        }
    }
}
