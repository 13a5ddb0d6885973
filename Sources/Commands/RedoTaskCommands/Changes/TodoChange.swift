import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The change of a task's current to-do by an edit.
struct TodoChange {
    private enum Deadline {
        case kept
        case none
        case moved(Instant)
    }

    private let task: TaskState
    private var deadline: Deadline
    /// True if a deadline is the first one of a rule, from which the others are counted.
    private var startsRule = false
    /// Nil for those that it has.
    private let notes: JSONString?

    /// - Parameters:
    ///   - due: a date as people write it, `none`, or nil for the deadline that it has.
    ///   - notes: nil for those that it has.
    /// - Throws: wrong usage for what is not a date.
    init(
        of task: TaskState, due: String?, notes: String?, now: Instant
    ) throws(RedoError) {
        self.task = task
        let todo = task.currentTodo
        let text = notes.map { JSONString($0) }
        self.notes = text == todo?.notes || (todo == nil && text == "") ? nil : text
        guard let due else {
            deadline = .kept
            return
        }
        guard let instant = try DueDate.instantOrNone(due, now: now) else {
            deadline = todo?.deadline == nil ? .kept : .none
            return
        }
        deadline = instant == todo?.due ? .kept : .moved(instant)
    }

    /// The deadline after the change.
    var due: Instant? {
        switch deadline {
        case .kept: task.due
        case .none: nil
        case .moved(let instant): instant
        }
    }

    /// Lets a to-do begin a new rule: with the deadline that is given, else with the first one of the rule.
    mutating func follow(_ recurrence: RecurrenceChange) {
        startsRule = !task.isDraft && !task.isArchived && !task.isCompleted
        guard startsRule, let first = recurrence.firstDeadline else { return }
        deadline = .moved(first)
    }

    /// The changes, for people.
    func parts(_ echo: FieldEcho) -> [String] {
        let parts = notes == nil ? [] : ["notes"]
        if case .kept = deadline { return parts }
        return [echo.due(due)] + parts
    }

    /// Creates the nodes: a SNOOZE where the deadline is moved; else a to-do in the place of the open one,
    /// since no action changes notes or takes a deadline away.
    ///
    /// - Throws: wrong usage for a to-do without a deadline in the payload dialect.
    func write(_ writer: inout TaskWriter) throws(RedoError) {
        if notes == nil {
            switch deadline {
            case .kept: return
            case .moved where startsRule: break
            case .moved(let instant):
                return try TaskDeadline.write(instant, of: task.currentTodo, task.id, &writer)
            case .none: break
            }
        }
        var fields = [TodoFieldOptions.newID]
        var time = task.currentTodo?.deadline
        switch deadline {
        case .kept: break
        case .none: time = nil
        case .moved(let instant): time = JSONString(instant.wallText)
        }
        if let time {
            fields.append(JSONMember("deadline", .string(time)))
        } else if writer.dialect == .payload {
            throw .usage("with redo.dialect = payload a deadline is needed: give --due")
        }
        let text = notes ?? task.currentTodo?.notes ?? ""
        if !text.isEmpty { fields.append(JSONMember("notes", .string(text))) }
        if writer.dialect == .fields, let todo = task.currentTodo {
            if let title = todo.title { fields.append(JSONMember("title", .string(title))) }
            fields += todo.startFields
        }
        try writer.add(.createTodo, task.id, fields)
        try writer.settle(task.openTodos, of: task.id)
    }
}
