import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A change of a task that another program made.
struct ForeignEdit {
    private let state: TaskState
    private let comments: [Organisation.Comment]
    private let log: Log
    private let settings: InterchangeSettings
    private let imported: ImportedFields
    /// What the next node follows; nil for the heads of the task.
    private var parents: [Node]?

    /// - Parameters:
    ///   - comments: those of the log on the task.
    ///   - log: with the nodes of the task.
    ///   - imported: fields that are taken away if the other program does not have them.
    init(
        of state: TaskState, _ comments: [Organisation.Comment], _ log: Log,
        _ settings: InterchangeSettings, _ imported: ImportedFields = .none
    ) {
        self.imported = imported
        self.state = state
        self.log = log
        self.comments = comments
        self.settings = settings
    }

    /// Creates the nodes of what differs.
    ///
    /// - Parameters:
    ///   - wanted: the task as the other program has it, its dependencies by the ids of tasks.
    ///   - base: the task as that program had it when both were alike: what it has no longer is taken away. Nil if
    ///     that is not known: what it does not have stays as it is, but for what imports set.
    ///   - heads: the heads of the task at that time; nil for those of now.
    /// - Returns: whether anything differs.
    mutating func write(
        toward wanted: ForeignTask, from base: ForeignTask?, rules: inout ForeignRules,
        after heads: [Node]?, _ writer: inout TaskWriter
    ) throws(RedoError) -> Bool {
        let count = writer.nodes.count
        parents = heads
        let known = ForeignTask(state, comments)
        let before = base ?? known
        var wanted = wanted
        let completed = newlyCompleted(wanted, since: before)
        let isStartOfRule = !completed.isEmpty && state.recurrence?.subject == .scheduled
        var fields: [JSONMember] = []
        for member in ForeignMember.allCases {
            guard let name = member.fieldName else { continue }
            // The start of the next occurrence follows from the completion of this one.
            if member == .scheduled, isStartOfRule { continue }
            let value = member.value(of: wanted)
            let isTaken = base != nil || imported.contains(name)
            if value == nil, !isTaken || member == .title { continue }
            if value == member.value(of: before) { continue }
            add(JSONMember(name, value ?? member.emptyFieldValue), to: &fields)
        }
        let isWhole = base != nil || imported.contains("dependsOn")
        if wanted.dependsOn != before.dependsOn, isWhole || !wanted.dependsOn.isEmpty {
            add(
                JSONMember("dependsOn", .array(wanted.dependsOn.map { .text($0) })), to: &fields)
        }
        addRecurrence(&wanted, before, isWhole: base != nil, &rules, to: &fields)
        addOwnFields(wanted, before, isWhole: base != nil, to: &fields)
        if !fields.isEmpty {
            try add(.update, fields + (imported.origin.map { [$0] } ?? []), &writer)
        }
        if try !writeOccurrences(completed, &writer) {
            try writeStatus(wanted, before, known, isWhole: base != nil, &writer)
        }
        try writeComments(wanted, before, &writer)
        return writer.nodes.count > count
    }

    /// Adds a field unless the task has this value.
    private func add(_ field: JSONMember, to fields: inout [JSONMember]) {
        let present = state.shownValue(of: field.name)
        let isEmpty = field.value == .null || field.value == .array([])
        if present == field.value || (isEmpty && (present == nil || present == .null)) { return }
        fields.append(field)
    }

    private mutating func add(
        _ action: Action, _ fields: [JSONMember], _ writer: inout TaskWriter
    ) throws(RedoError) {
        let node = try writer.add(action, state.id, fields, after: parents)
        if parents != nil { parents = [node] }
    }

    private func addRecurrence(
        _ wanted: inout ForeignTask, _ before: ForeignTask, isWhole: Bool,
        _ rules: inout ForeignRules, to fields: inout [JSONMember]
    ) {
        let isTaken = isWhole || imported.contains(Recurrence.Field.rule)
        guard wanted.recurrence != before.recurrence, isTaken || wanted.recurrence != nil else {
            return
        }
        guard wanted.recurrence != nil else {
            for name in Recurrence.Field.all { add(JSONMember(name, .null), to: &fields) }
            return
        }
        wanted.due = wanted.due ?? state.due
        let new = rules.fields(of: &wanted)
        for field in new { add(field, to: &fields) }
        // What the fields of a rule do not say is as usual.
        guard wanted.recurrence != nil else { return }
        for name in Recurrence.Field.all where !new.contains(where: { $0.name == name }) {
            add(JSONMember(name, .null), to: &fields)
        }
    }

    private func addOwnFields(
        _ wanted: ForeignTask, _ before: ForeignTask, isWhole: Bool,
        to fields: inout [JSONMember]
    ) {
        for field in wanted.fields where !before.fields.contains(field) {
            // What only the other program can read does not alone change a task that was made here.
            let isHidden = ImportedField.hidden.contains(field.name)
            if isHidden, imported.origin == nil, fields.isEmpty { continue }
            add(ForeignField.logged(field), to: &fields)
        }
        for field in before.fields
        where !wanted.fields.contains(where: { $0.name == field.name }) {
            let name = ForeignField.logged(field).name
            if isWhole || imported.contains(name) { add(JSONMember(name, .null), to: &fields) }
        }
    }

    // MARK: Occurrences

    /// The occurrences of a recurring task that the other program has completed.
    private func newlyCompleted(
        _ wanted: ForeignTask, since before: ForeignTask
    ) -> [ForeignTask.Occurrence] {
        guard wanted.status == .open, state.recurrence != nil else { return [] }
        let known = Set(before.occurrences)
        return wanted.occurrences.filter { !known.contains($0) }
    }

