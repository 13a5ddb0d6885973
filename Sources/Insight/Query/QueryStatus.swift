import RedoModel

/// The status of a task in queries.
package enum QueryStatus: String, CaseIterable, Sendable {
    /// Not finished, and not hidden.
    case open
    /// Nothing is left to do.
    case done
    /// Hidden by `wait` until later.
    case waiting
    /// Not finished, and dependent on an open task.
    case blocked
    case snoozed, archived, trash

    /// The statuses that only open tasks have (``TaskState/isOpen``).
    static let ofOpenTasks: [QueryStatus] = [.open, .waiting, .blocked, .snoozed]

    /// True if a task has the status; only ``trash`` includes tasks in the trash.
    package func includes(_ task: TaskState, _ facts: TaskFacts) -> Bool {
        if facts.marks.contains(.inTrash) { return self == .trash }
        return switch self {
        case .open: task.isOpen && facts.isShown
        case .done: task.isDone
        case .waiting: task.isOpen && facts.marks.contains(.waiting)
        case .blocked: task.isOpen && facts.isBlocked
        case .snoozed: task.isOpen && facts.marks.contains(.snoozed)
        case .archived: task.isArchived
        case .trash: false
        }
    }
}

/// The values of `is:` besides the statuses.
enum QueryMark: String, CaseIterable {
    case overdue, blocking, active, claimed, recurring, draft, part
    case isPrivate = "private"
    /// Ready to be done now: open, not blocked, and not scheduled for later.
    case ready

    func includes(_ task: TaskState, _ facts: TaskFacts, at now: Instant) -> Bool {
        switch self {
        case .overdue: task.isOverdue(at: now)
        case .blocking: facts.marks.contains(.blocking)
        case .active: facts.marks.contains(.active)
        case .claimed: facts.marks.contains(.claimed)
        case .recurring: task.isRecurring
        case .draft: task.isOpen && task.isDraft
        case .part: facts.marks.contains(.part)
        case .isPrivate: task.isPrivate
        case .ready:
            QueryStatus.open.includes(task, facts) && facts.isReady(task, at: now)
        }
    }
}

extension TaskFacts {
    /// Whether an open task is in lists: nothing hides it until later.
    package var isShown: Bool { marks.isDisjoint(with: .hidden) }

    /// Whether an open task waits for another one: one that it depends on is open.
    package var isBlocked: Bool { marks.contains(.blocked) }

    /// Whether an open task that is in lists can be done now: it waits for no other, nor for its start.
    package func isReady(_ task: TaskState, at now: Instant) -> Bool {
        !isBlocked && task.date(.scheduled).map { $0 <= now } ?? true
    }
}

extension TaskState {
    /// True if the deadline has passed and the task is neither archived nor completed.
    package func isOverdue(at now: Instant) -> Bool { isOverdue(at: now, due: due) }

    /// True if the deadline of the current to-do has passed and the task is neither archived nor completed.
    package func isOverdue(at now: Instant, due: Instant?) -> Bool {
        due.map { $0 < now } ?? false && isOpen
    }
}
