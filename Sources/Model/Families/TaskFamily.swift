/// The family of the actions of protocol section 3, whose nodes lead to tasks (section 6).
package enum TaskFamily: Family {
    /// Applies a change that stage 3 accepts.
    package static func apply(_ change: Change, to state: inout TaskState?) {
        guard change.action.isKnown else { return }
        TaskActions.definitions[Int(change.action.code)].apply(change, &state)
        state?.lastUpdated = change.timestamp.wall
    }

    /// Appends the canonical JSON of a task.
    package static func append(_ state: TaskState, to output: inout [UInt8]) {
        state.append(to: &output)
    }
}