    /// Completes the occurrences that the other program has completed, one after another. The dates of what is then the
    /// current one follow from the rule.
    ///
    /// - Returns: whether the current one was completed.
    private mutating func writeOccurrences(
        _ occurrences: [ForeignTask.Occurrence], _ writer: inout TaskWriter
    ) throws(RedoError) -> Bool {
        if occurrences.isEmpty { return false }
        var rest = occurrences
        if let parents {
            let ends = Set(writer.currentEnds(of: state.id).map(\.id))
            guard Set(parents.map(\.id)) == ends else { return false }
            self.parents = nil
        }
        var isCompleted = false
        while let task = writer.currentLog().replay.task(state.id), let todo = task.currentTodo,
            let index = rest.firstIndex(where: { $0.due == todo.givenDue || $0.due == todo.due })
        {
            var completion = Completion(at: rest.remove(at: index).completed, notes: nil, todo: nil)
            _ = try completion.write(of: task, &writer)
            isCompleted = true
        }
        let known = Set(state.todos.map(\.id))
        for occurrence in rest { try record(occurrence, besides: known, &writer) }
        return isCompleted
    }

    /// Adds a completed to-do for an occurrence that was completed out of turn. Its id is derived, so that two devices
    /// that read one file make one.
    private mutating func record(
        _ occurrence: ForeignTask.Occurrence, besides known: Set<TodoID>,
        _ writer: inout TaskWriter
    ) throws(RedoError) {
        let id = TodoID(occurrence: (occurrence.due ?? occurrence.completed).wallText, of: state.id)
        if known.contains(id) { return }
        let name = JSONMember("todoTaskId", .text(id.description))
        let due = occurrence.due.map { [JSONMember("deadline", .text($0.wallText))] } ?? []
        try add(.createTodo, [name] + due, &writer)
        try add(
            .completeTodo, [name, JSONMember("completed", .text(occurrence.completed.wallText))],
            &writer)
    }

    // MARK: To-dos

    private mutating func writeStatus(
        _ wanted: ForeignTask, _ before: ForeignTask, _ known: ForeignTask, isWhole: Bool,
        _ writer: inout TaskWriter
    ) throws(RedoError) {
        if wanted.status != before.status, wanted.status != known.status {
            switch wanted.status {
            case .completed: return try complete(at: wanted.ended ?? settings.now, &writer)
            case .deleted: return try writer.moveIntoTrash(state)
            case .open:
                if state.isInTrash {
                    return try writer.takeOutOfTrash(state, unarchives: state.isArchived)
                }
                return try addTodo(due: wanted.due, &writer)
            }
        }
        guard wanted.status == .open, wanted.due != before.due, wanted.due != state.due else {
            return
        }
        if let due = wanted.due {
            if let todo = state.currentTodo {
                let id = JSONMember("todoTaskId", .text(todo.id.description))
                try add(.snooze, [id, JSONMember("newDeadline", .text(due.wallText))], &writer)
            } else {
                try addTodo(due: due, &writer)
            }
        } else if isWhole, let todo = state.currentTodo {
            // No action takes a deadline away: another to-do takes the place of the open one.
            try addTodo(due: nil, &writer)
            try settle(todo, &writer)
        }
    }

    private mutating func addTodo(
        due: Instant?, _ writer: inout TaskWriter
    ) throws(RedoError) {
        var fields = [TodoFieldOptions.newID]
        if let due { fields.append(JSONMember("deadline", .text(due.wallText))) }
        if let notes = state.currentTodo?.notes, !notes.isEmpty {
            fields.append(JSONMember("notes", .string(notes)))
        }
        fields += state.currentTodo?.startFields ?? []
        try add(.createTodo, fields, &writer)
    }

    private mutating func settle(
        _ todo: TodoState, _ writer: inout TaskWriter
    ) throws(RedoError) {
        try add(
            .completeTodo,
            [
                JSONMember("todoTaskId", .text(todo.id.description)),
                JSONMember("completed", .text(settings.now.wallText)),
                JSONMember("superseded", true),
            ], &writer)
    }

    /// Completes the current to-do. The next one of a recurring task is made unless the task has diverged: whoever
    /// joins the heads decides what comes next.
    private mutating func complete(
        at time: Instant, _ writer: inout TaskWriter
    ) throws(RedoError) {
        guard let heads = parents else {
            var completion = Completion(at: time, notes: nil, todo: nil)
            _ = try completion.write(of: state, &writer)
            return
        }
        let isApart = Set(heads.map(\.id)) != Set(writer.currentEnds(of: state.id).map(\.id))
        guard isApart else {
            parents = nil
            return try complete(at: time, &writer)
        }
        if let todo = state.currentTodo {
            try add(
                .completeTodo,
                [
                    JSONMember("todoTaskId", .text(todo.id.description)),
                    JSONMember("completed", .text(time.wallText)),
                ], &writer)
        } else {
            try add(.complete, [JSONMember("completedAt", .text(time.wallText))], &writer)
        }
    }

    // MARK: Comments

    private mutating func writeComments(
        _ wanted: ForeignTask, _ before: ForeignTask, _ writer: inout TaskWriter
    ) throws(RedoError) {
        for comment in wanted.comments {
            let isThere = before.comments.contains { $0.text == comment.text }
            guard !isThere, !comment.text.isEmpty else { continue }
            let fields = comment.fields(writer.newID(.comment))
            if let parents {
                let node = try writer.make(
                    .addComment, state.id, fields, after: parents, dialect: .fields)
                self.parents = [node]
            } else {
                try writer.add(familyNode: .addComment, of: state.id, fields)
            }
        }
    }
}
