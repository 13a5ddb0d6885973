import RedoJSON

/// The actions of the family `tasks` (protocol, section 3).
///
/// A new action is added at the end of the table and gets a constant of ``Action``. It also raises the version of
/// indexes (docs/pack-format.md).
enum TaskActions {
    static let definitions: [ActionDefinition<TaskState>] = [
        create, update, createTodo, addTodo, completeTodo, complete, snooze, archive, unarchive,
        delete, merge,
    ]
}

extension Action {
    package static let create = Action(TaskActions.create)
    package static let update = Action(TaskActions.update)
    package static let createTodo = Action(TaskActions.createTodo)
    package static let addTodo = Action(TaskActions.addTodo)
    package static let completeTodo = Action(TaskActions.completeTodo)
    package static let complete = Action(TaskActions.complete)
    package static let snooze = Action(TaskActions.snooze)
    package static let archive = Action(TaskActions.archive)
    package static let unarchive = Action(TaskActions.unarchive)
    package static let delete = Action(TaskActions.delete)
    package static let merge = Action(TaskActions.merge)
}

// MARK: The task

extension TaskActions {
    fileprivate static let create: ActionDefinition<TaskState> = ActionDefinition(
        name: "CREATE", code: 0,
        fields: .fields(taskFields(.fields, titleIsRequired: true)),
        payload: .payload(taskFields(.payload, titleIsRequired: true), parents: 0...0),
        role: RoleRule(.create),
        read: { .create(TaskFields($0.fields)) },
        apply: { change, state in
            guard state == nil, case .create(let fields) = change.payload, let id = change.taskID
            else { return }
            var table = TaskFieldTable()
            table.apply(fields)
            state = TaskState(
                id: id, owner: change.user, created: change.timestamp.wall,
                lastUpdated: change.timestamp.wall, fields: table)
        },
        members: { change in
            guard case .create(let fields) = change.payload else { return [] }
            // A member that the node does not name has its initial value, which no node set.
            return fields.members.map(\.name)
                .filter { name in !TaskFieldTable.computed.contains { name == $0 } }
                .map { StateMember($0) }
        },
        inverse: .putsAway(by: .archive),
        detail: { node, _ in
            guard case .create(let fields) = node.payload else { return "" }
            return fields["title"]?.string?.printable ?? ""
        })

    fileprivate static let update: ActionDefinition<TaskState> = ActionDefinition(
        name: "UPDATE", code: 1,
        fields: .fields(
            taskFields(.fields), reserved: reservedFields, mistake: mistakeOfNoFields),
        payload: .payload(
            taskFields(.payload), reserved: reservedFields, mistake: mistakeOfNoFields),
        role: RoleRule(.changesTask),
        read: { .update(TaskFields($0.fields)) },
        apply: { change, state in
            guard case .update(let fields) = change.payload else { return }
            state?.set(fields)
        },
        members: { change in
            guard case .update(let fields) = change.payload else { return [] }
            return fields.members.map { StateMember($0.name) }
        },
        inverse: .fields { name, before, compensation in
            if name == "trashedAt", before.trashedAt == nil {
                compensation.add(.update, [JSONMember(name, .null)], "out of the trash")
            } else {
                compensation.bringBack(name, before.fields[name])
            }
        },
        detail: { node, _ in
            guard case .update(let fields) = node.payload else { return "" }
            return fields.listedNames
        })

    fileprivate static let complete: ActionDefinition<TaskState> = ActionDefinition(
        name: "COMPLETE", code: 5,
        fields: .fields([ActionForm.Field(name: "completedAt", form: .time)]),
        payload: nil,
        role: RoleRule(.changesTask),
        read: { .complete(at: $0.fields["completedAt"]?.string) },
        apply: { change, state in
            guard case .complete(let time) = change.payload else { return }
            state?.completedAt = time ?? JSONString(change.timestamp.wall.wallText)
        },
        members: { _ in [StateMember("completedAt")] },
        inverse: .member("completedAt") { _, _, compensation in
            compensation.note("a task that was completed as a whole cannot be opened again")
        },
        detail: { node, time in
            guard case .complete(let completed) = node.payload else { return "" }
            return time(completed ?? JSONString(node.timestamp.wall.wallText))
        })

    fileprivate static let archive: ActionDefinition<TaskState> = archiving(
        "ARCHIVE", code: 7, .archive, true)
    fileprivate static let unarchive: ActionDefinition<TaskState> = archiving(
        "UNARCHIVE", code: 8, .unarchive, false)

