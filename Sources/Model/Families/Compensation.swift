import RedoJSON
import RedoSystem

/// Nodes that take back what was done to a task, a category, a comment or an interval of work: its members get the
/// values that they had (docs/undo.md, "What undo writes").
package struct Compensation: Sendable {
    /// What becomes of what it is about.
    package enum Effect: Sendable {
        case nothing, changes
        /// It was not there before, so it is put away.
        case putsAway
        /// It is gone for good, so another one like it takes its place.
        case makesAgain
        /// It was not there before, and nothing deletes an interval: it ends where it began.
        case ends
        /// It was running, and nothing opens an interval again: another one goes on from its end.
        case continues
        /// It is a task that is deleted for good, which nothing takes back.
        case isDeleted
    }

    package enum Step: Sendable {
        /// A node of the task.
        case node(Action, [JSONMember])
        /// A new to-do like one that there was.
        case newTodo(like: TodoState)
        /// Completions of to-dos that do not count.
        case settlement([TodoState])
        /// A node about a thing: of a task, or of a category after its heads. It may make another one in its place.
        case thing(Action, [JSONMember], OwnedThing, of: TaskID?, after: [Node])
        /// What comes into the category that was made.
        case content(tasks: [TaskID], categories: [Organisation.Category])
    }

    /// Nil if it is not about a task as such.
    package let task: TaskID?
    /// What people are told it is about: `Buy milk`, `category Home`.
    package private(set) var name: String
    package let dialect: Dialect
    /// Shows a time to people.
    private let text: @Sendable (Instant) -> String
    package var effect = Effect.nothing
    private var memberSteps: [Step] = []
    private var fields: [JSONMember] = []
    private var todoSteps: [Step] = []
    /// What it does, a line each, and what it leaves as it is.
    package private(set) var lines: [String] = []
    /// Whether all is as it was before, once it is written.
    package private(set) var isWhole = true

    package init(
        _ task: TaskID?, _ name: String, _ dialect: Dialect,
        text: @escaping @Sendable (Instant) -> String
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

    /// The value that the category of the task gets; nil if it stays.
    package var category: JSONValue? {
        fields.first { $0.name == TaskField.category.name }?.value
    }

    /// Notes what is not as it was.
    package mutating func note(_ line: String) {
        isWhole = false
        lines.append(line)
    }

    // MARK: Tasks

    /// Says that the task is deleted, so that nothing can be written.
    package mutating func noteDeletion() {
        effect = .isDeleted
        isWhole = false
    }

    /// Puts away a task that was not there before.
    package mutating func putAway() {
        effect = .putsAway
        guard case .putsAway(let action) = Action.create.inverse else { return }
        memberSteps.append(.node(action, []))
    }

    mutating func add(_ action: Action, _ data: [JSONMember], _ line: String) {
        if action == .update { fields += data } else { memberSteps.append(.node(action, data)) }
        lines.append(line)
    }

    /// The members of a task, but for fields and to-dos, that can be given the values that they had.
    package static let memberNames = TaskActions.definitions.compactMap {
        (definition) -> JSONString? in
        guard case .member(let name, _) = definition.inverse else { return nil }
        return name
    }

    /// Gives a member of the task the value that it had.
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

    /// Lets no completion of a task count.
    package mutating func settleCompletions(of now: TaskState) {
        let counted = now.todos.filter { $0.completed != nil && !$0.isSuperseded }
        if counted.isEmpty { return }
        todoSteps.append(.settlement(counted))
        lines.append("its completions do not count")
    }

    /// Makes the current to-do what it was, by its deadline or by another one that is like it, and lets
    /// completions count as they did before.
    ///
    /// - Parameter isTakenBack: whether the completion of a to-do is one that must not count any more.
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
                lines.append("nothing to be done")
            }
            return
        }
        let line = todo.due.map { "due \(text($0))" } ?? "to be done, without a deadline"
        if let current = now.currentTodo, current.notes == todo.notes, current.title == todo.title {
            if current.deadline == todo.deadline { return }
            if current.id == todo.id, let deadline = todo.deadline {
                let time = JSONMember("newDeadline", .string(deadline))
                todoSteps.append(.node(.snooze, [todo.idMember, time]))
                return lines.append(line)
            }
        }
        guard todo.deadline != nil || dialect == .fields else {
            return note("a deadline cannot be taken away in the payload dialect")
        }
        todoSteps += [.newTodo(like: todo), .settlement(now.openTodos)]
        lines.append(line)
    }

    // MARK: Categories, comments and work

    /// Takes back what nodes of an action did to a thing.
    ///
    /// - Parameters:
    ///   - before: the members that the thing had before, as far as they come back.
    ///   - task: of a comment or an interval.
    ///   - heads: of a category that is there.
    package mutating func takeBack(
        _ action: Action, on thing: OwnedThing, _ before: [JSONMember] = [],
        of task: TaskID? = nil, after heads: [Node] = []
    ) {
        guard case .node(let inverse) = action.inverse else { return }
        let (action, data) = inverse(thing, before)
        memberSteps.append(.thing(action, data, thing, of: task, after: heads))
        switch OrganisationActions.effect(of: action)?.verb {
        case .make: effect = thing.kind == .work ? .continues : .makesAgain
        case .change: effect = thing.kind == .work ? .ends : .changes
        case .remove, nil: effect = .putsAway
        }
        if effect == .changes { noteValues(before) }
        if effect == .continues, let time = before.last?.value.string?.instant {
            lines.append("running since \(text(time))")
        }
    }

    private mutating func noteValues(_ members: [JSONMember]) {
        lines += members.map { "\($0.name.printable): \(jsonText($0.value))" }
    }

    /// Says what comes back with a thing that is made again, which gets another id.
    package mutating func noteCopy(_ members: [JSONMember], named name: String) {
        self.name = name
        noteValues(members)
    }

    /// Brings tasks and categories into a category that is made again.
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
