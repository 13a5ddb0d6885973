import RedoModel
import RedoSystem

extension Store {
    /// The tasks of stored nodes, valid or not, in no order, some twice: from the tables of indexes, and from
    /// readable loose nodes.
    ///
    /// Signatures are not verified, which would take longer than all the rest: callers only need names that
    /// distinguish tasks.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    /// - Complexity: O(t) for t tasks in packs, and O(n) for n loose nodes.
    package func taskIDs() throws(RedoError) -> [TaskID] {
        try glance { _ in false }.taskIDs
    }

    /// The tasks as ``taskIDs()`` returns them, and whether a node has one of the wanted actions, as far as undamaged
    /// nodes show it.
    package func glance(
        for isWanted: @Sendable (Action) -> Bool
    ) throws(RedoError) -> (taskIDs: [TaskID], mayHave: Bool) {
        let ids = try looseIDs()
        let loose = Parallel.map(count: ids.count) { range in
            let validator = NodeValidator()
            return range.map { looseNode(ids[$0], validator) }
        }
        var tasks = loose.compactMap { $0?.taskID }
        var mayHave = loose.contains { $0.map { isWanted($0.action) } ?? false }
        for pack in try packs.open(using: [.taskIDs, .actionNames]) {
            tasks += pack.index.taskIDs
            mayHave = mayHave || pack.index.mayHave(isWanted)
        }
        return (tasks, mayHave)
    }

    /// A loose node; nil if it is missing or damaged.
    private func looseNode(_ id: NodeID, _ validator: borrowing NodeValidator) -> Node? {
        guard let line = try? objects.line(of: id),
            let node = try? validator.readStored(line, id: id)
        else { return nil }
        return node
    }
}
