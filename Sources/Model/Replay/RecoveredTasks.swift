import RedoSystem

/// Tasks as they would be if nodes counted that are cut off from the log, since what they follow is lost.
///
/// What a task was before the loss is taken from an older state of it if there is one, and later nodes are applied to
/// that. Otherwise the nodes themselves say what they can.
package struct RecoveredTasks: Sendable {
    /// The tasks that cut-off or lost nodes changed, sorted by id.
    package private(set) var tasks: [TaskState] = []
    /// The tasks that a cut-off node deleted for good.
    package private(set) var deleted: [TaskID] = []

    /// - Parameters:
    ///   - replay: of the log's nodes and the cut-off ones together.
    ///   - cutOff: the nodes that are cut off.
    ///   - now: the tasks as the log leaves them.
    ///   - older: the tasks as they were before nodes were lost; nil if that is not known.
    /// - Complexity: O(n) for n nodes, and the replay of the tasks that are concerned.
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
                // One that is not cut off says so by itself.
                if deletes.contains(where: { cutOff.contains(replay.nodes[$0].id) }) {
                    deleted.append(task)
                }
                continue
            }
            let state = Self.state(of: own, replay, after: older?[task], &merges)
            if let state { tasks.append(state) }
        }
    }

    /// The state that nodes lead to.
    ///
    /// - Parameter older: the state to begin with; nil for none.
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
    /// A task whose CREATE is lost, before a node of it; nil for a node that is not of a task.
    fileprivate init?(withoutCreateBefore node: Node) {
        guard let task = node.taskID else { return nil }
        self.init(
            id: task, owner: node.author.userID, created: node.timestamp.wall,
            lastUpdated: node.timestamp.wall, fields: TaskFieldTable())
    }
}
