import RedoLog
import RedoSystem

extension Store {
    /// The tasks that stored nodes are of, in no order, whatever became of them: from the tables of
    /// indexes, and from loose nodes that can be read.
    ///
    /// - Throws: STORAGE_001 where the store cannot be listed, STORAGE_004 where an index is damaged.
    /// - Complexity: O(t) for t tasks in packs, and O(n) for n loose nodes.
    package func taskIDs() throws(StoreError) -> Set<TaskID> {
        // Loose ones first: what a gc packs in between is in a pack then.
        let ids = try listed { () throws(SystemError) in try objects.ids() }
        let loose = Parallel.map(count: ids.count) { range in
            let reader = NodeReader()
            return range.map { place -> TaskID? in
                guard case .success(let node)? = looseOutcome(ids[place], reader: reader) else {
                    return nil
                }
                return node.taskID
            }
        }
        var tasks = Set(loose.compactMap { $0 })
        for pack in try packs.open(using: [.taskIDs]) { tasks.formUnion(pack.index.taskIDs) }
        return tasks
    }
}
