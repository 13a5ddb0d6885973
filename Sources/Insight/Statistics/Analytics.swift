import RedoModel

/// Figures about to-dos at a moment (docs/analytics.md defines each of them).
///
/// All are functions of the state, the moment and the local calendar; each takes O(n) unless it says
/// otherwise.
package struct Analytics {
    package let items: [Item]
    let now: Instant
    let calendar: LocalCalendar

    /// - Parameter tasks: the tasks that count, including archived ones.
    package init(_ tasks: [TaskState], at now: Instant, _ calendar: LocalCalendar) {
        items = tasks.flatMap { Self.items(of: $0) }
        self.now = now
        self.calendar = calendar
    }

    /// A to-do in the figures.
    package struct Item: Sendable {
        package let task: TaskState
        /// The to-do; nil for a task that was completed without ever having one.
        package let todo: TodoState?
        package let created: Instant
        package let status: Status

        /// The status of a to-do.
        package enum Status: Equatable, Sendable {
            case completed(Instant)
            /// The current one of an open task.
            case pending
            /// It was never completed and need not be any more: another one replaced it, or its task was archived.
            case left
        }

        package var completed: Instant? {
            if case .completed(let time) = status { return time }
            return nil
        }

        package var isPending: Bool { status == .pending }

        /// The task's story points, limited so that they can be added up.
        package var points: Double { min(max(task.storyPoints, 0), 1e9) }
    }

    private static func items(of task: TaskState) -> [Item] {
        let taskCompleted = task.completedAt.flatMap { time in Instant(iso8601: time.utf8.span) }
        if task.isDraft {
            guard let taskCompleted else { return [] }
            return [
                Item(
                    task: task, todo: nil, created: task.creation, status: .completed(taskCompleted)
                )
            ]
        }
        let current = task.currentTodo?.id
        var items: [Item] = []
        for todo in task.todos where !todo.isSuperseded {
            var status = Item.Status.left
            if let completed = todo.completed.flatMap({ time in Instant(iso8601: time.utf8.span) })
            {
                status = .completed(completed)
            } else if todo.id == current, let taskCompleted {
                status = .completed(taskCompleted)
            } else if todo.id == current, !task.isPutAway {
                status = .pending
            }
            items.append(
                Item(task: task, todo: todo, created: task.creation(of: todo), status: status))
        }
        return items
    }
}
