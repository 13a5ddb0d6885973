import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The tasks to archive because the time of their field `until` has passed. A task that someone unarchived after
    /// that time stays; so does a shared task of another owner (docs/undo.md, "When a task expires").
    ///
    /// - Returns: empty if a node is unreadable.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(t) for t tasks; the nodes of expired ones are read.
    package func expiredTasks(now: Instant, for user: Principal) throws(RedoError) -> [TaskID] {
        guard let tasks = try soundTasks() else { return [] }
        let expired = tasks.state.tasks.filter { task in
            !task.isPutAway && task.date(.until).map { $0 <= now } ?? false
        }
        guard !expired.isEmpty else { return [] }
        let nodes = try log(of: expired.map(\.id.description)).nodes
        let people = try people()
        var lastUnarchived: [TaskID: Instant] = [:]
        var shared: Set<TaskID> = []
        for node in nodes {
            guard let task = node.taskID else { continue }
            if node.action == .unarchive {
                let wall = node.timestamp.wall
                lastUnarchived[task] = max(lastUnarchived[task] ?? wall, wall)
            }
            if node.action == .share || node.action == .unshare { shared.insert(task) }
        }
        return expired.filter { task in
            guard let until = task.date(.until) else { return false }
            let isBack = lastUnarchived[task.id].map { $0 > until } ?? false
            return !isBack
                && (people.principal(of: task.owner) == user || !shared.contains(task.id))
        }.map(\.id)
    }

    /// Archives expired tasks, and purges what has been in the trash long enough, as maintenance does. If something
    /// is damaged or fails, the next command tries again.
    ///
    /// - Parameter writer: has written the nodes of the command.
    func maintainTasks(_ writer: inout TaskWriter) throws(RedoError) {
        guard let trash = soundTrash(now: writer.now), trash.isClockPlausible else { return }
        let user = try people().principal(of: writer.identity.author)
        let due = trash.due(to: user).map(\.task.id)
        let expired = try expiredTasks(now: writer.now, for: user)
        guard !due.isEmpty || !expired.isEmpty else { return }
        let names = (due + expired).map(\.description)
        writer.startOver(with: try log(of: names), as: .maintenance)
        for task in due { try writer.addDelete(of: task) }
        for task in expired where writer.mayWrite(task) { try writer.add(.archive, task, []) }
        try checkAuthority(&writer)
        try writer.sign()
        try commit(writer)
    }
}
