import RedoCalendar
import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

/// A skip of the current occurrence of recurring tasks, as `redo skip` writes it.
package struct OccurrenceSkip {
    private let now: Instant
    private let next = NextOccurrence()

    package init(now: Instant) { self.now = now }

    /// Creates the nodes: the open to-dos are settled, so that none of them counts, and the next one is that of a
    /// completion. Its id is derived from the skipped one: two devices that skip an occurrence, or of which one completes
    /// it, make the same next one.
    ///
    /// - Returns: what was done, as lines.
    /// - Throws: a refusal with status 1 for a task without a next occurrence, CALENDAR_001 for a rule that exceeds a
    ///   limit.
    package func write(of task: TaskState, _ writer: inout TaskWriter) throws(RedoError) -> String {
        guard task.isRecurring else {
            throw refusal(
                "'\(task.title.printable)' does not recur",
                hints: ["'redo snooze \(task.id) --due WHEN' postpones it"])
        }
        guard let todo = task.currentTodo else {
            throw refusal(
                "'\(task.title.printable)' has no open occurrence",
                hints: ["'redo edit \(task.id) --due WHEN' gives it one"])
        }
        let completed = completionTime(of: todo, task)
        let found = try next.next(
            after: todo, completed: completed, count: task.completionCount, of: task)
        guard let found, let moment = found.moment else {
            throw refusal(
                "'\(task.title.printable)' has no next occurrence\(found?.reason ?? "")",
                hints: ["'redo done \(task.id)' completes the last one"])
        }
        try writer.settle(task.openTodos, of: task.id, at: completed)
        try next.write(found, after: todo, of: task, &writer)
        let date = UnderstoodDate(now: now).text(moment, endsDay: found.hasDeadline)
        return "skipped \(task.title.printable), next \(found.hasDeadline ? "due " : "on ")\(date)"
            + (task.recurrenceWords.map { ", \($0)" } ?? "") + "\n"
    }

    /// The time from which the next occurrence is counted. What is counted from completions is counted from the deadline
    /// of the skipped occurrence if that is ahead: skipped early, it comes no sooner than after a completion in time.
    private func completionTime(of todo: TodoState, _ task: TaskState) -> Instant {
        let isCounted = task.recurrence.map { $0.origin == .completion } ?? true
        return isCounted ? max(now, todo.due ?? now) : now
    }

    private func refusal(_ message: String, hints: [String]) -> RedoError {
        RedoError(.invalidTodoReference, message, status: .no, hints: hints)
    }
}

extension CompletedOccurrence.Next {
    /// True if what follows has a deadline.
    fileprivate var hasDeadline: Bool {
        switch self {
        case .due, .begins(_, .some, _): true
        case .begins, .none, .excessive: false
        }
    }

    /// Its deadline, or its start if it has none; nil if nothing follows.
    fileprivate var moment: Instant? {
        switch self {
        case .due(let deadline): deadline
        case .begins(let start, let deadline, _): deadline ?? start
        case .none, .excessive: nil
        }
    }

    /// Why nothing follows, after a colon.
    fileprivate var reason: String? {
        guard case .none(let reason) = self else { return nil }
        return ": \(reason.printable)"
    }
}
