import RedoCalendar
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The next to-do of a task that recurs.
package struct NextOccurrence {
    private let calendar = CalendarProcess()

    /// What follows a to-do once it is completed.
    ///
    /// - Parameter count: the number of completions, with this one if it counts.
    /// - Returns: its deadline or start, or the reason why there is none; nil if the task does not recur.
    /// - Throws: CALENDAR_001 if the rule exceeds a limit.
    func next(
        after todo: TodoState, completed: Instant, count: Int, of task: TaskState
    ) throws(RedoError) -> CompletedOccurrence.Next? {
        guard let recurrence = task.recurrence else {
            guard task.frequencyDays > 0 else { return nil }
            return .due(
                TimeZoneRules.local.nextDeadline(
                    after: todo.due, completed: completed, everyDays: task.frequencyDays))
        }
        return try calendar.next(
            after: CompletedOccurrence(
                of: recurrence, todo, of: task, completed: completed, count: count))
    }

    /// Creates the next to-do, and moves the dates of the task with it. Its id is derived from the completed one, so that
    /// two devices make one.
    ///
    /// - Parameters:
    ///   - next: what follows.
    ///   - todo: the completed to-do.
    func write(
        _ next: CompletedOccurrence.Next, after todo: TodoState, of task: TaskState,
        _ writer: inout TaskWriter
    ) throws(RedoError) {
        let recurrence = task.recurrence
        let zone = recurrence.map { NamedTimeZone($0.zone)?.rules } ?? .local
        switch next {
        case .due(let deadline):
            try writer.addTodo(after: todo.id, due: deadline, of: task.id)
            guard let zone, let given = todo.givenDue else { break }
            try writer.moveDates(
                of: task, withStart: true, by: zone.wallSeconds(from: given, to: deadline), zone)
        case .begins(let start, let deadline, let span):
            try writer.addTodo(after: todo.id, due: deadline, of: task.id, start: start, span: span)
            guard let zone, let first = todo.start ?? task.scheduledOfTask else { break }
            let distance =
                if let deadline, let given = todo.givenDue {
                    zone.wallSeconds(from: given, to: deadline)
                } else {
                    zone.wallSeconds(from: first, to: start)
                }
            try writer.moveDates(of: task, withStart: false, by: distance, zone)
        case .none, .excessive: break
        }
    }

    /// Creates the next to-do of a task whose last one was completed by a client without rules.
    ///
    /// - Returns: nil if the task lacks none.
    /// - Throws: CALENDAR_001 if the rule exceeds a limit.
    func writeMissing(
        of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> CompletedOccurrence.Next? {
        guard let todo = task.todoWithoutNext, let text = todo.completed,
            let completed = Instant(iso8601: text.utf8.span),
            let found = try next(
                after: todo, completed: completed, count: task.completionCount, of: task)
        else { return nil }
        try write(found, after: todo, of: task, &writer)
        return found
    }
}

extension CompletedOccurrence {
    /// Creates the occurrence that a to-do would be if it were completed at a time.
    package init(
        of recurrence: Recurrence, _ todo: TodoState, of task: TaskState, completed: Instant,
        count: Int
    ) {
        let given = todo.givenDue
        self.init(
            of: recurrence, given: given, moved: todo.due == given ? nil : todo.due,
            completed: completed, count: count, start: todo.start ?? task.scheduledOfTask,
            span: todo.span)
    }
}

extension TaskWriter {
    /// Creates the to-do that follows a completed one.
    ///
    /// - Parameters:
    ///   - start: of a to-do whose rule gives starts.
    ///   - span: seconds on the wall clock from the start to the deadline.
    mutating func addTodo(
        after todo: TodoID, due deadline: Instant?, of task: TaskID, start: Instant? = nil,
        span: Int? = nil
    ) throws(RedoError) {
        let next = TodoID(after: todo, of: task)
        var fields = [JSONMember("todoTaskId", .string(JSONString(next.description)))]
        func add(_ name: JSONString, _ time: Instant?) {
            if let time { fields.append(JSONMember(name, .string(JSONString(time.wallText)))) }
        }
        add("deadline", deadline)
        add("scheduled", start)
        if let span { fields.append(JSONMember("span", .number(Double(span)))) }
        try self.add(.createTodo, task, fields)
    }

    /// Moves `wait`, the reminders that are moments, and `scheduled`, with the deadline of a task that recurs.
    ///
    /// - Parameters:
    ///   - withStart: whether `scheduled` moves, which it does not if the rule gives it.
    ///   - distance: seconds on the wall clock.
    mutating func moveDates(
        of task: TaskState, withStart: Bool, by distance: Int, _ zone: TimeZoneRules
    ) throws(RedoError) {
        guard dialect == .fields else { return }
        func moved(_ moment: Instant) -> JSONValue {
            if moment.isSomeday { return .string(JSONString(moment.wallText)) }
            let later = zone.instant(moment, wallSecondsLater: distance)
            return .string(JSONString(min(max(later, .earliest), .latest).wallText))
        }
        var fields: [JSONMember] = []
        for field in withStart ? [TaskField.scheduled, .wait] : [.wait] {
            if let date = task.date(field) { fields.append(JSONMember(field.name, moved(date))) }
        }
        if let reminders = task.reminders, reminders.contains(where: { $0.moment != nil }) {
            let elements = reminders.map { $0.moment.map(moved) ?? $0.json }
            fields.append(JSONMember(TaskReminder.field, .array(elements)))
        }
        if !fields.isEmpty { try add(.update, task.id, fields) }
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

extension NextOccurrence {
    /// The maximum number of rules that may exceed a limit. After them the remaining tasks wait for the next command.
    private static let maximumFailureCount = 10

    /// Creates the next to-dos of tasks whose last ones were completed by clients without rules.
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
                        switch try next.writeMissing(of: task, &writer) {
                        case .due?, .begins?: count += 1
                        default: break
                        }
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
