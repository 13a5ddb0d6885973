/// The actions of protocol section 3, which make tasks (section 6).
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
