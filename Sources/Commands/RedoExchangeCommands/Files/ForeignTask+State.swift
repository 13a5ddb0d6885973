import RedoCalendar
import RedoInterchange
import RedoJSON
import RedoModel
import RedoRepository

/// Fields of tasks that came from other programs.
enum ForeignField {
    /// Fields that a task between programs has in members of its own, or that no other program needs.
    static let own: Set<JSONString> = [
        ImportedField.origin, ImportedField.created, ImportedField.modified, ImportedField.ended,
        "ownerNonce", "closed", "project", "tags", "scheduled", "wait", "until", "timeEstimate",
        "dependsOn", "parent", "trashedAt", Recurrence.Field.rule, Recurrence.Field.origin,
        Recurrence.Field.zone, Recurrence.Field.subject, Recurrence.Field.exceptions,
        TaskReminder.field,
    ]
}

extension ForeignField {
    /// A custom field of the neutral form that has the name of a column, and the name that it has in the log instead.
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
    /// Converts a task of the log to the form that other programs receive.
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
        created = state.creation
        modified = state.change(ImportedField.modified) ?? state.lastUpdated
        self.comments = comments.map(Comment.init)
        fields = state.fields.extraMembers.map(ForeignField.neutral).filter {
            !ForeignField.own.contains($0.name) && $0.value != .null
        }
        setTodos(state)
        reminders = state.reminders
        setRecurrence(state)
    }

    /// Sets the recurrence, and the dates that the rule gave the current occurrence if these were moved.
    private mutating func setRecurrence(_ state: TaskState) {
        guard let recurrence = state.recurrence else { return }
        let isOfStarts = recurrence.subject == .scheduled
        if let todo = state.currentTodo, recurrence.origin == .deadline {
            let start = isOfStarts ? todo.start ?? state.scheduledOfTask : nil
            let isMoved = todo.givenDue != nil && todo.givenDue != due
            if isMoved || (isOfStarts && start != scheduled) {
                given = GivenDates(scheduled: start, due: todo.givenDue)
            }
        }
        let first = isOfStarts ? given?.scheduled ?? scheduled : given?.due ?? due
        self.recurrence = Recurrence(simplifying: recurrence, first: first)
    }

    private mutating func setTodos(_ state: TaskState) {
        let completed = state.todos.filter { $0.completed != nil && !$0.isSuperseded }
        let last = completed.last
        let ended = (state.completedAt ?? last?.completed)?.instant
        if state.isInTrash {
            (status, self.ended) = (
                .deleted, state.change(ImportedField.ended) ?? state.trashedAt
            )
        } else if state.isDone {
            (status, self.ended) = (.completed, ended)
        }
        let shown = state.currentTodo ?? last
        due = shown?.due
        if let text = shown?.notes, !text.isEmpty { notes = text.description }
        guard state.isRecurring else { return }
        if !state.hasCurrentTodo, let start = last?.start { scheduled = start }
        let past = state.hasCurrentTodo ? completed[...] : completed.dropLast()
        occurrences = past.compactMap { todo in
            todo.completed?.instant.map { Occurrence(due: todo.due, completed: $0) }
        }
    }
}

extension TaskState {
    /// The time of a change in the other program, while nothing has changed the task since its import.
    fileprivate func change(_ field: JSONString) -> Instant? {
        lastUpdated == created ? fields[field]?.string?.instant : nil
    }
}

extension ForeignTask {
    /// The task without fields that only another format can read.
    func withoutFields(besideThoseOf format: InterchangeFormat) -> ForeignTask {
        let kept: Set<JSONString> =
            switch format {
            case .json: ImportedField.hidden
            case .taskwarrior: [ImportedField.taskwarrior]
            case .todotxt: [ImportedField.todotxt]
            default: []
            }
        let left = ImportedField.hidden.subtracting(kept)
        guard fields.contains(where: { left.contains($0.name) }) else { return self }
        var task = self
        task.fields.removeAll { left.contains($0.name) }
        return task
    }
}

extension ForeignTask.WorkInterval {
    /// An interval of the log; nil if its start is not a time.
    init?(_ interval: Organisation.WorkInterval) {
        guard let start = interval.start.instant else { return nil }
        self.init(from: start, to: interval.end.map { $0.instant ?? start })
    }

    /// The nodes that make the interval: START_WORK, and STOP_WORK unless it runs.
    ///
    /// - Parameter new: its id, and what certifies it.
    func steps(_ new: (id: UUIDValue, certificate: [JSONMember])) -> [NewTaskChain.Step] {
        func fields(_ moment: Instant) -> [JSONMember] {
            Organisation.WorkInterval.fields(new.id, at: moment)
        }
        return [NewTaskChain.Step(.startWork, fields(start) + new.certificate)]
            + (end.map { [NewTaskChain.Step(.stopWork, fields($0))] } ?? [])
    }
}

extension ForeignTask.Comment {
    /// A comment of the log, with the time at which it was written.
    init(_ comment: Organisation.Comment) {
        let (time, text) = comment.written
        self.init(at: time, text: text.description)
    }

    /// The fields of the ADD_COMMENT that makes the comment.
    ///
    /// - Parameter new: its id, and what certifies it.
    func fields(_ new: (id: UUIDValue, certificate: [JSONMember])) -> [JSONMember] {
        let logText = at.map { Organisation.Comment.text(text, at: $0) } ?? text
        return Organisation.Comment.fields(new, [Organisation.Comment.textMember(logText)])
    }
}

extension Recurrence {
    /// Copies a recurrence. If its first instance has the time of day of the rule, the rule of the copy has no time of
    /// day, as other programs write rules.
    init(simplifying recurrence: Recurrence, first: Instant?) {
        self = recurrence
        guard recurrence.origin == .deadline, let first,
            var rule = try? RecurrenceRule(recurrence.rule),
            rule.frequency >= .daily, rule.hours.count == 1, rule.minutes.count == 1,
            let zone = NamedTimeZone(recurrence.zone)
        else { return }
        let clock = zone.rules.clock(at: first)
        guard rule.hours == [clock.hour], rule.minutes == [clock.minute] else { return }
        (rule.hours, rule.minutes) = ([], [])
        self = recurrence.replacing(rule: rule.text)
    }
}
