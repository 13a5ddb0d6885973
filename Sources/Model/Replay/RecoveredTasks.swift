import RedoSystem

/// Tasks as they would be if nodes counted that are cut off from the log, because nodes that they follow are lost.
///
/// The state before the loss is that of an older state of the task, if there is one, and later nodes are applied to it.
/// Otherwise only the nodes themselves are used.
package struct RecoveredTasks: Sendable {
    /// The tasks that cut-off or lost nodes changed, sorted by id.
    package private(set) var tasks: [TaskState] = []
    /// The tasks that a cut-off node deleted permanently.
    package private(set) var deleted: [TaskID] = []

    /// - Parameters:
    ///   - replay: the replay of the log's nodes together with the cut-off ones.
    ///   - cutOff: the nodes that are cut off.
    ///   - now: the present tasks of the log.
    ///   - older: the tasks before nodes were lost; nil if they are unknown.
    /// - Complexity: O(n) for n nodes, plus the replay of the affected tasks.
    package init(_ replay: Replay, cutOff: Set<NodeID>, now: State, older: State?) {
        var numbers: [TaskID: [Int]] = [:]
        var concerned: Set<TaskID> = []
        for (number, node) in replay.nodes.enumerated() {
            guard let task = node.taskID else { continue }
            if cutOff.contains(node.id) { concerned.insert(task) }
            if replay.validation.verdicts[number] == .accepted {
                numbers[task, default: []].append(number)
            }
        }
        for task in older?.tasks ?? []
        where now[task.id].map({ $0.lastUpdated < task.lastUpdated }) ?? true {
            concerned.insert(task.id)
        }
        var merges = MergeResults(nodes: replay.nodes, validation: replay.validation)
        for task in concerned.sorted() {
            let own = numbers[task] ?? []
            let deletes = own.filter { replay.nodes[$0].action == .delete }
            if !deletes.isEmpty, replay.task(task) == nil {
                // A DELETE that is not cut off already counts in the log.
                if deletes.contains(where: { cutOff.contains(replay.nodes[$0].id) }) {
                    deleted.append(task)
                }
                continue
            }
            let state = Self.state(of: own, replay, after: older?[task], &merges)
            if let state { tasks.append(state) }
        }
    }

    /// The state after some nodes.
    ///
    /// - Parameter older: the state to start from; nil for none.
    private static func state(
        of numbers: [Int], _ replay: Replay, after older: TaskState?,
        _ merges: inout MergeResults<[Node]>
    ) -> TaskState? {
        if older == nil, let first = numbers.first.map({ replay.nodes[$0] }),
            let task = first.taskID, let whole = replay.task(task)
        {
            return whole
        }
        var state = older
        for number in numbers {
            let node = replay.nodes[number]
            if let older, node.timestamp.wall <= older.lastUpdated { continue }
            if state == nil, node.action != .create { state = TaskState(withoutCreateBefore: node) }
            TaskFamily.apply(Change(node, merged: merges.result(of: number)), to: &state)
        }
        return state
    }
}

extension TaskState {
    /// Creates the state of a task whose CREATE is lost, before its first remaining node; nil if the node does not
    /// belong to a task.
    fileprivate init?(withoutCreateBefore node: Node) {
        guard let task = node.taskID else { return nil }
        self.init(
            id: task, owner: node.author.userID, created: node.timestamp.wall,
            lastUpdated: node.timestamp.wall, fields: TaskFieldTable())
    }
}
