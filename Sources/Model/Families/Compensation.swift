import RedoJSON
import RedoSystem

/// Nodes that undo changes to a task, a category, a comment or an interval of work: its members get their earlier
/// values (docs/undo.md, "What undo writes").
package struct Compensation: Sendable {
    /// The effect on the subject.
    package enum Effect: Sendable {
        case nothing, changes
        /// It did not exist before, so it is put away.
        case putsAway
        /// It is permanently gone, so a similar one replaces it.
        case makesAgain
        /// It is a permanently deleted task, which cannot be restored.
        case isDeleted
    }

    package enum Step: Sendable {
        /// A node of the task.
        case node(Action, [JSONMember])
        /// A new to-do like an earlier one.
        case newTodo(like: TodoState)
        /// Completions of to-dos that do not count.
        case settlement([TodoState])
        /// A node about a thing: of a task, or of a category after its heads. It may create another one as a
        /// replacement.
        case thing(Action, [JSONMember], OwnedThing, of: TaskID?, after: [Node])
        /// A node about the replacement that the step before creates.
        case replacement(Action, [JSONMember], of: TaskID)
        /// The content of the replaced category.
        case content(tasks: [TaskID], categories: [Organisation.Category])
    }

    /// The task; nil if the subject is not a task.
    package let task: TaskID?
    /// The subject, for people: `Buy milk`, `category Home`.
    package private(set) var name: String
    package let dialect: Dialect
    /// Formats a time for people; of a day without a time whether that is its last minute or its first.
    private let text: @Sendable (Instant, _ endsDay: Bool) -> String
    package var effect = Effect.nothing
    private var memberSteps: [Step] = []
    private var fields: [JSONMember] = []
    private var todoSteps: [Step] = []
    /// The effects and the exceptions, one per line.
    package private(set) var lines: [String] = []
    /// Whether everything will be as before, once the nodes are written.
    package private(set) var isWhole = true

    package init(
        _ task: TaskID?, _ name: String, _ dialect: Dialect,
        text: @escaping @Sendable (Instant, _ endsDay: Bool) -> String
    ) {
        self.task = task
        self.name = name
        self.dialect = dialect
        self.text = text
    }

    package var steps: [Step] {
        memberSteps + (fields.isEmpty ? [] : [.node(.update, fields)]) + todoSteps
    }

    package var isEmpty: Bool { steps.isEmpty }

    /// The value that the category of the task gets; nil if it does not change.
    package var category: JSONValue? {
        fields.first { $0.name == TaskField.category.name }?.value
    }

    /// Adds a line about what is not as before.
    package mutating func note(_ line: String) {
        isWhole = false
        lines.append(line)
    }

    // MARK: Tasks

    /// Notes that the task is deleted, so that nothing can be written.
    package mutating func noteDeletion() {
        effect = .isDeleted
        isWhole = false
    }

    /// Puts away a task that did not exist before.
    package mutating func putAway() {
        effect = .putsAway
        guard case .putsAway(let action) = Action.create.inverse else { return }
        memberSteps.append(.node(action, []))
    }

    /// Restores the earlier value of a field, which gets null or no elements if it had none: a field cannot be removed.
    mutating func bringBack(_ name: JSONString, _ value: JSONValue?) {
        let nothing: JSONValue = name == TaskField.tags.name ? .array([]) : .null
        let field = TaskField.standard.first { $0.name == name }
        let words =
            if let field, case .date(let instant)? = value.flatMap(field.form.value) {
                text(instant, field.endsDay)
            } else {
                value.map(jsonText) ?? "nothing"
            }
        add(
            .update, [JSONMember(name, value ?? nothing)],
            "\(field?.label.lowercased() ?? name.printable): \(words)")
    }

    mutating func add(_ action: Action, _ data: [JSONMember], _ line: String) {
        if action == .update { fields += data } else { memberSteps.append(.node(action, data)) }
        lines.append(line)
    }

    /// The members of a task, except fields and to-dos, whose earlier values can be restored.
    package static let memberNames = TaskActions.definitions.compactMap {
        (definition) -> JSONString? in
        guard case .member(let name, _) = definition.inverse else { return nil }
        return name
    }

    /// Restores the earlier value of a member of the task.
    package mutating func bringBack(_ name: JSONString, _ before: TaskState, _ now: TaskState) {
        for inverse in TaskActions.definitions.map(\.inverse) {
            if case .member(name, let bringBack) = inverse {
                return bringBack(before, now, &self)
            }
        }
        guard case .fields(let bringBack) = Action.update.inverse else { return }
        bringBack(name, before, &self)
    }

    // MARK: To-dos

    /// Settles all completions of a task, so that none counts.
    package mutating func settleCompletions(of now: TaskState) {
        let counted = now.todos.filter { $0.completed != nil && !$0.isSuperseded }
        if counted.isEmpty { return }
        todoSteps.append(.settlement(counted))
        lines.append("its completions do not count")
    }

    /// Restores the current to-do, by its deadline or by a similar one, and lets completions count as they did before.
    ///
    /// - Parameter isTakenBack: whether the completion of a to-do must no longer count.
    package mutating func bringBackTodos(
        _ before: TaskState, _ now: TaskState, isTakenBack: (TodoState) -> Bool
    ) {
        bringBackCurrentTodo(before, now)
        var settled: [TodoState] = []
        var counted: [Step] = []
        for todo in now.todos where todo.completed != nil {
            let earlier = before.todos.last { $0.id == todo.id }
            let completed = earlier.flatMap { $0.isSuperseded ? nil : $0.completed }
            if let completed, todo.isSuperseded {
                let time = JSONMember("completed", .string(completed))
                counted.append(.node(.completeTodo, [todo.idMember, time]))
            } else if completed == nil, !todo.isSuperseded, isTakenBack(todo) {
                settled.append(todo)
            }
        }
        todoSteps += (settled.isEmpty ? [] : [.settlement(settled)]) + counted
    }

    private mutating func bringBackCurrentTodo(_ before: TaskState, _ now: TaskState) {
        guard let todo = before.currentTodo else {
            if now.currentTodo != nil {
                todoSteps.append(.settlement(now.openTodos))
                lines.append("no occurrence to be done")
            }
            return
        }
        let line = todo.due.map { "due \(text($0, true))" } ?? "to be done, without a deadline"
        if let current = now.currentTodo, current.notes == todo.notes, current.title == todo.title {
            if current.deadline == todo.deadline { return }
            if current.id == todo.id, let deadline = todo.deadline {
                let time = JSONMember("newDeadline", .string(deadline))
                todoSteps.append(.node(.snooze, [todo.idMember, time]))
                return lines.append(line)
            }
        }
        guard todo.deadline != nil || dialect == .fields else {
            return note("a deadline cannot be removed with redo.dialect = payload")
        }
        todoSteps += [.newTodo(like: todo), .settlement(now.openTodos)]
        lines.append(line)
    }

    // MARK: Categories, comments and work

    /// Undoes what nodes of an action did to a thing.
    ///
    /// - Parameters:
    ///   - before: the earlier members of the thing, as far as they are restored.
    ///   - task: the task of a comment or an interval.
    ///   - heads: the heads of a category that exists.
    package mutating func takeBack(
        _ action: Action, on thing: OwnedThing, _ before: [JSONMember] = [],
        of task: TaskID? = nil, after heads: [Node] = []
    ) {
        guard case .node(let inverse) = action.inverse else { return }
        let (action, data) = inverse(thing, before)
        memberSteps.append(.thing(action, data, thing, of: task, after: heads))
        switch OrganisationActions.effect(of: action)?.verb {
        case .make: effect = .makesAgain
        case .change: effect = .changes
        case .remove, nil: effect = .putsAway
        }
        guard effect == .changes else { return }
        if thing.kind == .work { noteTimes(before) } else { noteValues(before) }
    }

    /// Creates an interval like one that is permanently gone, with the end that it had.
    package mutating func makeAgain(
        _ work: OwnedThing, of task: TaskID, start: JSONValue, end: JSONValue
    ) {
        takeBack(.deleteWork, on: work, [JSONMember("at", start)], of: task)
        if end != .null {
            memberSteps.append(.replacement(.editWork, [JSONMember("end", end)], of: task))
        }
        noteTimes([JSONMember("start", start), JSONMember("end", end)])
    }

    /// Notes the times that an interval gets; a null end is that of one that runs.
    private mutating func noteTimes(_ members: [JSONMember]) {
        lines += members.map { member in
            member.value.string?.instant.map { "\(member.name.printable): \(text($0, false))" }
                ?? "running again"
        }
    }

    private mutating func noteValues(_ members: [JSONMember]) {
        lines += members.map { "\($0.name.printable): \(jsonText($0.value))" }
    }

    /// Notes what is restored with a copy of a thing, which has another id.
    package mutating func noteCopy(_ members: [JSONMember], named name: String) {
        self.name = name
        noteValues(members)
    }

    /// Moves tasks and categories into the copy of a category.
    package mutating func fill(_ tasks: [TaskID], _ categories: [Organisation.Category]) {
        memberSteps.append(.content(tasks: tasks, categories: categories))
        if !tasks.isEmpty { lines.append("\(counted(tasks.count, "task")) in it") }
        if !categories.isEmpty {
            let names = categories.map(\.name.printable).joined(separator: ", ")
            lines.append("with \(names) under it")
        }
    }
}

extension TodoState {
    fileprivate var idMember: JSONMember {
        JSONMember("todoTaskId", .string(JSONString(id.description)))
    }
}
