import RedoModel

/// What a task is at, as queries ask.
package enum QueryStatus: String, CaseIterable, Sendable {
    /// To be done, and not hidden until later.
    case open
    /// Nothing is left to be done.
    case done
    /// Hidden by `wait` until later.
    case waiting
    /// To be done, and after something that is not done.
    case blocked
    case snoozed, archived, trash

    /// Those that only tasks are at which are open (``TaskState/isOpen``).
    static let ofOpenTasks: [QueryStatus] = [.open, .waiting, .blocked, .snoozed]

    /// Whether a task is at it; only ``trash`` has what is in the trash.
    package func includes(_ task: TaskState, _ facts: TaskFacts) -> Bool {
        if facts.marks.contains(.inTrash) { return self == .trash }
        return switch self {
        case .open: task.isOpen && facts.marks.isDisjoint(with: .hidden)
        case .done: task.isDone
        case .waiting: task.isOpen && facts.marks.contains(.waiting)
        case .blocked: task.isOpen && facts.marks.contains(.blocked)
        case .snoozed: task.isOpen && facts.marks.contains(.snoozed)
        case .archived: task.isArchived
        case .trash: false
        }
    }
}

/// What `is:` asks beside a status.
enum QueryMark: String, CaseIterable {
    case overdue, blocking, active, claimed, recurring, draft
    case isPrivate = "private"
    /// To be done now: open, not blocked, and begun from before now.
    case ready

    func includes(_ task: TaskState, _ facts: TaskFacts, at now: Instant) -> Bool {
        switch self {
        case .overdue: task.isOverdue(at: now)
        case .blocking: facts.marks.contains(.blocking)
        case .active: facts.marks.contains(.active)
        case .claimed: facts.marks.contains(.claimed)
        case .recurring: task.isRecurring
        case .draft: task.isOpen && task.isDraft
        case .isPrivate: task.isPrivate
        case .ready:
            QueryStatus.open.includes(task, facts) && !facts.marks.contains(.blocked)
                && task.date(.scheduled).map { $0 <= now } ?? true
        }
    }
}

extension TaskState {
    /// Whether the deadline has passed and the task is neither archived nor completed.
    package func isOverdue(at now: Instant) -> Bool { isOverdue(at: now, due: due) }

    /// The same, where the deadline of its current to-do is known already.
    package func isOverdue(at now: Instant, due: Instant?) -> Bool {
        due.map { $0 < now } ?? false && isOpen
    }
}
