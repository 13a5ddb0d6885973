import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The deadline of a task, which is that of its current to-do.
package enum TaskDeadline {
    /// A deadline that an edit gives.
    ///
    /// - Throws: wrong usage for what means no moment, and for none: no action takes a deadline away.
    package static func instant(_ text: String, now: Instant) throws(RedoError) -> Instant {
        guard !text.isEmpty, text != "none" else {
            throw .usage("a deadline can be moved, but not removed")
        }
        return try DueDate.instant(text, now: now)
    }

    /// Moves the deadline of a to-do; adds a to-do where there is none.
    ///
    /// - Parameter parents: what the node follows; nil for the heads of the task.
    package static func write(
        _ deadline: Instant, of todo: TodoState?, _ task: TaskID, after parents: [Node]? = nil,
        _ writer: inout TaskWriter
    ) throws(RedoError) {
        let time = JSONValue.string(JSONString(deadline.wallText))
        if let todo {
            let id = JSONMember("todoTaskId", .string(JSONString(todo.id.description)))
            try writer.add(.snooze, task, [id, JSONMember("newDeadline", time)], after: parents)
        } else {
            let fields = [TodoFieldOptions.newID, JSONMember("deadline", time)]
            try writer.add(.createTodo, task, fields, after: parents)
        }
    }
}
