import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

/// The form in which the tasks that a name could mean are shown: as a list shows them, in its order.
struct TaskCandidates: Sendable {
    private let configuration: LayeredConfiguration
    private let now: Instant

    init(_ context: borrowing CommandContext, _ store: Store) {
        configuration = store.configuration
        // An error about a task must not become one about a clock.
        now = (try? context.now()) ?? Instant(milliseconds: Clock.milliseconds())
    }

    /// A line for each task: the shortest beginning of its id, its title, and what it is at.
    ///
    /// - Parameters:
    ///   - ids: of all tasks.
    ///   - living: those that are not deleted.
    func lines(of tasks: [TaskState], among ids: [TaskID], living: Set<TaskID>) -> [String] {
        let table = TaskTable(configuration, now: now)
        let sorted = ids.sorted()
        let state = State(tasks: tasks.sorted { $0.id < $1.id })
        return table.ranked(state).map(\.task).map { task in
            let status =
                living.contains(task.id) ? TaskTable.shown(table.status(of: task)) : "deleted"
            return "\(shortestPrefix(of: task.id, inSorted: sorted))  \(task.title.printable)"
                + (status == "open" ? "" : " (\(status))")
        }
    }
}
