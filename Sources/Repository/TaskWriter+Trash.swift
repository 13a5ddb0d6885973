import RedoJSON
import RedoModel
import RedoSystem

extension TaskWriter {
    /// Moves a task into the trash: archives it unless it is archived, and records when.
    package mutating func moveIntoTrash(_ task: TaskState) throws(RedoError) {
        if !task.isArchived { try add(.archive, task.id, []) }
        try setTrashedAt(of: task.id, to: .string(JSONString(now.wallText)))
        noteTrashed(task.id)
    }

    /// Takes a task out of the trash.
    ///
    /// - Parameter unarchives: whether the task was archived only by the move into the trash.
    package mutating func takeOutOfTrash(
        _ task: TaskState, unarchives: Bool
    ) throws(RedoError) {
        if unarchives { try add(.unarchive, task.id, []) }
        try setTrashedAt(of: task.id, to: .null)
    }

    /// Sets `trashedAt` of a task. The node is in the fields dialect, because the payload dialect has no such field.
    private mutating func setTrashedAt(of task: TaskID, to value: JSONValue) throws(RedoError) {
        _ = try make(
            .update, task, [JSONMember("trashedAt", value)], after: try joinedEnds(of: task),
            dialect: .fields)
    }
}
