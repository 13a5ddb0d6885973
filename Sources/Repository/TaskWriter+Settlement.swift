import RedoJSON
import RedoModel
import RedoSystem

extension TaskWriter {
    /// Completes to-dos without counting them: another one takes their place, or their completion is
    /// taken back.
    ///
    /// Otherwise an open to-do that was replaced would become the current one again as soon as the one in
    /// its place is completed. The nodes are in the fields dialect, since the payload dialect cannot say
    /// that a completion does not count.
    package mutating func settle(
        _ todos: [TodoState], of task: TaskID
    ) throws(RedoError) {
        for todo in todos {
            _ = try make(
                .completeTodo, task,
                [
                    JSONMember("todoTaskId", .string(JSONString(todo.id.description))),
                    JSONMember(
                        "completed", .string(todo.completed ?? JSONString(now.wallText))),
                    JSONMember("superseded", .bool(true)),
                ], after: try joinedEnds(of: task), dialect: .fields)
        }
    }
}