    private static func archiving(
        _ name: StaticString, code: UInt8, _ payload: Payload, _ isArchived: Bool
    ) -> ActionDefinition<TaskState> {
        ActionDefinition(
            name: name, code: code, fields: .fields([]), payload: .payload([]),
            role: RoleRule(.changesTask),
            read: { _ in payload },
            apply: { _, state in state?.isArchived = isArchived },
            members: { _ in [StateMember("archived")] },
            inverse: .member("archived") { before, now, compensation in
                guard before.isArchived != now.isArchived else { return }
                compensation.add(
                    before.isArchived ? .archive : .unarchive, [],
                    before.isArchived ? "archived again" : "no longer archived")
            },
            detail: { _, _ in "" })
    }

    fileprivate static let delete: ActionDefinition<TaskState> = ActionDefinition(
        name: "DELETE", code: 9,
        fields: .fields([ActionForm.Field(name: "deletedChain", form: .idList)]),
        payload: .payload([
            ActionForm.Field(
                name: "deletedChain", form: .idList, isRequired: true,
                absence: .missingDeletedChain)
        ]),
        role: RoleRule(.delete),
        read: { .delete(chain: $0.fields["deletedChain"]?.elements.compactMap(\.nodeID)) },
        apply: { _, _ in },
        members: { _ in [] },
        inverse: .none("was deleted, which is final"),
        detail: { node, _ in
            guard case .delete(let chain?) = node.payload else { return "" }
            return "\(chain.count) \(chain.count == 1 ? "node" : "nodes")"
        })

    fileprivate static let merge: ActionDefinition<TaskState> = ActionDefinition(
        name: "MERGE", code: 10,
        fields: .fields(
            taskFields(.fields) + [ActionForm.Field(name: "completedAt", form: .time)],
            parents: 2...ActionForm.maximumParentCount, allowsConflictResolution: true),
        payload: .decision,
        role: RoleRule(.changesTask, withBase: .decidesMerge),
        read: { .merge($0.decision.map { .decision($0) } ?? .values(TaskFields($0.fields))) },
        apply: { change, state in
            guard case .merge(let merge) = change.payload else { return }
            switch merge {
            case .values(let fields):
                state?.set(fields)
                if let time = fields["completedAt"]?.string { state?.completedAt = time }
            case .decision: if let merged = change.merged { state?.apply(merged) }
            }
        },
        members: { change in
            guard case .merge(let merge) = change.payload else { return [] }
            switch merge {
            case .values(let fields): return fields.members.map { StateMember($0.name) }
            case .decision:
                let task = (change.merged?.task ?? []).map { StateMember($0.name) }
                return task
                    + (change.merged?.todos ?? []).map { StateMember($0.name, of: $0.todo) }
            }
        },
        inverse: .members,
        detail: { node, _ in
            guard case .merge(let merge) = node.payload else { return "" }
            switch merge {
            case .values(let fields): return fields.listedNames
            case .decision: return "\(node.parents.count) heads"
            }
        })
}

// MARK: To-dos

extension TaskActions {
    fileprivate static let createTodo: ActionDefinition<TaskState> = makingTodo(
        "CREATE_TODO", code: 2, payload: .payload(newTodoFields(.payload)))
    fileprivate static let addTodo: ActionDefinition<TaskState> = makingTodo(
        "ADD_TODO", code: 3, payload: nil)

    private static func makingTodo(
        _ name: StaticString, code: UInt8, payload: ActionForm?
    ) -> ActionDefinition<TaskState> {
        ActionDefinition(
            name: name, code: code, fields: .fields(newTodoFields(.fields)), payload: payload,
            role: RoleRule(nil, withTodo: .makesTodo),
            read: { .createTodo(NewTodo($0)) },
            apply: { change, state in
                guard case .createTodo(let todo) = change.payload else { return }
                state?.add(todo, change)
            },
            members: { change in
                guard case .createTodo(let todo) = change.payload else { return [] }
                let named: [(JSONString, JSONString?)] = [
                    ("deadline", todo.deadline), ("notes", todo.notes), ("title", todo.title),
                ]
                let given = named.compactMap { name, value in
                    value.map { _ in StateMember(name, of: todo.id) }
                }
                // The to-do itself: a second node with its id changes nothing.
                return [StateMember("guid", of: todo.id)] + given
            },
            inverse: .members,
            detail: { node, time in
                guard case .createTodo(let todo) = node.payload else { return "" }
                return todo.deadline.map { "due \(time($0))" } ?? "no deadline"
            })
    }

