import RedoJSON
import RedoModel
import RedoSystem

extension TaskWriter {
    /// Completes to-dos without counting them, because another one replaces them or their completion is reverted.
    ///
    /// Otherwise an open to-do that was replaced would become current again as soon as its replacement is completed.
    /// The nodes are in the fields dialect, since the payload dialect cannot express that a completion does not
    /// count.
    ///
    /// - Parameter time: the time of the completions of open to-dos; nil for now.
    package mutating func settle(
        _ todos: [TodoState], of task: TaskID, at time: Instant? = nil
    ) throws(RedoError) {
        for todo in todos {
            _ = try make(
                .completeTodo, task,
                [
                    JSONMember("todoTaskId", .string(JSONString(todo.id.description))),
                    JSONMember(
                        "completed", .string(todo.completed ?? JSONString((time ?? now).wallText))),
                    JSONMember("superseded", .bool(true)),
                ], after: try joinedEnds(of: task), dialect: .fields)
        }
    }
}
