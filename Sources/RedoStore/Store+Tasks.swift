import RedoLog

extension Store {
    /// The tasks that stored nodes are of, in no order, some twice, whatever became of them: from the
    /// tables of indexes, and from loose nodes that can be read.
    ///
    /// - Throws: STORAGE_001 where the store cannot be listed, STORAGE_004 where an index is damaged.
    /// - Complexity: O(t) for t tasks in packs, and O(n) for n loose nodes.
    package func taskIDs() throws(StoreError) -> [TaskID] {
        var tasks: [TaskID] = []
        for outcome in looseOutcomes(try looseIDs()) {
            if case .success(let node)? = outcome, let task = node.taskID { tasks.append(task) }
        }
        for pack in try packs.open(using: [.taskIDs]) { tasks += pack.index.taskIDs }
        return tasks
    }
}