    fileprivate static let completeTodo: ActionDefinition<TaskState> = ActionDefinition(
        name: "COMPLETE_TODO", code: 4,
        fields: .fields(completionFields), payload: .payload(completionFields),
        role: RoleRule(nil, withTodo: .needsTodo),
        read: { TodoCompletion($0.fields).map { .completeTodo($0) } },
        apply: { change, state in
            guard case .completeTodo(let completion) = change.payload else { return }
            state?.update(completion.todo) {
                $0.completed = completion.completed
                $0.isSuperseded = completion.isSuperseded
                if let notes = completion.notes { $0.notes = notes }
            }
        },
        members: { change in
            guard let todo = change.payload.todo else { return [] }
            return ["completed", "notes"].map { StateMember($0, of: todo) }
        },
        inverse: .members,
        detail: { node, time in
            guard case .completeTodo(let completion) = node.payload else { return "" }
            return time(completion.completed) + (completion.isSuperseded ? ", superseded" : "")
        })

    fileprivate static let snooze: ActionDefinition<TaskState> = ActionDefinition(
        name: "SNOOZE", code: 6,
        fields: .fields(
            snoozeFields(.fields) + [ActionForm.Field(name: "snoozeUntil", form: .time)],
            mistake: { fields in
                let isOfTask = fields["snoozeUntil"] != nil
                let isValid =
                    isOfTask
                    ? fields["todoTaskId"] == nil && newDeadlineCount(fields) == 0
                    : movesTodo(fields)
                return isValid
                    ? nil
                    : "SNOOZE needs todoTaskId with one of daysToExtend and newDeadline, or "
                        + "snoozeUntil alone"
            }),
        payload: .payload(
            snoozeFields(.payload),
            mistake: { fields in
                movesTodo(fields)
                    ? nil : "SNOOZE needs todoTaskId with one of daysToExtend and newDeadline"
            }),
        role: RoleRule(.changesTask, withTodo: .needsTodo),
        read: { Snooze($0.fields).map { .snooze($0) } },
        apply: { change, state in
            guard case .snooze(let snooze) = change.payload else { return }
            switch snooze {
            case .extend(let todo, let days):
                state?.update(todo) {
                    let start = $0.due ?? change.timestamp.wall
                    $0.deadline = JSONString(start.advanced(byDays: days).wallText)
                }
            case .move(let todo, let deadline): state?.update(todo) { $0.deadline = deadline }
            case .task(let time): state?.snoozedUntil = time
            }
        },
        members: { change in
            [
                change.payload.todo.map { StateMember("deadline", of: $0) }
                    ?? StateMember("snoozedUntil")
            ]
        },
        // The deadline of a to-do belongs to the inverses of to-dos.
        inverse: .member("snoozedUntil") { before, now, compensation in
            // A time in the past hides nothing.
            let time = before.snoozedUntil ?? JSONString(now.created.wallText)
            compensation.add(
                .snooze, [JSONMember("snoozeUntil", .string(time))],
                before.snoozedUntil == nil ? "no longer hidden" : "hidden as before")
        },
        detail: { node, time in
            guard case .snooze(let snooze) = node.payload else { return "" }
            switch snooze {
            case .extend(_, let days): return "by \(days) \(days == 1 ? "day" : "days")"
            case .move(_, let deadline): return "until \(time(deadline))"
            case .task(let until): return "until \(time(until))"
            }
        })
}

// MARK: Fields

extension TaskActions {
    typealias Field = ActionForm.Field

    static func taskFields(_ dialect: Dialect, titleIsRequired: Bool = false) -> [Field] {
        let isPayload = dialect == .payload
        return [
            Field(name: "title", form: .nonEmptyText, isRequired: titleIsRequired),
            Field(name: "description", form: .text),
            Field(name: "privacy", form: .bool),
            Field(
                name: "storyPoints", form: isPayload ? .integer(atLeast: 0) : .nonNegativeNumber),
            Field(name: "priority", form: .integer(atLeast: 1, atMost: 5)),
            Field(name: "frequencyDays", form: .integer(atLeast: isPayload ? 1 : 0)),
        ]
    }

    /// Names that an UPDATE must not contain: members that replay computes, and those of the envelope.
    private static let reservedFields: [StaticString] = [
        "guid", "todoTasks", "created", "archived", "archive", "deleted",
        "id", "version", "parents", "timestamp", "author", "action", "taskId", "data", "signature",
    ]

    /// Whether the protocol defines a name: a field of version 1, a member that replay computes, or one of the
    /// envelope.
    static func isReserved(_ name: JSONString) -> Bool {
        TaskFieldTable.isKnown(name)
            || (reservedFields + TaskFieldTable.computed).contains { name == $0 }
    }

