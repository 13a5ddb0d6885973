import RedoJSON

/// A change of a member of a task's state. The member `guid` of a to-do is set by the node that created the to-do.
package struct Assignment: Sendable {
    package let member: StateMember
    /// The number of the node that made the change.
    package let node: Int
    /// The new value; nil if an extra field was removed.
    package let value: JSONValue?
    /// The earlier value; nil if there was none.
    package let overwritten: JSONValue?
}

extension Replay {
    /// The changes of a task's members, in replay order: each with the value that it replaced.
    ///
    /// A node that writes the present value of a member changes nothing, so it is not included. The changes are
    /// computed for one task on request: a replay keeps none.
    ///
    /// - Parameter end: the node at which the replay ends; nil for the whole log.
    /// - Returns: empty for a task that is not in the state.
    /// - Complexity: O(n) for a log of n nodes.
    package func assignments(of task: TaskID, at end: Int? = nil) -> [Assignment] {
        guard let taskNumber = validation.graph.taskNumber(of: task) else { return [] }
        let included = end.map { validation.graph.closure(of: [$0]) }
        var merges = MergeResults(nodes: nodes, validation: validation)
        return merges.assignments(by: validation.survivors(nodes, among: included)[taskNumber])
    }
}

extension MergeResults {
    /// The changes by some nodes of one task.
    ///
    /// - Parameter numbers: those of its nodes that count, in replay order.
    /// - Returns: empty for a task that is not in the state.
    mutating func assignments(by numbers: [Int]) -> [Assignment] {
        var state: TaskState?
        var assignments: [Assignment] = []
        for number in numbers where validation.verdicts[number] == .accepted {
            let change = Change(nodes[number], merged: result(of: number))
            let members = change.action.definition?.members(change) ?? []
            let before = members.map { state?.value(of: $0) }
            TaskFamily.apply(change, to: &state)
            for (member, overwritten) in zip(members, before) {
                let value = state?.value(of: member)
                let wasSet = overwritten != nil && !(overwritten == .null && member.isNullAtFirst)
                let isUnset = overwritten == nil && value == .null && member.isNullAtFirst
                guard value != overwritten, !isUnset else { continue }
                assignments.append(
                    Assignment(
                        member: member, node: number, value: value,
                        overwritten: wasSet ? overwritten : nil))
            }
        }
        return state == nil ? [] : assignments
    }
}
