import RedoLog
import RedoSystem

extension State {
    /// A millisecond's work or so; with fewer nodes one thread is faster than starting another.
    private static let smallestShare = 1024
    /// How many nodes are folded between two reports of progress.
    private static let chunkCount = 65_536

    /// Replays a log without keeping its nodes: each processor folds a share of the tasks.
    ///
    /// - Parameters:
    ///   - shareCount: how many threads fold at the same time; nil for as many as there are processors.
    ///   - progress: is told how many nodes are folded, and how many there are.
    /// - Returns: nil where a node cannot be read.
    /// - Complexity: O(n) for n nodes, and the memory of the state; for tasks with an accepted DELETE or
    ///   MERGE of the payload dialect, also that of their nodes.
    package init?(
        _ judgement: Judgement, reading source: some ChangeSource, shareCount: Int? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        let count = judgement.graph.count
        // What buries nodes, or looks back at earlier states, needs the nodes at hand.
        let looksBack = judgement.tasksThatLookBack
        let shareCount = shareCount ?? (count < Self.smallestShare ? 1 : Parallel.processorCount)
        let shares = (0..<shareCount).map { TaskShare($0, of: shareCount) }
        for start in stride(from: 0, to: count, by: Self.chunkCount) {
            let numbers = start..<min(start + Self.chunkCount, count)
            let areRead = Parallel.map(count: shareCount, smallestShare: 1) { range in
                range.map { shares[$0].fold(numbers, of: source, judgement, except: looksBack) }
            }
            guard areRead.allSatisfy({ $0 }) else { return nil }
            progress(numbers.upperBound, count)
        }
        var tasks: [TaskState] = []
        tasks.reserveCapacity(judgement.graph.taskIDs.count)
        for share in shares { tasks += share.tasks }
        if looksBack.contains(true) {
            guard let others = judgement.foldTasks(source, where: { looksBack[$0] }) else {
                return nil
            }
            tasks += others
        }
        self.init(tasks: tasks.sorted { $0.id < $1.id })
    }
}

/// Some of the tasks of a log, folded as far as the log has been read.
///
/// Unchecked: a share is used by one thread at a time. `Parallel.map` gives each to one worker, and
/// has joined them all when it returns.
private final class TaskShare: @unchecked Sendable {
    private let number: Int
    private let count: Int
    private var reducers: [TaskReducer] = []

    /// - Parameter number: which of that many shares.
    init(_ number: Int, of count: Int) {
        self.number = number
        self.count = count
    }

    var tasks: [TaskState] { reducers.compactMap(\.state) }

    /// Folds nodes of tasks in which every accepted node counts.
    ///
    /// - Parameter isLeftOut: by the graph's number of the task.
    /// - Returns: false where a node cannot be read.
    func fold(
        _ numbers: Range<Int>, of source: some ChangeSource, _ judgement: Judgement,
        except isLeftOut: [Bool]
    ) -> Bool {
        let graph = judgement.graph
        func isMine(_ number: Int) -> Bool {
            guard judgement.verdicts[number] == .accepted, let task = graph.task(of: number) else {
                return false
            }
            return task % count == self.number && !isLeftOut[task]
        }
        return source.forEachChange(in: numbers, where: isMine) { number, change in
            guard let task = graph.task(of: number) else { return }
            let place = task / count
            while reducers.count <= place { reducers.append(TaskReducer()) }
            reducers[place].apply(change, merged: nil)
        }
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
