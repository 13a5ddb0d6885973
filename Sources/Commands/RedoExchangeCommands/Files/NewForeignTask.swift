import RedoCalendar
import RedoCommandParts
import RedoInterchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The nodes that make a task of another program.
struct NewForeignTask: Sendable {
    let task: ForeignTask
    let id: UUIDValue
    let certificate: [JSONMember]
    /// The origin of the task.
    let origin: JSONString
    let dependencies: [TaskID]
    /// The fields of its recurrence.
    let recurrence: [JSONMember]
    let now: Instant

    /// CREATE with all fields; a to-do, or several of a task that came again; the work; what completed or deleted it;
    /// comments.
    ///
    /// A task that is completed and has neither deadline nor notes is completed as a whole, which is one node less.
    ///
    /// - Parameter ids: of comments and intervals.
    func chain(_ ids: NewIDs) -> NewTaskChain {
        var steps = [NewTaskChain.Step(.create, createFields)]
        for interval in task.work { steps += interval.steps(ids.draw(.work)) }
        for occurrence in task.occurrences {
            addTodo(due: occurrence.due, completed: occurrence.completed, to: &steps)
        }
        let ended = task.ended ?? now
        switch task.status {
        case .open: addCurrentTodo(to: &steps)
        case .completed:
            let isRecurring = task.recurrence != nil || (task.frequencyDays ?? 0) > 0
            let hasTodo = task.due != nil || task.notes != nil
            if hasTodo {
                addTodo(due: task.due, notes: task.notes, completed: ended, to: &steps)
            }
            if !hasTodo || isRecurring {
                steps.append(
                    NewTaskChain.Step(.complete, [JSONMember("completedAt", .text(ended.wallText))])
                )
            }
        case .deleted:
            if task.due != nil || task.notes != nil {
                addTodo(due: task.due, notes: task.notes, to: &steps)
            }
            steps.append(NewTaskChain.Step(.archive, []))
        }
        for comment in task.comments where !comment.text.isEmpty {
            steps.append(NewTaskChain.Step(.addComment, comment.fields(ids.draw(.comment))))
        }
        return NewTaskChain(TaskID(id), steps)
    }

    /// Adds the to-do of the current occurrence, as the rule gives it, and what has moved it since.
    private func addCurrentTodo(to steps: inout [NewTaskChain.Step]) {
        let (start, due) = (task.given?.scheduled ?? task.scheduled, task.given?.due ?? task.due)
        let id = addTodo(due: due, notes: task.notes, start: start, to: &steps)
        if let moved = task.due, moved != due {
            steps.append(
                NewTaskChain.Step(
                    .snooze, [id, JSONMember("newDeadline", .text(moved.wallText))]))
        }
        if let moved = task.scheduled, moved != start {
            steps.append(
                NewTaskChain.Step(.update, [JSONMember("scheduled", .text(moved.wallText))]))
        }
    }

    @discardableResult
    private func addTodo(
        due: Instant?, notes: String? = nil, completed: Instant? = nil, start: Instant? = nil,
        to steps: inout [NewTaskChain.Step]
    ) -> JSONMember {
        let id = TodoFieldOptions.newID
        var fields = [id]
        if let due { fields.append(JSONMember("deadline", .text(due.wallText))) }
        if let notes { fields.append(JSONMember("notes", .text(notes))) }
        if let start, let recurrence = task.recurrence {
            fields += recurrence.startFields(from: start, to: due)
        }
        steps.append(NewTaskChain.Step(.createTodo, fields))
        if let completed {
            steps.append(
                NewTaskChain.Step(
                    .completeTodo, [id, JSONMember("completed", .text(completed.wallText))]))
        }
        return id
    }

    private var createFields: [JSONMember] {
        var fields = [JSONMember("title", .text(task.title))]
        func add(_ name: JSONString, _ value: JSONValue?) {
            if let value { fields.append(JSONMember(name, value)) }
        }
        add("description", task.description.map { .text($0) })
        add("priority", task.priority.map { .number(Double($0)) })
        add("privacy", task.isPrivate.map { .bool($0) })
        add("storyPoints", task.points.map { .number($0) })
        for field in ForeignMember.updatable {
            if let name = field.fieldName { add(name, field.fieldValue(of: task)) }
        }
        if !dependencies.isEmpty {
            add("dependsOn", .array(dependencies.map { .text($0.description) }))
        }
        add(ImportedField.origin, .string(origin))
        add(ImportedField.created, task.created.map { .text($0.wallText) })
        add(ImportedField.modified, task.modified.map { .text($0.wallText) })
        if task.status == .deleted {
            add("trashedAt", .text(now.wallText))
            add(ImportedField.ended, task.ended.map { .text($0.wallText) })
        }
        fields += recurrence
        let taken = Set(fields.map(\.name))
        fields += task.fields.map(ForeignField.logged).filter {
            !taken.contains($0.name) && $0.value != .null
        }
        return fields + certificate
    }
}

extension Recurrence {
    /// The fields of a CREATE_TODO that give the start of an occurrence, if the rule gives starts.
    func startFields(from start: Instant, to due: Instant?) -> [JSONMember] {
        guard subject == .scheduled else { return [] }
        let fields = [JSONMember("scheduled", .text(start.wallText))]
        guard let due, let zone = NamedTimeZone(zone)?.rules else { return fields }
        return fields + [
            JSONMember("span", .number(Double(zone.wallSeconds(from: start, to: due))))
        ]
    }
}

extension ForeignMember {
    /// Members that are fields of a task under a name of their own, with the value that they have here.
    static let updatable: [ForeignMember] = [
        .project, .tags, .scheduled, .wait, .until, .estimate, .parent, .reminders,
    ]

    /// The name of the field that holds the member as it is; nil for other members.
    var fieldName: JSONString? {
        switch self {
        case .title: "title"
        case .description: "description"
        case .project: "project"
        case .parent: "parent"
        case .tags: "tags"
        case .priority: "priority"
        case .isPrivate: "privacy"
        case .points: "storyPoints"
        case .scheduled: "scheduled"
        case .wait: "wait"
        case .until: "until"
        case .estimate: "timeEstimate"
        case .frequencyDays: "frequencyDays"
        case .reminders: TaskReminder.field
        default: nil
        }
    }

    /// The value of the field; nil if the task does not have the member.
    func fieldValue(of task: ForeignTask) -> JSONValue? { value(of: task) }

    /// What a field holds that says nothing.
    var emptyFieldValue: JSONValue {
        switch self {
        case .description: ""
        case .priority: 3
        case .isPrivate: false
        case .points: 1
        case .frequencyDays: 0
        case .tags: .array([])
        default: .null
        }
    }
}
