import RedoModel
import RedoSystem

/// The log of a store at one moment: its packs, open, and its loose nodes, read.
///
/// What indexes have is read from their columns, so most questions need few frames or none. There is a second form
/// without packs: all nodes that pass stages 1 and 2 are in memory.
package struct StoredLog: Sendable {
    let packs: [Pack]
    /// In replay order.
    let loose: [Node]
    /// Whether all nodes were read and checked, so that reading them again finds no damage.
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

    /// The number of copies of nodes; a node that is stored twice counts twice.
    package var copyCount: Int { packs.reduce(loose.count) { $0 + $1.nodeCount } }

    /// The number of copies of nodes in packs; a node that is stored twice counts twice.
    package var packedCount: Int { copyCount - loose.count }

    /// The log without its loose nodes.
    package var packed: StoredLog { StoredLog(packs: packs, loose: []) }

    /// The number of copies of nodes that have no signature. O(n).
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

    /// Frees the memory of the indexes, which are loaded again when they are read.
    package func forgetIndexes() { for pack in packs { pack.index.forget() } }

    /// The tasks of loose nodes.
    package var looseTasks: Set<TaskID> { looseTasks { _ in true } }

    /// The tasks of some loose nodes.
    package func looseTasks(where isWanted: (Node) -> Bool) -> Set<TaskID> {
        Set(loose.lazy.filter(isWanted).compactMap(\.taskID))
    }
}

extension Store {
    /// Opens the log.
    ///
    /// - Parameter scope: the tasks that the answer will be about, unless more are requested.
    /// - Returns: nil if a loose node cannot be read or a pack is missing; the caller reports it.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    /// - Complexity: O(n) for n loose nodes, and the size of the indexes, which are compared with
    ///   their checksums.
    package func storedLog(about scope: TaskScope = .all) throws(RedoError) -> StoredLog? {
        try storedLog(using: Pack.facts, about: scope)
    }

    /// The log without loose nodes, with only the action names of its indexes open.
    ///
    /// - Returns: nil if there are loose nodes or a pack is missing.
    /// - Throws: as ``storedLog()``.
    package func packsAlone() throws(RedoError) -> StoredLog? {
        // The caller then opens the whole log, which lists all loose nodes. A directory that cannot be listed is
        // reported below.
        if (try? objects.hasNodes()) == true { return nil }
        guard let log = try storedLog(using: [.actionNames]), log.loose.isEmpty else { return nil }
        return log
    }

    /// Opens the log with only the given chunks of each index; nil if a loose node is unreadable or a pack is missing.
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
    /// The tasks of the nodes, valid or not, in no order, some twice.
    package var taskIDs: [TaskID] {
        loose.compactMap(\.taskID) + packs.flatMap(\.index.taskIDs)
    }

    /// The nodes of some tasks, in replay order.
    ///
    /// - Returns: nil if these are not all nodes of the tasks: one cannot be read, is not connected, or follows a
    ///   node of another task.
    /// - Complexity: O(n) for n nodes in packs, whose columns are read; the frames with the tasks' nodes are
    ///   decompressed.
    package func nodes(of tasks: Set<TaskID>) -> [Node]? {
        var copies = loose.filter { $0.taskID.map(tasks.contains) == true }
        for pack in packs {
            guard let packed = pack.nodes(of: tasks) else { return nil }
            copies += packed
        }
        let checked = ParentValidation(copies.map { StoredCopy(node: $0) })
        return checked.refused.isEmpty ? checked.nodes : nil
    }

    /// For each of some stored nodes, its neighbours in the order of all ids.
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
        // A share is worth a thread only if it has some frames of its own: two threads in the same frame both
        // decompress it.
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
