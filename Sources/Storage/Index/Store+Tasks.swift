import RedoModel
import RedoSystem

extension Store {
    /// The tasks that stored nodes are of, in no order, some twice, whatever became of them: from the
    /// tables of indexes, and from loose nodes that can be read.
    ///
    /// Signatures are not looked at, which would take longer than all the rest: whoever asks wants names
    /// that tell tasks apart.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    /// - Complexity: O(t) for t tasks in packs, and O(n) for n loose nodes.
    package func taskIDs() throws(RedoError) -> [TaskID] {
        let ids = try looseIDs()
        let loose = Parallel.map(count: ids.count) { range in
            let validator = NodeValidator()
            return range.map { looseTask(ids[$0], validator) }
        }
        var tasks = loose.compactMap { $0 }
        for pack in try packs.open(using: [.taskIDs]) { tasks += pack.index.taskIDs }
        return tasks
    }

    /// The task of a loose node; nil if it is of none, is gone or is damaged.
    private func looseTask(_ id: NodeID, _ validator: borrowing NodeValidator) -> TaskID? {
        guard let line = try? objects.line(of: id),
            let node = try? validator.readStored(line, id: id)
        else { return nil }
        return node.taskID
    }
}