    /// An UPDATE must set something. If it has only a reserved field, the error names that field.
    @Sendable private static func mistakeOfNoFields(_ fields: JSONElement) -> String? {
        fields.count == 0 ? "UPDATE needs at least one field" : nil
    }

    private static func newTodoFields(_ dialect: Dialect) -> [Field] {
        let isPayload = dialect == .payload
        var fields = [
            Field(name: "todoTaskId", form: .uuid, isRequired: isPayload),
            Field(name: "deadline", form: .time, isRequired: isPayload),
            Field(name: "notes", form: .text),
        ]
        if !isPayload { fields.append(Field(name: "title", form: .text)) }
        return fields
    }

    private static let completionFields = [
        Field(name: "todoTaskId", form: .uuid, isRequired: true),
        Field(name: "completed", form: .time, isRequired: true),
        Field(name: "notes", form: .text),
    ]

    private static func snoozeFields(_ dialect: Dialect) -> [Field] {
        [
            Field(name: "todoTaskId", form: .uuid, isRequired: dialect == .payload),
            Field(name: "daysToExtend", form: .integer(atLeast: 1)),
            Field(name: "newDeadline", form: .time),
        ]
    }

    private static func newDeadlineCount(_ fields: JSONElement) -> Int {
        [fields["daysToExtend"], fields["newDeadline"]].count { $0 != nil }
    }

    private static func movesTodo(_ fields: JSONElement) -> Bool {
        fields["todoTaskId"] != nil && newDeadlineCount(fields) == 1
    }
}

extension TaskFields {
    fileprivate var listedNames: String { members.map(\.name.printable).joined(separator: ", ") }
}

// MARK: Reading

extension NewTodo {
    fileprivate init(_ data: NodeData) {
        let fields = data.fields
        let isOfFields = data.dialect == .fields
        self.init(
            id: fields["todoTaskId"]?.todoID ?? TodoID(unnamedTodoOf: data.id),
            deadline: fields["deadline"]?.string, notes: fields["notes"]?.string,
            title: isOfFields ? fields["title"]?.string : nil,
            scheduled: isOfFields ? fields["scheduled"]?.string.flatMap(Self.time) : nil,
            span: isOfFields ? fields["span"]?.integer : nil)
    }

    /// A text that is a time; nil for another one, which counts as missing.
    private static func time(_ text: JSONString) -> JSONString? {
        text.instant == nil ? nil : text
    }
}

extension TodoCompletion {
    fileprivate init?(_ fields: JSONElement) {
        guard let todo = fields["todoTaskId"]?.todoID, let completed = fields["completed"]?.string
        else { return nil }
        self.init(
            todo: todo, completed: completed, notes: fields["notes"]?.string,
            isSuperseded: fields["superseded"]?.bool == true)
    }
}

extension Snooze {
    fileprivate init?(_ fields: JSONElement) {
        if let todo = fields["todoTaskId"]?.todoID {
            if let days = fields["daysToExtend"]?.integer {
                self = .extend(todo, days: days)
            } else if let deadline = fields["newDeadline"]?.string {
                self = .move(todo, deadline: deadline)
            } else {
                return nil
            }
        } else if let time = fields["snoozeUntil"]?.string {
            self = .task(until: time)
        } else {
            return nil
        }
    }
}

// MARK: Applying

extension TaskState {
    /// Sets fields by name.
    fileprivate mutating func set(_ fields: TaskFields) {
        self.fields.apply(fields)
        if fields["scheduled"] != nil { replaceStarts() }
    }

    /// Lets the task's `scheduled` be shown in place of those of its to-dos. A node that is concurrent with a CREATE_TODO
    /// counts as later if it follows in replay order.
    mutating func replaceStarts() {
        for index in todos.indices where todos[index].scheduled != nil {
            todos[index].isStartReplaced = true
        }
    }

    fileprivate mutating func add(_ todo: NewTodo, _ change: Change) {
        // The fold follows replay order, so appending keeps the to-dos in it.
        guard index(of: todo.id) == nil else { return }
        todos.append(
            TodoState(
                id: todo.id, task: id, deadline: todo.deadline, notes: todo.notes ?? "",
                title: todo.title, completed: nil, scheduled: todo.scheduled, span: todo.span,
                madeBy: change.position))
    }

    mutating func update(_ id: TodoID, _ body: (inout TodoState) -> Void) {
        guard let index = index(of: id) else { return }
        body(&todos[index])
    }

    /// Finds a to-do in the array itself: copying one takes longer than comparing many.
    private func index(of id: TodoID) -> Int? {
        // To-dos in use are among the latest.
        var index = todos.count - 1
        while index >= 0, todos[index].id != id { index -= 1 }
        return index < 0 ? nil : index
    }
}
