import RedoCalendar
import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A completion of to-dos, as `redo done` writes it.
package struct Completion {
    private let time: Instant
    private let isTimeReported: Bool
    private let notes: String?
    /// The name of the to-do; nil for the current one.
    private let todo: String?
    private let next = NextOccurrence()
    /// Why next to-dos were not made, of rules that exceed a limit.
    package private(set) var failures: [RedoError] = []

    /// - Parameter isReported: whether the report has the time, since a text gave it.
    package init(at time: Instant, isReported: Bool = false, notes: String?, todo: String?) {
        self.time = time
        isTimeReported = isReported
        self.notes = notes
        self.todo = todo
    }

    /// Creates the nodes: COMPLETE_TODO, and for a recurring task the next CREATE_TODO (protocol, section 3).
    /// Other to-dos that are open are settled, so that none of them becomes the current one.
    ///
    /// - Returns: what was done, a line each.
    /// - Throws: TASK_001 if no to-do is open, E_INVALID_TODO_REF if none has the name.
    package mutating func write(
        of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        if todo == nil, task.currentTodo == nil, task.isDraft, !task.isCompleted {
            return try completeDraft(task, &writer)
        }
        if todo == nil, let missing = try writeMissing(of: task, &writer) { return missing }
        let current = try task.openTodo(named: todo)
        try complete(current.id, of: task, &writer)
        guard current.id == task.currentTodo?.id else {
            return done(task, writer) + ", an occurrence that was not the current one\n"
        }
        let others = task.openTodos.filter { $0.id != current.id }
        try writer.settle(others, of: task.id)
        var report = done(task, writer)
        report += try scheduleNext(after: current, of: task, &writer)
        report += "\n"
        if !others.isEmpty {
            report += "  settled \(counted(others.count, "older occurrence")) still open\n"
        }
        return report
    }

    /// Completes a task that has no to-do: as a whole, or by a to-do that is made for it if it recurs.
    private mutating func completeDraft(
        _ task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        guard task.isRecurring else {
            guard writer.dialect == .fields else {
                throw .usage(
                    "with redo.dialect = payload a task without a deadline cannot be completed",
                    hints: ["'redo todo \(task.id.description.prefix(8)) --due WHEN' sets one"])
            }
            try writer.add(
                .complete, task.id,
                [JSONMember("completedAt", .string(JSONString(time.wallText)))])
            return done(task, writer) + "\n"
        }
        let fields = try TodoFieldOptions.fields(
            writer.dialect == .payload ? time : nil, nil, writer.dialect)
        let made = try writer.add(.createTodo, task.id, fields)
        guard let todo = made.payload.todo else { return "" }
        try complete(todo, of: task, &writer)
        let state = TodoState(id: todo, task: task.id, madeBy: made.position)
        let report = try scheduleNext(after: state, of: task, &writer)
        return done(task, writer) + report + "\n"
    }

    /// The task that is done, and when: `done Buy milk on Thu 20 Nov 18:30 (yesterday)`.
    private func done(_ task: TaskState, _ writer: borrowing TaskWriter) -> String {
        let dates = UnderstoodDate(now: writer.now)
        let time = isTimeReported ? " on \(dates.text(time, endsDay: false))" : ""
        return "done \(task.title.printable)\(time)"
    }

    private func complete(
        _ todo: TodoID, of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) {
        var fields = [
            JSONMember("todoTaskId", .string(JSONString(todo.description))),
            JSONMember("completed", .string(JSONString(time.wallText))),
        ]
        if let notes { fields.append(JSONMember("notes", .string(JSONString(notes)))) }
        try writer.add(.completeTodo, task.id, fields)
    }

    /// Creates the next to-do of a task that comes again.
    ///
    /// - Returns: what follows the task's title in the report.
    private mutating func scheduleNext(
        after todo: TodoState, of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        let time = time
        return try report(of: task, now: writer.now) { (next) throws(RedoError) in
            let found = try next.next(
                after: todo, completed: time, count: task.completionCount + 1, of: task)
            if let found { try next.write(found, after: todo, of: task, &writer) }
            return found
        } ?? ""
    }

    /// Creates the next to-do in place of a completion, if the last one was completed elsewhere.
    ///
    /// - Returns: what was done; nil if the task lacks no to-do.
    private mutating func writeMissing(
        of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> String? {
        let report = try report(of: task, now: writer.now) { (next) throws(RedoError) in
            try next.writeMissing(of: task, &writer)
        }
        guard let report, !writer.nodes.isEmpty || !failures.isEmpty else { return nil }
        return "done elsewhere: \(task.title.printable)\(report)\n"
    }

    /// Writes the next to-do of a task, and returns text about its date or about the reason that there is none.
    ///
    /// A rule that exceeds a limit is added to the failures.
    private mutating func report(
        of task: TaskState, now: Instant,
        _ write: (NextOccurrence) throws(RedoError) -> CompletedOccurrence.Next?
    ) throws(RedoError) -> String? {
        let dates = UnderstoodDate(now: now)
        do throws(RedoError) {
            let rule = task.recurrenceWords.map { ", \($0)" } ?? ""
            switch try write(next) {
            case .due(let deadline)?, .begins(_, let deadline?, _)?:
                return ", next due \(dates.text(deadline, endsDay: true))\(rule)"
            case .begins(let start, nil, _)?:
                return ", next on \(dates.text(start, endsDay: false))\(rule)"
            case .none(let reason)?: return ", no next one: \(reason.printable)"
            default: return nil
            }
        } catch {
            guard error.code == .calendarFailed else { throw error }
            failures.append(
                error.adding(hint: "'redo edit \(task.id) --every' gives it another rule"))
            return ", no next one"
        }
    }
}

extension TaskState {
    /// The open to-do that a name means: the beginning of its id, or its title in either case.
    ///
    /// - Parameter name: nil for the current one.
    /// - Throws: TASK_001 or E_INVALID_TODO_REF if there is none, NAME_002 if there are several.
    fileprivate func openTodo(named name: String?) throws(RedoError) -> TodoState {
        guard let name else { return try openTodo() }
        let wanted = name.lowercased()
        var found = openTodos.filter {
            !wanted.isEmpty && $0.id.description.hasPrefix(wanted)
                || $0.title?.description.lowercased() == wanted
        }
        guard let todo = found.popLast() else {
            throw RedoError(
                .invalidTodoReference, "'\(title.printable)' has no open occurrence '\(name)'",
                status: .no,
                hints: ["'redo show \(id.description.prefix(8))' shows its occurrences"])
        }
        guard found.isEmpty else {
            throw RedoError(
                .ambiguousName,
                "'\(name)' is ambiguous: it could be any of \(found.count + 1) occurrences",
                hints: (found + [todo]).map { "\($0.id) \($0.title?.printable ?? "")" })
        }
        return todo
    }
}

extension TaskState {
    /// The open to-do.
    ///
    /// - Throws: TASK_001 if there is none.
    package func openTodo() throws(RedoError) -> TodoState {
        if let todo = currentTodo { return todo }
        let name = id.description.prefix(8)
        guard let time = lastCompletion else {
            throw RedoError(
                .notOpen, "'\(title.printable)' has no deadline yet",
                hints: ["'redo edit \(name) --due WHEN' sets one"])
        }
        throw RedoError(
            .notOpen, "'\(title.printable)' is already done, on \(localText(time))",
            hints: ["'redo todo \(name) --due WHEN' opens it again"])
    }
}
