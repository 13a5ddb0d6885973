import RedoCalendar
import RedoInterchange
import RedoJSON
import RedoModel

/// Fields of tasks that came from other programs.
enum ForeignField {
    /// `FORMAT:UID`: where a task is from, by which another import knows it again.
    static let origin: JSONString = "importedFrom"
    /// When the other program made it; the wall time of its nodes is that of the import.
    static let created: JSONString = "createdAt"
    /// When it was last changed there.
    static let modified: JSONString = "modifiedAt"

    /// Fields that a task between programs has in members of its own, or that no other program needs.
    static let own: Set<JSONString> = [
        origin, created, modified, "ownerNonce", "closed", "project", "tags", "scheduled", "wait",
        "until",
        "timeEstimate", "dependsOn", "parent", "trashedAt", Recurrence.Field.rule,
        Recurrence.Field.origin,
        Recurrence.Field.zone,
    ]
}

extension ForeignField {
    /// The field of the neutral form whose name is that of a column, and its name in the log.
    private static let state: (neutral: JSONString, logged: JSONString) = ("state", "otherState")

    /// A custom field of the neutral form as the log has it.
    static func logged(_ field: JSONMember) -> JSONMember {
        field.name == state.neutral ? JSONMember(state.logged, field.value) : field
    }

    /// A custom field of the log in the neutral form.
    static func neutral(_ field: JSONMember) -> JSONMember {
        field.name == state.logged ? JSONMember(state.neutral, field.value) : field
    }
}

extension ForeignTask {
    /// A task of the log, as other programs are told of it.
    ///
    /// - Parameter comments: on the task, the oldest first.
    init(_ state: TaskState, _ comments: [Organisation.Comment]) {
        self.init()
        uid = state.id.description
        title = state.title.description
        if !state.description.isEmpty { description = state.description.description }
        project = state.project?.description
        tags = state.tags.map(\.description)
        if state.priority != 3 { priority = state.priority }
        if state.isPrivate { isPrivate = true }
        if state.storyPoints != 1 { points = state.storyPoints }
        scheduled = state.date(.scheduled)
        wait = state.date(.wait)
        until = state.date(.until)
        if case .minutes(let minutes)? = TaskField.estimate.value(of: state) { estimate = minutes }
        if state.frequencyDays > 0 { frequencyDays = state.frequencyDays }
        dependsOn = state.dependencies.map(\.description)
        parent = state.fields["parent"]?.string.flatMap { TaskID($0.description) }?.description
        created = Self.time(state.fields[ForeignField.created]) ?? state.created
        modified = state.lastUpdated
        self.comments = comments.map(Comment.init)
        fields = state.fields.extraMembers.map(ForeignField.neutral).filter {
            !ForeignField.own.contains($0.name) && $0.value != .null
        }
        setTodos(state)
        recurrence = state.recurrence.map { Recurrence(simplifying: $0, due: due) }
    }

    private static func time(_ value: JSONValue?) -> Instant? {
        value?.string.flatMap { Instant(iso8601: $0.utf8.span) }
    }

    private mutating func setTodos(_ state: TaskState) {
        let completed = state.todos.filter { $0.completed != nil && !$0.isSuperseded }
        let last = completed.last
        let ended = (state.completedAt ?? last?.completed).flatMap {
            Instant(iso8601: $0.utf8.span)
        }
        if state.isInTrash {
            (status, self.ended) = (.deleted, state.trashedAt)
        } else if state.isDone {
            (status, self.ended) = (.completed, ended)
        }
        let shown = state.currentTodo ?? last
        due = shown?.due
        if let text = shown?.notes, !text.isEmpty { notes = text.description }
        guard state.isRecurring else { return }
        let past = state.hasCurrentTodo ? completed[...] : completed.dropLast()
        occurrences = past.compactMap { todo in
            todo.completed.flatMap { Instant(iso8601: $0.utf8.span) }
                .map { Occurrence(due: todo.due, completed: $0) }
        }
    }
}

extension ForeignTask.Comment {
    /// A comment of the log. One that came from another program begins with the time that it was written at there.
    init(_ comment: Organisation.Comment) {
        let text = comment.text.description
        if text.hasPrefix("["), let end = text.firstIndex(of: "]"),
            let at = Instant(
                iso8601: Array(text[text.index(after: text.startIndex)..<end].utf8).span),
            text[end...].hasPrefix("] ")
        {
            self.init(at: at, text: String(text[end...].dropFirst(2)))
        } else {
            self.init(at: comment.created, text: text)
        }
    }

    /// The comment as the log has it.
    var logText: String { at.map { "[\($0.wallText)] \(text)" } ?? text }
}

extension Recurrence {
    /// The recurrence without a time of day that is the deadline's anyway, as other programs write rules.
    init(simplifying recurrence: Recurrence, due: Instant?) {
        self = recurrence
        guard recurrence.origin == .deadline, let due,
            var rule = try? RecurrenceRule(recurrence.rule),
            rule.frequency >= .daily, rule.hours.count == 1, rule.minutes.count == 1,
            let zone = NamedTimeZone(recurrence.zone)
        else { return }
        let clock = zone.rules.clock(at: due)
        guard rule.hours == [clock.hour], rule.minutes == [clock.minute] else { return }
        (rule.hours, rule.minutes) = ([], [])
        self.init(rule: rule.text, origin: recurrence.origin, zone: recurrence.zone)
    }
}
