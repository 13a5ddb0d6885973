import RedoCalendar
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The next to-do of a task with a rule of recurrence.
package struct NextOccurrence {
    private let calendar = CalendarProcess()

    /// Makes the next to-do. Its id is derived from the completed one, so that two devices make one.
    ///
    /// - Parameters:
    ///   - todo: the completed to-do.
    ///   - given: the deadline that its CREATE_TODO gave.
    ///   - count: the number of completions, with this one.
    /// - Returns: its deadline, or the reason why there is none.
    /// - Throws: CALENDAR_001 if the rule exceeds a limit.
    func write(
        after todo: TodoState, given: Instant?, completed: Instant, count: Int, of task: TaskState,
        by recurrence: Recurrence, _ writer: inout TaskWriter
    ) throws(RedoError) -> CompletedOccurrence.Next {
        let next = try calendar.next(
            after: CompletedOccurrence(
                of: recurrence, given: given, moved: todo.due == given ? nil : todo.due,
                completed: completed, count: count))
        if case .due(let deadline) = next {
            try writer.addTodo(after: todo.id, due: deadline, of: task.id)
        }
        return next
    }

    /// Makes the next to-do of a task whose last one was completed by a client without rules.
    ///
    /// - Returns: nil if the task lacks none.
    /// - Throws: CALENDAR_001 if the rule exceeds a limit.
    func writeMissing(
        of task: TaskState, _ log: Log, _ writer: inout TaskWriter
    ) throws(RedoError) -> CompletedOccurrence.Next? {
        guard let recurrence = task.recurrence, let todo = task.todoWithoutNext,
            let text = todo.completed, let completed = Instant(iso8601: text.utf8.span)
        else { return nil }
        return try write(
            after: todo, given: log.givenDeadline(of: todo), completed: completed,
            count: task.completionCount, of: task, by: recurrence, &writer)
    }
}

extension TaskWriter {
    /// Makes the to-do that follows a completed one.
    mutating func addTodo(
        after todo: TodoID, due deadline: Instant, of task: TaskID
    ) throws(RedoError) {
        let next = TodoID(after: todo, of: task)
        try add(
            .createTodo, task,
            [
                JSONMember("todoTaskId", .string(JSONString(next.description))),
                JSONMember("deadline", .string(JSONString(deadline.wallText))),
            ])
    }
}

extension TaskState {
    /// The number of completed to-dos without those that others took the place of.
    package var completionCount: Int { todos.count { $0.completed != nil && !$0.isSuperseded } }

    /// The last completed to-do of a rule, if no next one was made; nil also for a task that is put away.
    var todoWithoutNext: TodoState? {
        guard recurrence != nil, !isPutAway, !isCompleted, !hasCurrentTodo,
            let last = todos.last(where: { !$0.isSuperseded })
        else { return nil }
        let next = TodoID(after: last.id, of: id)
        return todos.contains { $0.id == next } ? nil : last
    }
}

extension Log {
    /// The deadline that the node gave that made a to-do.
    func givenDeadline(of todo: TodoState) -> Instant? {
        guard let number = replay.validation.graph.number(of: todo.madeBy.id),
            case .createTodo(let made) = nodes[number].payload
        else { return todo.due }
        return made.deadline.flatMap { Instant(iso8601: $0.utf8.span) }
    }
}

extension NextOccurrence {
    /// The most rules that may exceed a limit before the rest is left to the next time.
    private static let maximumFailureCount = 10

    /// Makes the next to-dos of tasks whose last ones were completed by clients without rules.
    ///
    /// A failure is reported, and the caller continues.
    ///
    /// - Returns: the number of to-dos.
    package static func writeMissing(
        in repository: Repository, _ context: borrowing CommandContext
    ) -> Int {
        do throws(RedoError) {
            let wanted = try repository.tasks().state.tasks.filter { $0.todoWithoutNext != nil }
            guard !wanted.isEmpty else { return 0 }
            let names = wanted.map(\.id.description)
            let log = try repository.log(of: names)
            let tasks = try log.livingTasks(named: names)
            return try context.edit(repository, log, by: WritingRequest()) {
                (writer) throws(RedoError) in
                let next = NextOccurrence()
                var count = 0
                var failureCount = 0
                for task in tasks
                where failureCount < maximumFailureCount && writer.mayWrite(task.id) {
                    do throws(RedoError) {
                        if case .due = try next.writeMissing(of: task, log, &writer) { count += 1 }
                    } catch {
                        guard error.code == .calendarFailed else { throw error }
                        context.complain(error)
                        failureCount += 1
                    }
                }
                return count
            }
        } catch {
            context.complain(error)
            return 0
        }
    }
}
