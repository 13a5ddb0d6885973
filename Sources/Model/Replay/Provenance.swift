import RedoJSON

/// A change of a member of a task's state. The member `guid` of a to-do is set by the node that made
/// the to-do.
package struct Assignment: Sendable {
    package let member: StateMember
    /// The number of the node that made it.
    package let node: Int
    /// Nil if an extra field was removed.
    package let value: JSONValue?
    /// What the member had before; nil if it had nothing.
    package let overwritten: JSONValue?
}

extension Replay {
    /// What set the members of a task, in replay order: each change of a value with what it
    /// overwrote.
    ///
    /// A node that writes the value that a member has already changes nothing, so it is not here.
    /// Provenance is computed for one task when asked for: a replay keeps none.
    ///
    /// - Parameter end: the node that the replay ends with; nil for the whole log.
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
    /// What some nodes of one task assign.
    ///
    /// - Parameter numbers: those that count, in replay order.
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
