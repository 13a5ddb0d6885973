import RedoJSON

/// A node of a task, and what it changes in the state that it follows.
package struct TaskStep: Sendable {
    /// The number of the node.
    package let node: Int
    /// The node that it follows: the first of its parents within the task; nil for the first node.
    package let base: Int?
    /// What differs between the states at the two nodes: new values, nil for a member that is gone.
    package let changes: [(member: StateMember, value: JSONValue?)]
    /// Whether the task is in the state at the node.
    package let isThere: Bool
}

extension TaskHistories {
    /// Whether the accepted nodes of a task follow one another, and none of them deletes it: then the changes of
    /// ``assignments(of:)`` up to a node are those at the node.
    package func isLinear(_ id: TaskID) -> Bool {
        let validation = replay.validation
        guard let task = validation.graph.taskNumber(of: id) else { return true }
        var last: Int?
        for number in numbers[task] {
            let nearest = validation.ancestry.nearest(to: number)
            guard nearest.count == (last == nil ? 0 : 1), nearest.first == last,
                replay.nodes[number].action != .delete
            else { return false }
            last = number
        }
        return true
    }

    /// What each accepted node of a task changes in the state that it follows, in replay order. A MERGE changes what the
    /// other sides have set.
    ///
    /// - Complexity: O(k m) for k nodes and m members, plus the folds of the regions between nodes where branches meet.
    package mutating func steps(of id: TaskID) -> [TaskStep] {
        let validation = replay.validation
        guard let task = validation.graph.taskNumber(of: id) else { return [] }
        // The states at tombstones that leave a part of what is before them.
        var left: [Int: TaskState] = [:]
        return numbers[task].map { number in
            let base = validation.ancestry.nearest(to: number).first
            let before = base.flatMap { left[$0] ?? merges.state(at: $0) }
            let isDelete = replay.nodes[number].action == .delete
            let after = isDelete ? self.task(id, among: [number]) : merges.state(at: number)
            if isDelete { left[number] = after }
            let isGone = isDelete && after == nil
            let members = (after?.memberNames ?? []) + (isGone ? [] : before?.memberNames ?? [])
            var seen: Set<StateMember> = []
            let changes = members.filter { seen.insert($0).inserted }.compactMap {
                member -> (member: StateMember, value: JSONValue?)? in
                let value = member.presentValue(in: after)
                return value == member.presentValue(in: before) ? nil : (member, value)
            }
            return TaskStep(node: number, base: base, changes: changes, isThere: after != nil)
        }
    }
}

extension TaskState {
    /// The members that nodes set, of the task and then of its to-dos.
    fileprivate var memberNames: [StateMember] {
        let own: [JSONString] =
            fields.members.map(\.name) + ["archived", "completedAt", "snoozedUntil"]
        let ofTodos: [JSONString] = ["guid", "title", "deadline", "notes", "completed"]
        return own.map { StateMember($0) }
            + todos.flatMap { todo in ofTodos.map { StateMember($0, of: todo.id) } }
    }
}
