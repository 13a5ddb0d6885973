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
        try glance { _ in false }.taskIDs
    }

    /// The same, and whether a node has an action of some, as far as that can be told without a damaged node.
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

    /// A loose node; nil if it is gone or is damaged.
    private func looseNode(_ id: NodeID, _ validator: borrowing NodeValidator) -> Node? {
        guard let line = try? objects.line(of: id),
            let node = try? validator.readStored(line, id: id)
        else { return nil }
        return node
    }
}
