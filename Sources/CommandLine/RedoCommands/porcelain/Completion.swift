import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A completion of to-dos, as `redo done` writes it.
struct Completion {
    private let time: Instant
    private let notes: String?
    /// What names the to-do; nil for the current one.
    private let todo: String?

    init(at time: Instant, notes: String?, todo: String?) {
        self.time = time
        self.notes = notes
        self.todo = todo
    }

    /// Makes the nodes: COMPLETE_TODO, and for a recurring task the next CREATE_TODO (protocol, section 3).
    /// Other to-dos that are open are settled, so that none of them becomes the current one.
    ///
    /// - Returns: what was done, a line each.
    /// - Throws: E_INVALID_TODO_REF if no to-do is open or none has the name.
    func write(
        of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        if todo == nil, task.currentTodo == nil, task.isDraft, !task.isCompleted {
            return try completeDraft(task, &writer)
        }
        let current = try task.openTodo(named: todo)
        try complete(current.id, of: task, &writer)
        guard current.id == task.currentTodo?.id else {
            return "done \(task.title.printable), a to-do that was not the current one\n"
        }
        let others = task.openTodos.filter { $0.id != current.id }
        try writer.settle(others, of: task.id)
        var report = "done \(task.title.printable)"
        if task.frequencyDays > 0 {
            let deadline = try scheduleNext(after: current.id, due: current.due, of: task, &writer)
            report += ", next due \(localText(deadline))"
        }
        report += "\n"
        if !others.isEmpty {
            report += "  settled \(counted(others.count, "older to-do")) still open\n"
        }
        return report
    }

    /// Completes a task that has no to-do: as a whole, or by a to-do that is made for it if it recurs.
    private func completeDraft(
        _ task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        guard task.frequencyDays > 0 else {
            guard writer.dialect == .fields else {
                throw .usage(
                    "the payload dialect cannot complete a task without a to-do",
                    hints: ["'redo todo \(task.id) --due <when>' adds a to-do"])
            }
            try writer.add(
                .complete, task.id,
                [JSONMember("completedAt", .string(JSONString(time.wallText)))])
            return "done \(task.title.printable), which had no to-do\n"
        }
        let fields = try TodoFieldOptions.fields(
            writer.dialect == .payload ? time : nil, nil, writer.dialect)
        let made = try writer.add(.createTodo, task.id, fields)
        guard let todo = made.payload.todo else { return "" }
        try complete(todo, of: task, &writer)
        let deadline = try scheduleNext(after: todo, due: nil, of: task, &writer)
        return "done \(task.title.printable), next due \(localText(deadline))\n"
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

    /// - Returns: the deadline of the next to-do.
    private func scheduleNext(
        after todo: TodoID, due: Instant?, of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> Instant {
        let deadline = TimeZoneRules.local.nextDeadline(
            after: due, completed: time, everyDays: task.frequencyDays)
        let next = TodoID(after: todo, of: task.id)
        try writer.add(
            .createTodo, task.id,
            [
                JSONMember("todoTaskId", .string(JSONString(next.description))),
                JSONMember("deadline", .string(JSONString(deadline.wallText))),
            ])
        return deadline
    }
}

extension TaskState {
    /// The open to-do that a name means: the beginning of its id, or its title in either case.
    ///
    /// - Parameter name: nil for the current one.
    /// - Throws: E_INVALID_TODO_REF if there is none, NAME_002 if there are several.
    fileprivate func openTodo(named name: String?) throws(RedoError) -> TodoState {
        guard let name else { return try Command.currentTodo(of: self) }
        let wanted = name.lowercased()
        var found = openTodos.filter {
            !wanted.isEmpty && $0.id.description.hasPrefix(wanted)
                || $0.title?.description.lowercased() == wanted
        }
        guard let todo = found.popLast() else {
            throw RedoError(
                .invalidTodoReference, "'\(title.printable)' has no open to-do '\(name)'",
                status: .no, hints: ["'redo show \(id)' shows its to-dos"])
        }
        guard found.isEmpty else {
            throw RedoError(
                .ambiguousName,
                "'\(name)' is ambiguous: it could be any of \(found.count + 1) to-dos",
                hints: (found + [todo]).map { "\($0.id) \($0.title?.printable ?? "")" })
        }
        return todo
    }
}
