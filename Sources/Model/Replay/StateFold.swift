import RedoSystem

extension State {
    /// The minimum number of nodes for a further thread: about a millisecond's work.
    private static let smallestShare = 1024
    /// The number of nodes in memory at a time.
    private static let batchCount = 8192

    /// Replays a log without keeping its nodes. Nodes are read in batches, whose frames are decompressed on all
    /// processors; then each processor reads and folds the nodes of its share of the tasks, so that the processor that
    /// allocates memory also frees it.
    ///
    /// - Parameters:
    ///   - tasks: the requested tasks; nil for all.
    ///   - shareCount: the number of threads that fold at the same time; nil for the number of processors.
    ///   - progress: is called with the number of folded nodes, and the number of all nodes.
    /// - Returns: nil if a node cannot be read.
    /// - Complexity: O(n) for n nodes, and the memory of the state; for tasks with an accepted DELETE or
    ///   MERGE of the payload dialect, also that of their nodes.
    package init?(
        _ validation: HistoryValidation, reading source: some NodeSource,
        of tasks: Set<TaskID>? = nil,
        shareCount: Int? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        let count = validation.graph.count
        let isWanted = validation.graph.taskIDs.map { tasks?.contains($0) ?? true }
        // Tasks with nodes that bury others, or that need earlier states, are folded with their nodes in memory.
        let looksBack = zip(validation.tasksThatLookBack, isWanted).map { $0 && $1 }
        let folded = FoldedTasks(
            validation: validation, isFolded: zip(looksBack, isWanted).map { !$0 && $1 })
        let shareCount = shareCount ?? (count < Self.smallestShare ? 1 : Parallel.processorCount)
        let shares = (0..<shareCount).map { TaskShare($0, of: shareCount) }
        for start in stride(from: 0, to: count, by: Self.batchCount) {
            let numbers = start..<min(start + Self.batchCount, count)
            guard
                let batch = source.batch(numbers, where: { folded.task(of: $0) != nil })
            else { return nil }
            let areRead = Parallel.map(count: shareCount, smallestShare: 1) { range in
                range.map { shares[$0].fold(batch, folded) }
            }
            if areRead.contains(false) { return nil }
            progress(numbers.upperBound, count)
        }
        var states: [TaskState] = []
        states.reserveCapacity(validation.graph.taskIDs.count)
        for share in shares { states += share.tasks }
        if looksBack.contains(true) {
            guard let others = validation.foldTasks(source, where: { looksBack[$0] }) else {
                return nil
            }
            states += others
        }
        self.init(tasks: states.sorted { $0.id < $1.id })
    }
}

/// The tasks whose nodes are folded as they are read.
private struct FoldedTasks: Sendable {
    let validation: HistoryValidation
    /// By the graph's number of the task.
    let isFolded: [Bool]

    /// The task for which a node counts; nil for any other node.
    func task(of number: Int) -> Int? {
        guard validation.verdicts[number] == .accepted,
            let task = validation.graph.task(of: number), isFolded[task]
        else { return nil }
        return task
    }
}

/// Some of the tasks of a log, folded as far as the log has been read.
///
/// Unchecked: a share is used by one thread at a time. `Parallel.map` gives each to one worker, and
/// has joined them all when it returns.
private final class TaskShare: @unchecked Sendable {
    private let number: Int
    private let count: Int
    private let validator = NodeValidator()
    private var states: [TaskState?] = []

    /// - Parameter number: the index of the share among `count` shares.
    init(_ number: Int, of count: Int) {
        self.number = number
        self.count = count
    }

    var tasks: [TaskState] { states.compactMap { $0 } }

    /// Folds the nodes of the share's tasks.
    ///
    /// - Returns: false if a node cannot be read.
    func fold(_ batch: some NodeBatch, _ folded: FoldedTasks) -> Bool {
        func index(_ node: Int) -> Int? {
            guard let task = folded.task(of: node), task % count == number else { return nil }
            return task / count
        }
        return batch.forEachChange(where: { index($0) != nil }, validator) { node, change in
            guard let index = index(node) else { return }
            while states.count <= index { states.append(nil) }
            TaskFamily.apply(change, to: &states[index])
        }
    }
}

extension HistoryValidation {
    /// Whether each task has an accepted DELETE, or an accepted MERGE of the payload dialect.
    fileprivate var tasksThatLookBack: [Bool] {
        var looksBack = Array(repeating: false, count: graph.taskIDs.count)
        for (number, role) in facts.roles.enumerated()
        where (role == .delete || role == .decidesMerge) && verdicts[number] == .accepted {
            if let task = graph.task(of: number) { looksBack[task] = true }
        }
        return looksBack
    }

    /// Folds some tasks with their nodes in memory; nil if a node cannot be read.
    fileprivate func foldTasks(
        _ source: some NodeSource, where isWanted: (Int) -> Bool
    ) -> [TaskState]? {
        // An ignored node can be a parent of a MERGE.
        let graph = facts.unfilteredGraph ?? graph
        let isIncluded = (0..<graph.count).map { graph.task(of: $0).map(isWanted) == true }
        guard let nodes = source.nodes(where: { isIncluded[$0] }) else { return nil }
        // Deletion and merges use nodes of one task only (protocol, sections 7 and 8).
        let loaded = LoadedNodes(nodes)
        var merges = MergeResults(nodes: loaded, validation: self)
        var tasks: [TaskState] = []
        // The outcome of a task's nodes depends on no other task.
        for numbers in survivors(loaded, among: isIncluded) {
            if let state = merges.fold(numbers) { tasks.append(state) }
        }
        return tasks
    }
}
