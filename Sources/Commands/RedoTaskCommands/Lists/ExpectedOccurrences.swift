import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The occurrences that rules of recurrence will create if each one is done on time: they have no to-do yet.
///
/// Only rules that count from the deadline say so. What counts from the completion hangs on when that will be.
struct ExpectedOccurrences {
    /// When something will be due again.
    struct Occurrence {
        let task: TaskState
        let due: Instant
    }

    private(set) var occurrences: [Occurrence] = []

    /// The maximum number of rules that may exceed a limit. After them the remaining tasks are left out.
    private static let maximumFailureCount = 10

    /// - Parameters:
    ///   - end: of what is requested.
    ///   - now: what is overdue is taken for done then.
    /// - Complexity: one question to a process of its own for each task with such a rule.
    init(
        _ tasks: [TaskState], until end: Instant, at now: Instant,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let wanted = tasks.compactMap { task -> (TaskState, Recurrence, TodoState)? in
            guard task.isOpen, let recurrence = task.recurrence, recurrence.origin == .deadline,
                let todo = task.currentTodo, let due = todo.due, due <= end
            else { return nil }
            return (task, recurrence, todo)
        }
        if wanted.isEmpty { return }
        let calendar = CalendarProcess()
        var failureCount = 0
        for (task, recurrence, todo) in wanted where failureCount < Self.maximumFailureCount {
            guard let due = todo.due else { continue }
            let question = FollowingOccurrences(
                after: CompletedOccurrence(
                    of: recurrence, todo, of: task, completed: max(due, now),
                    count: task.completionCount + 1),
                until: min(end, task.date(.until) ?? end))
            do throws(RedoError) {
                for due in try calendar.deadlines(question) where !task.isHidden(at: due) {
                    occurrences.append(Occurrence(task: task, due: due))
                }
            } catch {
                guard error.code == .calendarFailed else { throw error }
                context.complain(error)
                failureCount += 1
            }
        }
    }
}
