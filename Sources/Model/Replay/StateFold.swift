import RedoSystem

extension State {
    /// A millisecond's work or so; with fewer nodes one thread is faster than starting another.
    private static let smallestShare = 1024
    /// How many nodes are at hand at a time.
    private static let stretchCount = 8192

    /// Replays a log without keeping its nodes: some are had at hand at a time, their frames decompressed
    /// on all processors; then each processor reads and folds the nodes of a share of the tasks, so that
    /// what one makes of a node no other gives back.
    ///
    /// - Parameters:
    ///   - tasks: those that are wanted; nil for all.
    ///   - shareCount: how many threads fold at the same time; nil for as many as there are processors.
    ///   - progress: is told how many nodes are folded, and how many there are.
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
        // What buries nodes, or looks back at earlier states, needs the nodes at hand.
        let looksBack = zip(validation.tasksThatLookBack, isWanted).map { $0 && $1 }
        let folded = FoldedTasks(
            validation: validation, isFolded: zip(looksBack, isWanted).map { !$0 && $1 })
        let shareCount = shareCount ?? (count < Self.smallestShare ? 1 : Parallel.processorCount)
        let shares = (0..<shareCount).map { TaskShare($0, of: shareCount) }
        for start in stride(from: 0, to: count, by: Self.stretchCount) {
            let numbers = start..<min(start + Self.stretchCount, count)
            guard
                let stretch = source.stretch(numbers, where: { folded.task(of: $0) != nil })
            else { return nil }
            let areRead = Parallel.map(count: shareCount, smallestShare: 1) { range in
                range.map { shares[$0].fold(stretch, folded) }
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

/// Which nodes are folded as they come.
private struct FoldedTasks: Sendable {
    let validation: HistoryValidation
    /// By the graph's number of the task.
    let isFolded: [Bool]

    /// The task of a node that counts for it; nil for any other node.
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

    /// - Parameter number: which of that many shares.
    init(_ number: Int, of count: Int) {
        self.number = number
        self.count = count
    }

    var tasks: [TaskState] { states.compactMap { $0 } }

    /// Folds what nodes do, those of the share's tasks.
    ///
    /// - Returns: false if one cannot be read.
    func fold(_ stretch: some NodeBatch, _ folded: FoldedTasks) -> Bool {
        func index(_ node: Int) -> Int? {
            guard let task = folded.task(of: node), task % count == number else { return nil }
            return task / count
        }
        return stretch.forEachChange(where: { index($0) != nil }, validator) { node, change in
            guard let index = index(node) else { return }
            while states.count <= index { states.append(nil) }
            TaskFamily.apply(change, to: &states[index])
        }
    }
}

extension HistoryValidation {
    /// Which tasks have an accepted DELETE, or an accepted MERGE of the payload dialect.
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
        // Deletion and merges look at nodes of one task only (protocol, sections 7 and 8).
        let loaded = LoadedNodes(nodes)
        var merges = MergeResults(nodes: loaded, validation: self)
        var tasks: [TaskState] = []
        // What becomes of a task's nodes depends on no other task's.
        for numbers in survivors(loaded, among: isIncluded) {
            if let state = merges.fold(numbers) { tasks.append(state) }
        }
        return tasks
    }
}
