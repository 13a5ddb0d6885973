import RedoJSON

/// The differences between two states of the tasks, each given by a set of nodes of one log.
package struct StateDifference: Sendable {
    /// The tasks that differ, or that further nodes of one state are about, by id.
    package private(set) var tasks: [TaskDifference] = []
    /// The nodes of one state alone that belong to no task, in replay order.
    package private(set) var otherNodes: [SidedNode] = []
    /// The number of nodes that only the first state has.
    package private(set) var removedCount = 0
    /// The number of nodes that only the second state has.
    package private(set) var addedCount = 0

    /// A node that one of the states has.
    package struct SidedNode: Sendable {
        package let number: Int
        /// Whether the second state has it, not the first.
        package let isAdded: Bool
    }

    /// - Parameters:
    ///   - before: whether the first state has each node of the log; with each node all of its ancestors.
    ///   - after: the same for the second state.
    ///   - scope: the tasks that are compared; nil for all, with what belongs to no task.
    /// - Complexity: O(n + k log k) for n nodes, of which k belong to tasks that have a node of one state alone.
    package init(
        _ replay: Replay, from before: [Bool], to after: [Bool], of scope: Set<TaskID>? = nil
    ) {
        let graph = replay.validation.graph
        var sided: [Int: [SidedNode]] = [:]
        for number in before.indices where before[number] != after[number] {
            let task = graph.task(of: number)
            if let scope, task.map({ scope.contains(graph.taskIDs[$0]) }) != true { continue }
            let node = SidedNode(number: number, isAdded: after[number])
            if node.isAdded { addedCount += 1 } else { removedCount += 1 }
            if let task {
                sided[task, default: []].append(node)
            } else {
                otherNodes.append(node)
            }
        }
        var histories = TaskHistories(replay)
        let found = sided.map { (id: graph.taskIDs[$0], nodes: $1) }.sorted { $0.id < $1.id }
        for (id, nodes) in found {
            let first = histories.changes(of: id, where: before)
            let second = histories.changes(of: id, where: after)
            let difference = TaskDifference(id, from: first, to: second, nodes, replay.nodes)
            if let difference { tasks.append(difference) }
        }
    }

    /// Whether the two states are the same, and no further nodes are in one of them.
    package var isEmpty: Bool { tasks.isEmpty && otherNodes.isEmpty }
}

/// The differences of a task between two states.
package struct TaskDifference: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case added, removed, changed
        /// No member differs; there are further nodes, such as comments.
        case noted
    }

    package let id: TaskID
    package let kind: Kind
    /// The title in the second state, else in the first.
    package let title: JSONString
    /// The node of one state alone that added or removed the task; nil if there is none.
    package let node: Int?
    /// The members that differ, those of the task before those of its to-dos, each in the order of its last change.
    package let members: [MemberDifference]
    /// The nodes of one state alone that set no members of tasks, such as comments, in replay order.
    package let furtherNodes: [StateDifference.SidedNode]

    /// - Parameters:
    ///   - sided: the nodes of the task that one of the states has.
    ///   - nodes: those of the log.
    /// - Returns: nil if nothing differs.
    fileprivate init?(
        _ id: TaskID, from first: (state: TaskState?, assignments: [Assignment]),
        to second: (state: TaskState?, assignments: [Assignment]),
        _ sided: [StateDifference.SidedNode], _ nodes: [Node]
    ) {
        guard let task = second.state ?? first.state else { return nil }
        let oneSided = Set(sided.map(\.number))
        self.id = id
        title = task.title
        members = MemberDifference.all(from: first, to: second, oneSided)
        furtherNodes = sided.filter { !nodes[$0.number].action.isKnown }
        switch (first.state, second.state) {
        case (nil, _):
            kind = .added
            node = sided.first { $0.isAdded && nodes[$0.number].action == .create }?.number
        case (_, nil):
            kind = .removed
            node = sided.last { $0.isAdded && nodes[$0.number].action == .delete }?.number
        default:
            kind = members.isEmpty ? .noted : .changed
            node = nil
            if members.isEmpty, furtherNodes.isEmpty { return nil }
        }
    }
}

/// A member of a task's state that has another value in the second of two states.
package struct MemberDifference: Sendable {
    package let member: StateMember
    /// The value in the first state; nil if it has none.
    package let before: JSONValue?
    /// The value in the second state; nil if it has none.
    package let after: JSONValue?
    /// The node of one state alone that set the value there, of the second state if it has one; nil if another reason
    /// changed the value.
    package let node: Int?

    /// - Parameter oneSided: the nodes that only one of the states has.
    fileprivate static func all(
        from first: (state: TaskState?, assignments: [Assignment]),
        to second: (state: TaskState?, assignments: [Assignment]), _ oneSided: Set<Int>
    ) -> [MemberDifference] {
        let setBefore = setters(first.assignments)
        let setAfter = setters(second.assignments)
        let order = setAfter.order + setBefore.order.filter { setAfter.nodes[$0] == nil }
        let members = order.filter { $0.todo == nil } + order.filter { $0.todo != nil }
        return members.compactMap { member in
            let before = member.presentValue(in: first.state)
            let after = member.presentValue(in: second.state)
            guard before != after else { return nil }
            let setters = [setAfter.nodes[member], setBefore.nodes[member]].compactMap(\.self)
            return MemberDifference(
                member: member, before: before, after: after,
                node: setters.first(where: oneSided.contains))
        }
    }

    /// The node that set each member last, and the members in the order of these.
    private static func setters(
        _ assignments: [Assignment]
    ) -> (nodes: [StateMember: Int], order: [StateMember]) {
        var nodes: [StateMember: Int] = [:]
        var order: [StateMember] = []
        for assignment in assignments.reversed() where nodes[assignment.member] == nil {
            nodes[assignment.member] = assignment.node
            order.append(assignment.member)
        }
        return (nodes, order.reversed())
    }
}

extension StateMember {
    /// The value in a state of the task; nil also for one that a member has which nothing has set: null, or the empty
    /// notes of a to-do.
    func presentValue(in state: TaskState?) -> JSONValue? {
        let value = state?.value(of: self)
        if value == .null, isNullAtFirst { return nil }
        return todo != nil && name == "notes" && value == "" ? nil : value
    }
}
