import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension Log {
    /// The tasks that some names mean, each once, in the order of the names.
    ///
    /// - Parameter located: adds to an error where the name of that place stands.
    /// - Throws: NAME_001 if a name means nothing or a task that is deleted, NAME_002 if it means several.
    package func livingTasks(
        named names: [String], _ located: (Int, RedoError) -> RedoError = { $1 }
    ) throws(RedoError) -> [TaskState] {
        let state = replay.foldState()
        var seen: Set<TaskID> = []
        var tasks: [TaskState] = []
        for (index, name) in names.enumerated() {
            let id = try taskID(named: name)
            guard let task = state[id] else { throw located(index, goneError(id, named: name)) }
            if seen.insert(id).inserted { tasks.append(task) }
        }
        return tasks
    }

    /// Why a task that has nodes is not in the state.
    private func goneError(_ id: TaskID, named name: String) -> RedoError {
        if let author = ignoredAuthor(of: id) {
            return RedoError(
                .unknownName, "the task \(id) is left out: its author \(author) is ignored",
                hints: ["'redo ignore --remove \(author)' brings it back"], detail: WrongName(name))
        }
        return RedoError(
            .unknownName, "the task \(id) is deleted",
            hints: ["'redo log --task \(id)' shows its history"], detail: WrongName(name))
    }

    /// The task that a name means; see ``livingTasks(named:)``.
    package func livingTask(named name: String) throws(RedoError) -> TaskState {
        let id = try taskID(named: name)
        guard let task = try livingTasks(named: [id.description]).first else {
            throw RedoError(.unknownName, "there is no task '\(name)'")
        }
        return task
    }
}
