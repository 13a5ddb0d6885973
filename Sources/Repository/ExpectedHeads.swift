import RedoModel
import RedoStore
import RedoSystem

/// The heads that some tasks must have for a change to be written: the comparison of a compare and swap.
package struct ExpectedHeads: Sendable {
    /// All heads of all of the tasks.
    let ids: Set<NodeID>
    let tasks: Set<TaskID>

    /// Compares them with the heads that the tasks have.
    ///
    /// - Throws: E_STALE, with the heads that are there (``StaleHeads``).
    /// - Complexity: O(log t) for each task, of t tasks with heads.
    func check(_ present: TaskHeads) throws(RedoError) {
        let heads = tasks.sorted().flatMap { present.heads(of: $0) }
        guard Set(heads) != ids else { return }
        let subject =
            switch tasks.count {
            case 0: "the changed tasks"
            case 1: "the task \(tasks.map(\.description).joined())"
            default: "\(tasks.count) tasks"
            }
        let found =
            heads.isEmpty
            ? "there are none" : "they are \(heads.map(\.description).joined(separator: " "))"
        throw RedoError(
            .staleHeads, "the heads of \(subject) are not the expected ones: \(found)",
            hints: [
                "nothing was written; read the task again, and repeat the change if it is still right"
            ],
            detail: StaleHeads(heads))
    }
}

/// The heads that are there instead of the expected ones; the detail of E_STALE.
package final class StaleHeads: ErrorDetail {
    package let heads: [NodeID]

    init(_ heads: [NodeID]) { self.heads = heads }
}

extension TaskWriter {
    /// Requires that all heads of some tasks together are some nodes, as the log was read and again when the nodes
    /// are written. A batch requires it of the task of each operation.
    ///
    /// - Throws: E_STALE if they are others in the log.
    package mutating func expect(
        _ ids: Set<NodeID>, asHeadsOf tasks: Set<TaskID>
    ) throws(RedoError) {
        let expected = ExpectedHeads(ids: ids, tasks: tasks)
        try expected.check(headsAsRead())
        expectations.append(expected)
    }

    /// Requires that ``expectedHeads`` are all heads of the tasks of the new nodes, and of the tasks that have one of
    /// them.
    ///
    /// - Throws: E_STALE if they are others in the log.
    mutating func expectHeadsOfChangedTasks() throws(RedoError) {
        guard let expectedHeads else { return }
        let changed = Set(nodes.compactMap(\.taskID))
        try expect(expectedHeads, asHeadsOf: changed.union(tasks(of: expectedHeads)))
    }

    /// Requires that ``expectedHeads`` are all heads of some tasks, whatever other tasks change with them.
    ///
    /// - Throws: E_STALE if they are others in the log.
    package mutating func expectHeads(of tasks: Set<TaskID>) throws(RedoError) {
        guard let heads = expectedHeads else { return }
        try expect(heads, asHeadsOf: tasks)
        expectedHeads = nil
    }

    /// Refuses at once what is stale before anything is made. If the expected nodes are unknown, the new nodes decide
    /// which tasks the error is about.
    ///
    /// - Throws: E_STALE if a task that has one of ``expectedHeads`` has other heads.
    mutating func refuseStaleHeads() throws(RedoError) {
        guard let expectedHeads else { return }
        let tasks = tasks(of: expectedHeads)
        if tasks.isEmpty { return }
        try ExpectedHeads(ids: expectedHeads, tasks: tasks).check(headsAsRead())
    }

    /// The tasks of some nodes of the log.
    private func tasks(of ids: Set<NodeID>) -> Set<TaskID> {
        let graph = validationAsRead.graph
        let numbers = ids.compactMap { graph.number(of: $0) }
        return Set(numbers.compactMap { graph.task(of: $0).map { graph.taskIDs[$0] } })
    }
}

extension Repository {
    /// Writes the nodes of a writer if the heads that it expects are still there.
    ///
    /// Writers that expect heads do so one after the other. Others do not wait, so one of them can still make a
    /// second head at the same time, which the next expectation refuses.
    ///
    /// - Throws: E_STALE, and as ``TaskWriter/commit(to:)``.
    func commitIfExpected(_ writer: borrowing TaskWriter) throws(RedoError) {
        let lock = try store.headsLock()
        forget()
        let present = try heads()
        for expected in writer.expectations { try expected.check(present) }
        try writer.commit(to: store)
        _ = consume lock
    }
}
