import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension Log {
    /// The tasks that some names mean, each once, in the order of the names.
    ///
    /// - Throws: NAME_001 if a name means nothing, NAME_002 if it means several, or a task that is deleted.
    func livingTasks(named names: [String]) throws(RedoError) -> [TaskState] {
        let state = replay.foldState()
        var tasks: [TaskState] = []
        for name in names {
            let id = try taskID(named: name)
            guard let task = state[id] else {
                if let author = ignoredAuthor(of: id) {
                    throw RedoError(
                        .unknownName, "the task \(id) is left out: its author \(author) is ignored",
                        hints: ["'redo ignore --remove \(author)' brings it back"])
                }
                throw RedoError(
                    .unknownName, "the task \(id) is deleted",
                    hints: ["'redo log --task \(id)' shows its nodes"])
            }
            if !tasks.contains(where: { $0.id == id }) { tasks.append(task) }
        }
        return tasks
    }

    /// The task that a name means; see ``livingTasks(named:)``.
    func livingTask(named name: String) throws(RedoError) -> TaskState {
        let id = try taskID(named: name)
        guard let task = try livingTasks(named: [id.description]).first else {
            throw RedoError(.unknownName, "there is no task '\(name)'")
        }
        return task
    }
}
