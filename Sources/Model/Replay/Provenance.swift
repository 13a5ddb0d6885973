import RedoJSON

/// A change of a member of a task's state. The member `guid` of a to-do is set by the node that made
/// the to-do.
package struct Assignment: Sendable {
    package let member: StateMember
    /// The number of the node that made it.
    package let node: Int
    /// Nil where an extra field was removed.
    package let value: JSONValue?
    /// What the member had before; nil where it had nothing.
    package let overwritten: JSONValue?
}

extension Replay {
    /// What set the members of a task, in replay order: each change of a value with what it
    /// overwrote.
    ///
    /// A node that writes the value that a member has already changes nothing, so it is not here.
    /// Provenance is worked out for one task when asked for: a replay keeps none.
    ///
    /// - Parameter end: the node that the replay ends with; nil for the whole log.
    /// - Returns: empty for a task that is not in the state.
    /// - Complexity: O(n) for a log of n nodes.
    package func assignments(of task: TaskID, at end: Int? = nil) -> [Assignment] {
        guard let taskNumber = validation.graph.taskNumber(of: task) else { return [] }
        let included = end.map { validation.graph.closure(of: [$0]) }
        var merges = MergeResults(nodes: nodes, validation: validation)
        var reducer = TaskReducer()
        var assignments: [Assignment] = []
        for number in validation.survivors(nodes, among: included)[taskNumber]
        where validation.verdicts[number] == .accepted {
            let merged = merges.result(of: number)
            let members = nodes[number].payload.membersSet(merged)
            let before = members.map { reducer.state?.value(of: $0) }
            reducer.apply(Change(nodes[number]), merged: merged)
            for (member, overwritten) in zip(members, before) {
                let value = reducer.state?.value(of: member)
                let wasSet = overwritten != nil && !(overwritten == .null && member.isNullAtFirst)
                let isUnset = overwritten == nil && value == .null && member.isNullAtFirst
                guard value != overwritten, !isUnset else { continue }
                assignments.append(
                    Assignment(
                        member: member, node: number, value: value,
                        overwritten: wasSet ? overwritten : nil))
            }
        }
        return reducer.state == nil ? [] : assignments
    }
}

extension Payload {
    /// The members that a node can set, whether or not it changes them.
    ///
    /// - Parameter merged: what a MERGE of the payload dialect sets.
    fileprivate func membersSet(_ merged: MergedFields?) -> [StateMember] {
        switch self {
        case .create(let fields):
            // A member that it does not name has its first value, which nobody set.
            return fields.members.map(\.name)
                .filter { name in !TaskFieldTable.computed.contains { name == $0 } }
                .map { StateMember($0) }
        case .update(let fields): return fields.members.map { StateMember($0.name) }
        case .createTodo(let todo):
            let named: [(JSONString, JSONString?)] = [
                ("deadline", todo.deadline), ("notes", todo.notes), ("title", todo.title),
            ]
            let given = named.compactMap { name, value in
                value.map { _ in StateMember(name, of: todo.id) }
            }
            // The to-do itself: a second one with its id changes nothing.
            return [StateMember("guid", of: todo.id)] + given
        case .completeTodo(let completion):
            return ["completed", "notes"].map { StateMember($0, of: completion.todo) }
        case .complete: return [StateMember("completedAt")]
        case .snooze(.extend(let todo, _)), .snooze(.move(let todo, _)):
            return [StateMember("deadline", of: todo)]
        case .snooze(.task): return [StateMember("snoozedUntil")]
        case .archive, .unarchive: return [StateMember("archived")]
        case .merge(.values(let fields)): return fields.members.map { StateMember($0.name) }
        case .merge(.decision):
            let task = (merged?.task ?? []).map { StateMember($0.name) }
            return task + (merged?.todos ?? []).map { StateMember($0.name, of: $0.todo) }
        case .delete, .unknown: return []
        }
    }
}
