import RedoLog
import RedoSystem

extension State {
    /// Replays a log without keeping its nodes: each processor folds a share of the tasks.
    ///
    /// - Returns: nil where a node cannot be read.
    /// - Complexity: O(n) for n nodes, and the memory of the state; for tasks with an accepted DELETE or
    ///   MERGE of the payload dialect, also that of their nodes.
    package init?(_ judgement: Judgement, reading source: some ChangeSource) {
        let isWorthThreads = judgement.graph.count >= Self.smallestShare
        self.init(
            judgement, reading: source,
            shareCount: isWorthThreads ? Parallel.processorCount : 1)
    }

    /// A millisecond's work or so; with fewer nodes one thread is faster than starting another.
    private static let smallestShare = 1024

    /// - Parameter shareCount: how many threads fold at the same time.
    init?(_ judgement: Judgement, reading source: some ChangeSource, shareCount: Int) {
        // What buries nodes, or looks back at earlier states, needs the nodes at hand.
        let looksBack = judgement.tasksThatLookBack
        let graph = judgement.graph
        let shares = Parallel.map(count: shareCount, smallestShare: 1) { shares in
            shares.map { share in
                judgement.fold(source) {
                    guard let task = graph.task(of: $0) else { return nil }
                    return task % shareCount == share && !looksBack[task] ? task / shareCount : nil
                }
            }
        }
        var tasks: [TaskState] = []
        tasks.reserveCapacity(graph.taskIDs.count)
        for share in shares {
            guard let share else { return nil }
            tasks += share
        }
        if looksBack.contains(true) {
            guard let others = judgement.foldTasks(source, where: { looksBack[$0] }) else {
                return nil
            }
            tasks += others
        }
        self.init(tasks: tasks.sorted { $0.id < $1.id })
    }
}

extension Judgement {
    /// Which tasks have an accepted DELETE, or an accepted MERGE of the payload dialect.
    fileprivate var tasksThatLookBack: [Bool] {
        var looksBack = Array(repeating: false, count: graph.taskIDs.count)
        for (number, role) in facts.roles.enumerated()
        where (role == .delete || role == .decidesMerge) && verdicts[number] == .accepted {
            if let task = graph.task(of: number) { looksBack[task] = true }
        }
        return looksBack
    }

    /// Folds tasks in which every accepted node counts.
    ///
    /// - Parameter place: a small number for a node's task; nil for a task that is left out.
    /// - Returns: nil where a node cannot be read.
    fileprivate func fold(
        _ source: some ChangeSource, _ place: (Int) -> Int?
    ) -> [TaskState]? {
        var reducers: [TaskReducer] = []
        let isWhole = source.forEachChange(
            where: { verdicts[$0] == .accepted && place($0) != nil },
            { number, change in
                guard let place = place(number) else { return }
                while reducers.count <= place { reducers.append(TaskReducer()) }
                reducers[place].apply(change, merged: nil)
            })
        return isWhole ? reducers.compactMap(\.state) : nil
    }

    /// Folds some tasks with their nodes in memory; nil where a node cannot be read.
    fileprivate func foldTasks(
        _ source: some ChangeSource, where isWanted: (Int) -> Bool
    ) -> [TaskState]? {
        guard
            let nodes = source.nodes(where: { graph.task(of: $0).map(isWanted) == true })
        else { return nil }
        let loaded = LoadedNodes(nodes)
        var merges = MergeResults(nodes: loaded, judgement: self)
        var tasks: [TaskState] = []
        for (task, numbers) in survivors(loaded).enumerated() where isWanted(task) {
            if let state = merges.fold(numbers) { tasks.append(state) }
        }
        return tasks
    }
}

/// The nodes of some tasks.
private struct LoadedNodes: NodeLookup {
    private let nodes: [Int: Node]

    init(_ nodes: [Int: Node]) { self.nodes = nodes }

    subscript(number: Int) -> Node {
        // Deletion and merges look at nodes of one task only (protocol, sections 7 and 8).
        guard let node = nodes[number] else { preconditionFailure("node \(number) is not loaded") }
        return node
    }
}
