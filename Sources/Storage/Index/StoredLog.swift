import RedoModel
import RedoSystem

/// A store's log at one moment: its packs, open, and its loose nodes, read.
///
/// What the columns of indexes know is taken from there, so most questions need few frames or none. The other form has
/// no packs, and all nodes in their place: those that pass stages 1 and 2.
package struct StoredLog: Sendable {
    let packs: [Pack]
    /// In replay order.
    let loose: [Node]
    /// Whether all nodes were read and checked, so that no question about them finds damage.
    package let isRead: Bool

    init(packs: [Pack], loose: [Node], isRead: Bool = false) {
        self.packs = packs
        self.loose = loose
        self.isRead = isRead
    }

    /// A log whose nodes were all read.
    ///
    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    package init(read nodes: [Node]) { self.init(packs: [], loose: nodes, isRead: true) }

    /// Of all nodes, some stored twice.
    package var copyCount: Int { packs.reduce(loose.count) { $0 + $1.nodeCount } }

    /// Of the nodes in packs, some stored twice.
    package var packedCount: Int { copyCount - loose.count }

    /// The log as its packs alone have it.
    package var packed: StoredLog { StoredLog(packs: packs, loose: []) }

    /// How many copies of nodes have no signature. O(n).
    package var unsignedCount: Int {
        packs.reduce(loose.count { !$0.isSigned }) { sum, pack in
            sum + (0..<pack.nodeCount).count { !pack.index.isSigned($0) }
        }
    }

    /// The latest wall time of all nodes; nil of an empty log. O(n), from the columns of indexes.
    package var newestWall: Instant? {
        let walls = packs.compactMap(\.index.newestWall) + loose.map(\.timestamp.wall)
        return walls.max()
    }

    /// Gives the memory of the indexes back; what is read again is loaded again.
    package func forgetIndexes() { for pack in packs { pack.index.forget() } }

    /// The tasks of loose nodes.
    package var looseTasks: Set<TaskID> { Set(loose.compactMap(\.taskID)) }
}

extension Store {
    /// Opens the log.
    ///
    /// - Parameter scope: the tasks that the answer will be about, if no more is asked.
    /// - Returns: nil if a loose node cannot be read or a pack is gone; the caller reports it.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    /// - Complexity: O(n) for n loose nodes, and the size of the indexes, which are compared with
    ///   their checksums.
    package func storedLog(about scope: TaskScope = .all) throws(RedoError) -> StoredLog? {
        try storedLog(using: Pack.facts, about: scope)
    }

    /// The log without loose nodes, of whose indexes nothing is looked at but the names of actions.
    ///
    /// - Returns: nil if there are loose nodes or a pack is gone.
    /// - Throws: as ``storedLog()``.
    package func packsAlone() throws(RedoError) -> StoredLog? {
        // Whoever then opens the whole log lists all loose nodes. A folder that cannot be listed is reported below.
        if (try? objects.hasNodes()) == true { return nil }
        guard let log = try storedLog(using: [.actionNames]), log.loose.isEmpty else { return nil }
        return log
    }

    /// The same with other chunks of each index that may be looked at.
    func storedLog(
        using chunks: [IndexChunk], about scope: TaskScope = .all
    ) throws(RedoError) -> StoredLog? {
        incompleteness.ask(about: scope)
        let ids = try looseIDs()
        let packs = try packs.open(using: chunks)
        var loose: [Node] = []
        for outcome in looseOutcomes(ids) {
            guard case .success(let node) = outcome else { return nil }
            loose.append(node)
        }
        guard try strayIndexes().isEmpty else { return nil }
        try noteRecordedLosses()
        try noteGonePacks()
        loose.sort { $0.position < $1.position }
        return StoredLog(packs: packs, loose: loose)
    }
}

extension StoredLog {
    /// The tasks that nodes are of, whatever became of them, in no order, some twice.
    package var taskIDs: [TaskID] {
        loose.compactMap(\.taskID) + packs.flatMap(\.index.taskIDs)
    }

    /// The nodes of some tasks, in replay order.
    ///
    /// - Returns: nil if they are not all that there is to know of them: one cannot be read or is
    ///   not connected, or follows a node of another task.
    /// - Complexity: O(n) for n nodes in packs, a glance at each; the frames that hold the task's nodes
    ///   are decompressed.
    package func nodes(of tasks: Set<TaskID>) -> [Node]? {
        var copies = loose.filter { $0.taskID.map(tasks.contains) == true }
        for pack in packs {
            guard let packed = pack.nodes(of: tasks) else { return nil }
            copies += packed
        }
        let checked = ParentValidation(copies.map { StoredCopy(node: $0) })
        return checked.refused.isEmpty ? checked.nodes : nil
    }

    /// For each of some stored nodes those beside it in the order of all ids.
    ///
    /// - Complexity: O(log n) for each, and O(l) for l loose nodes.
    package func neighbours(of ids: [NodeID]) -> [NodeID] {
        let sorted = loose.map(\.id).sorted()
        return ids.flatMap { id in
            let index = sorted.firstIndex(notBelow: id)
            return packs.flatMap { $0.index.neighbours(of: id) }
                + sorted[max(0, index - 1)..<min(sorted.count, index + 2)]
        }
    }
}

extension Pack {
    /// The nodes of some tasks; nil if one cannot be read.
    fileprivate func nodes(of tasks: Set<TaskID>) -> [Node]? {
        let isWanted = (0..<index.taskCount).map { tasks.contains(index.taskID(numbered: $0)) }
        guard isWanted.contains(true) else { return [] }
        let numbers = index.nodes { $0.map { isWanted[$0] } == true }
        // A share is worth a thread if it has some frames of its own: two that meet read one twice.
        let nodes = Parallel.map(count: numbers.count, smallestShare: 64) { range -> [Node?] in
            let validator = NodeValidator()
            var frames = FrameCursor(self)
            return numbers[range].map { number in
                guard case .success(let node)? = try? frames.node(number, validator) else {
                    return nil
                }
                return node
            }
        }
        return nodes.contains { $0 == nil } ? nil : nodes.compactMap(\.self)
    }
}
