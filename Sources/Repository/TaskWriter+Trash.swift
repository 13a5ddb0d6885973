import RedoJSON
import RedoModel
import RedoSystem

extension TaskWriter {
    /// Moves a task into the trash: archives it unless it is, and notes when.
    package mutating func moveIntoTrash(_ task: TaskState) throws(RedoError) {
        if !task.isArchived { try add(.archive, task.id, []) }
        try setTrashedAt(of: task.id, to: .string(JSONString(now.wallText)))
    }

    /// Takes a task out of the trash.
    ///
    /// - Parameter unarchives: whether nothing but the deletion archived it.
    package mutating func takeOutOfTrash(
        _ task: TaskState, unarchives: Bool
    ) throws(RedoError) {
        if unarchives { try add(.unarchive, task.id, []) }
        try setTrashedAt(of: task.id, to: .null)
    }

    /// The payload dialect has no such field.
    private mutating func setTrashedAt(of task: TaskID, to value: JSONValue) throws(RedoError) {
        _ = try make(
            .update, task, [JSONMember("trashedAt", value)], after: try joinedEnds(of: task),
            dialect: .fields)
    }
}

extension Repository {
    /// Deletes for good what has been in the trash long enough, as maintenance does: damage and a failure leave
    /// it for the next time.
    ///
    /// - Parameter writer: has written what it was made for.
    func emptyOldTrash(_ writer: inout TaskWriter) throws(RedoError) {
        guard let trash = soundTrash(now: writer.now) else { return }
        let due = trash.due(to: writer.identity.author.userID).map(\.task.id)
        guard !due.isEmpty else { return }
        writer.startOver(with: try log(of: due.map(\.description)), as: .maintenance)
        for task in due { try writer.addDelete(of: task) }
        try writer.commit(to: store)
        forget()
    }
}
