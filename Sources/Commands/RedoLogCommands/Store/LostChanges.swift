import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// Nodes that give a task what it had before nodes were lost.
struct LostChanges {
    private let task: TaskID
    let title: String
    /// The fields of a new task that takes the place of one whose CREATE is lost; nil if the task is there.
    private var newTask: [JSONMember]?
    private var steps: [(action: Action, fields: [JSONMember])] = []
    /// What is written, a line each.
    private(set) var lines: [String] = []

    var isEmpty: Bool { steps.isEmpty && newTask == nil }

    /// - Parameters:
    ///   - wanted: the task as it was.
    ///   - now: the task as it is; nil if it is not there.
    init(to wanted: TaskState, from now: TaskState?) {
        task = wanted.id
        let known = (now ?? wanted).title.description
        title = known.isEmpty ? "a task without a title (\(wanted.id))" : known
        if let now {
            add(fieldsOf: wanted, now)
        } else {
            add(newTask: wanted)
        }
        add(stateOf: wanted, now)
        for todo in wanted.todos {
            add(todo, now: now?.todos.last { $0.id == todo.id }, isNew: now == nil)
        }
    }

    private mutating func add(newTask wanted: TaskState) {
        var fields = wanted.fields.members.filter { member in
            // The nonce is that of the lost id.
            !member.isOfItsCreate && member.value != .null
        }
        if wanted.title.description.isEmpty {
            fields.removeAll { $0.name == "title" }
            fields.append(JSONMember("title", .string(JSONString(title))))
        }
        newTask = fields
        lines.append("a new task, since the node that made the old one is lost")
        for member in fields where member.name != "title" && !isUsual(member) {
            lines.append("\(member.name.printable): \(jsonText(member.value))")
        }
    }

    /// True if a new task has this value by itself.
    private func isUsual(_ member: JSONMember) -> Bool {
        TaskFieldTable()[member.name] == member.value
    }

    private mutating func add(fieldsOf wanted: TaskState, _ now: TaskState) {
        var fields: [JSONMember] = []
        let names = Set((wanted.fields.members + now.fields.members).map(\.name))
        for name in names.sorted() {
            let (before, present) = (wanted.fields[name] ?? .null, now.fields[name] ?? .null)
            if before == present || JSONMember(name, before).isOfItsCreate { continue }
            let isCleared = before == .null && name == "tags"
            fields.append(JSONMember(name, isCleared ? .array([]) : before))
            lines.append(
                "\(name.printable): \(before == .null ? "nothing" : jsonText(before))")
        }
        if !fields.isEmpty { steps.append((.update, fields)) }
    }

    private mutating func add(stateOf wanted: TaskState, _ now: TaskState?) {
        if let time = wanted.snoozedUntil, time != now?.snoozedUntil {
            steps.append((.snooze, [JSONMember("snoozeUntil", .string(time))]))
            lines.append("hidden until \(time.printable)")
        }
        if let time = wanted.completedAt, now?.completedAt == nil {
            steps.append((.complete, [JSONMember("completedAt", .string(time))]))
            lines.append("completed")
        }
        if wanted.isArchived != now?.isArchived ?? false {
            steps.append((wanted.isArchived ? .archive : .unarchive, []))
            lines.append(wanted.isArchived ? "archived" : "no longer archived")
        }
    }

    /// - Parameter isNew: whether the task is a new one: its to-dos get ids of their own.
    private mutating func add(_ todo: TodoState, now: TodoState?, isNew: Bool) {
        let id =
            isNew
            ? TodoFieldOptions.newID
            : JSONMember("todoTaskId", .string(JSONString(todo.id.description)))
        if let now {
            if todo.completed == nil, now.completed == nil, let deadline = todo.deadline,
                deadline != now.deadline
            {
                steps.append((.snooze, [id, JSONMember("newDeadline", .string(deadline))]))
                lines.append(dueLine(of: todo))
            }
        } else {
            var fields = [id]
            if let deadline = todo.deadline {
                fields.append(JSONMember("deadline", .string(deadline)))
            }
            if !todo.notes.description.isEmpty {
                fields.append(JSONMember("notes", .string(todo.notes)))
            }
            if let title = todo.title { fields.append(JSONMember("title", .string(title))) }
            fields += todo.startFields
            steps.append((.createTodo, fields))
            if todo.completed == nil { lines.append(dueLine(of: todo)) }
        }
        guard let completed = todo.completed, now?.completed == nil else { return }
        var fields = [id, JSONMember("completed", .string(completed))]
        if todo.isSuperseded { fields.append(JSONMember("superseded", .bool(true))) }
        steps.append((.completeTodo, fields))
        lines.append("done at \(completed.printable)")
    }

    private func dueLine(of todo: TodoState) -> String {
        todo.due.map { "due \(localText($0))" } ?? "to be done, without a deadline"
    }

    /// Creates the nodes, which follow the heads of the task.
    ///
    /// They are in the fields dialect, which alone can say all that a task can have.
    func write(_ writer: inout TaskWriter) throws(RedoError) {
        var id = task
        if let newTask {
            let (new, certificate) = writer.newID(.task)
            id = TaskID(new)
            _ = try writer.make(.create, id, newTask + certificate, after: [], dialect: .fields)
        }
        for (action, fields) in steps {
            _ = try writer.make(
                action, id, fields, after: try writer.joinedEnds(of: id), dialect: .fields)
        }
    }
}
