import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// Nodes that give members of a task the values that they had before (docs/decisions.md, "What undo writes").
///
/// It is made without a key; ``write(_:)`` makes the nodes.
struct Compensation {
    /// What becomes of the task as a whole.
    enum Effect {
        /// It is deleted for good, which nothing takes back.
        case isDeleted
        /// It was not there before, so it is archived.
        case archives
        case changes
        case nothing
    }

    private enum Step {
        case add(Action, [JSONMember])
        case settle([TodoState])
    }

    let task: TaskID
    let title: String
    private let dialect: Dialect
    var effect = Effect.nothing
    private var memberSteps: [Step] = []
    private var fields: [JSONMember] = []
    private var todoSteps: [Step] = []
    /// What it does, a line each, and what it leaves as it is.
    private(set) var lines: [String] = []
    /// Whether all is as it was before, once it is written.
    private(set) var isWhole = true

    init(_ task: TaskID, title: String, _ dialect: Dialect) {
        self.task = task
        self.title = title
        self.dialect = dialect
    }

    var isEmpty: Bool { memberSteps.isEmpty && fields.isEmpty && todoSteps.isEmpty }

    /// The value that the category of the task gets; nil if it stays.
    var category: JSONValue? { fields.first { $0.name == TaskField.category.name }?.value }

    /// Notes what is not as it was.
    mutating func note(_ line: String) {
        isWhole = false
        lines.append(line)
    }

    /// Says that the task is deleted, so that nothing can be written.
    mutating func noteDeletion() {
        effect = .isDeleted
        isWhole = false
    }

    /// Archives a task that was not there before: nothing is deleted that could not be brought back.
    mutating func archive() {
        effect = .archives
        memberSteps.append(.add(.archive, []))
    }

    /// Gives a member of the task the value that it had.
    mutating func bringBack(_ name: JSONString, _ before: TaskState, _ now: TaskState) {
        if name == "archived" {
            guard before.isArchived != now.isArchived else { return }
            memberSteps.append(.add(before.isArchived ? .archive : .unarchive, []))
            lines.append(before.isArchived ? "archived again" : "no longer archived")
        } else if name == "completedAt" {
            note("a task that was completed as a whole cannot be opened again")
        } else if name == "snoozedUntil" {
            // A time that is over hides nothing.
            let time = before.snoozedUntil ?? JSONString(now.created.wallText)
            memberSteps.append(.add(.snooze, [JSONMember("snoozeUntil", .string(time))]))
            lines.append(before.snoozedUntil == nil ? "no longer hidden" : "hidden as before")
        } else if name == "trashedAt", before.trashedAt == nil {
            fields.append(JSONMember(name, .null))
            lines.append("out of the trash")
        } else if let value = before.fields[name] {
            fields.append(JSONMember(name, value))
            lines.append("\(name.printable): \(jsonText(value))")
        } else {
            // A field cannot be taken away; nothing stands for it.
            let nothing: JSONValue = name == "tags" ? .array([]) : .null
            fields.append(JSONMember(name, nothing))
            lines.append("\(name.printable): nothing")
        }
    }

    // MARK: To-dos

    /// Lets no completion of a task count.
    mutating func settleCompletions(of now: TaskState) {
        let counted = now.todos.filter { $0.completed != nil && !$0.isSuperseded }
        if counted.isEmpty { return }
        todoSteps.append(.settle(counted))
        lines.append("its completions do not count")
    }

    /// Makes the current to-do what it was, by its deadline or by another one that is like it, and lets
    /// completions count as they did before.
    ///
    /// - Parameter isTakenBack: whether the completion of a to-do is one that must not count any more.
    mutating func bringBackTodos(
        _ before: TaskState, _ now: TaskState, isTakenBack: (TodoState) -> Bool
    ) {
        bringBackCurrentTodo(before, now)
        var settled: [TodoState] = []
        var counted: [TodoState] = []
        for todo in now.todos where todo.completed != nil {
            let earlier = before.todos.last { $0.id == todo.id }
            let countedBefore = earlier.map { $0.completed != nil && !$0.isSuperseded } ?? false
            if countedBefore, todo.isSuperseded, let earlier {
                counted.append(earlier)
            } else if !countedBefore, !todo.isSuperseded, isTakenBack(todo) {
                settled.append(todo)
            }
        }
        if !settled.isEmpty { todoSteps.append(.settle(settled)) }
        for todo in counted {
            guard let completed = todo.completed else { continue }
            todoSteps.append(
                .add(
                    .completeTodo,
                    [
                        JSONMember("todoTaskId", .string(JSONString(todo.id.description))),
                        JSONMember("completed", .string(completed)),
                    ]))
        }
    }

    private mutating func bringBackCurrentTodo(_ before: TaskState, _ now: TaskState) {
        guard let todo = before.currentTodo else {
            if now.currentTodo != nil {
                todoSteps.append(.settle(now.openTodos))
                lines.append("nothing to be done")
            }
            return
        }
        if let current = now.currentTodo, current.notes == todo.notes, current.title == todo.title {
            if current.deadline == todo.deadline { return }
            if current.id == todo.id, let deadline = todo.deadline {
                todoSteps.append(
                    .add(
                        .snooze,
                        [
                            JSONMember("todoTaskId", .string(JSONString(todo.id.description))),
                            JSONMember("newDeadline", .string(deadline)),
                        ]))
                return addLine(of: todo)
            }
        }
        guard todo.deadline != nil || dialect == .fields else {
            return note("a deadline cannot be taken away in the payload dialect")
        }
        todoSteps.append(.add(.createTodo, todo.copiedFields(dialect)))
        todoSteps.append(.settle(now.openTodos))
        addLine(of: todo)
    }

    private mutating func addLine(of todo: TodoState) {
        lines.append(todo.due.map { "due \(localText($0))" } ?? "to be done, without a deadline")
    }

    // MARK: Writing

    /// Makes the nodes, which follow the heads of the task.
    func write(_ writer: inout TaskWriter) throws(RedoError) {
        let update = fields.isEmpty ? [] : [Step.add(.update, fields)]
        for step in memberSteps + update + todoSteps {
            switch step {
            case .add(.update, let fields):
                do throws(RedoError) {
                    try writer.add(.update, task, fields)
                } catch {
                    // The payload dialect cannot say all that was there before.
                    guard dialect == .payload else { throw error }
                    _ = try writer.make(
                        .update, task, fields, after: try writer.joinedEnds(of: task),
                        dialect: .fields)
                }
            case .add(let action, let fields): try writer.add(action, task, fields)
            case .settle(let todos): try writer.settle(todos, of: task)
            }
        }
    }
}
