import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo edit`: changes fields of tasks.
package struct EditCommand: ParsableCommand {
    private static let title = OptionSpecification.value("title", takes: "text", "another title")
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: .when, words: ["due"], "the deadline; none removes it")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", isExpert: true, "a note on the current occurrence alone")
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: .tag, isRepeatable: true, words: ["tag", "+", "@"],
        "add a tag, or several with commas between them; -TAG removes")
    private static let untag = OptionSpecification.value(
        "untag", takes: .tag, isRepeatable: true,
        "remove a tag, or several with commas between them")

    package static let specification = CommandSpecification(
        "edit", "Edit tasks by options, or one task in an editor",
        operands: TaskSelection.forms(.task, isSingle: true),
        options: [title, due, notes] + TaskFieldOptions.all + RecurrenceOptions.all + [
            TaskEstimate.option, tag, untag,
        ] + FieldOptions.all + [ReminderOption.option] + TaskSelection.options
            + WritingRequest.options,
        constraints: RecurrenceOptions.constraints
            + TaskSelection.constraints(.task, isSingle: true),
        takesOwnFields: true, readsWords: true, exclusion: "tag:-", readsNames: true,
        statuses: .writing())

    private enum Form {
        case changes(Changes, of: TaskSelection.Request)
        case editor(task: String)
    }

    private let form: Form
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        writing = try WritingRequest(arguments)
        let changes = try Changes(arguments)
        guard changes.isEmpty else {
            form = .changes(changes, of: try TaskSelection.Request(arguments))
            return
        }
        guard arguments.operands.count == 1, arguments.operands[0] != "-" else {
            throw .usage("a form is for one task; options say what to change of several")
        }
        guard !writing.isDryRun else { throw .usage("--dry-run needs a change") }
        form = .editor(task: arguments.operands[0])
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        switch form {
        case .editor(let name):
            let log = try repository.log(of: [name])
            let task = try log.livingTask(named: name)
            return try FormEdit(task, log.heads(of: task.id), writing, repository, context)
                .run(&context)
        case .changes(let changes, let request):
            let selection = try TaskSelection(request, context, repository, to: "change")
            guard let selection else { return .no }
            let log = try selection.log(repository)
            let tasks = try selection.tasks(of: log)
            let report = try context.edit(repository, log, by: writing) {
                (writer) throws(RedoError) in
                let edit = try TaskEdit(
                    changes, repository, writer.dialect, now: try context.now())
                var report = ""
                for task in tasks { report += try edit.write(of: task, &writer, context) }
                return report
            }
            try context.print(report)
            return .done
        }
    }

    /// The changes of the options.
    private struct Changes {
        /// Fields of the task that both dialects have.
        let fields: [JSONMember]
        let estimate: TaskEstimate?
        let further: FieldOptions
        let reminders: ReminderOption?
        let tags: (added: [JSONValue], removed: [JSONValue])?
        let due: String?
        let notes: String?
        let recurrence: RecurrenceOptions

        init(_ arguments: Arguments) throws(RedoError) {
            var fields = try TaskFieldOptions(arguments).fields
            if let text = arguments.value(title) {
                fields.append(try TaskFieldOptions.title(text))
            }
            self.fields = fields
            estimate = try TaskEstimate(arguments)
            further = FieldOptions(arguments)
            reminders = ReminderOption(arguments)
            if arguments.values(tag).isEmpty, arguments.values(untag).isEmpty {
                tags = nil
            } else {
                let (added, others) = try TagList.changes(tag, of: arguments)
                let removed = try TagList.tags(untag, of: arguments, areKnown: true) + others
                tags = (
                    added.map { .string(JSONString($0)) }, removed.map { .string(JSONString($0)) }
                )
            }
            due = arguments.value(EditCommand.due)
            notes = arguments.value(EditCommand.notes)
            recurrence = try RecurrenceOptions(arguments)
        }

        /// True if they change nothing.
        var isEmpty: Bool {
            fields.isEmpty && estimate == nil && further.isEmpty && reminders == nil
                && tags == nil && due == nil && notes == nil && recurrence.isEmpty
        }
    }

    /// Changes of any task in a store: what they name is looked up once.
    private struct TaskEdit {
        private let changes: Changes
        private let fields: [JSONMember]
        private let further: [FieldChange]
        private let now: Instant
        private let echo: FieldEcho
        /// Tries the rule for each task.
        private let calendar = CalendarProcess()

        init(
            _ changes: Changes, _ repository: Repository, _ dialect: Dialect, now: Instant
        ) throws(RedoError) {
            self.changes = changes
            self.now = now
            echo = FieldEcho(repository, now: now)
            var fields = changes.fields
            if let estimate = changes.estimate { fields.append(try estimate.field(dialect)) }
            if let reminders = changes.reminders {
                fields.append(try reminders.field(dialect, now: now))
            }
            self.fields = fields
            further = try changes.further.changes(
                isNew: false, repository, dialect, now: now)
        }

        /// Creates the nodes.
        ///
        /// - Returns: what was done, as lines.
        func write(
            of task: TaskState, _ writer: inout TaskWriter, _ context: borrowing CommandContext
        ) throws(RedoError) -> String {
            var todo = try TodoChange(
                of: task, due: changes.due, notes: changes.notes, now: now)
            var fields = fields
            if let tags = changes.tags {
                var all = try TaskFieldOptions.tags(of: task)
                all.removeAll(where: tags.removed.contains)
                for tag in tags.added where !all.contains(tag) { all.append(tag) }
                fields.append(try TaskFieldOptions.tags(all, writer.dialect))
            }
            let recurrence = try RecurrenceChange.requested(
                changes.recurrence.every, beside: changes.recurrence, of: task, due: todo.due,
                writer.dialect, calendar: calendar, context)
            if let recurrence {
                fields += recurrence.fields
                todo.follow(recurrence)
            }
            for change in further { fields.append(try change.member(of: task)) }
            // An unchanged value is not written: it would win over a change made elsewhere.
            let changed = fields.filter { !$0.isValue(of: task) }
            let parts = try todo.parts(echo) + echo.parts(changed, recurrence, of: task)
            if changed.isEmpty, parts.isEmpty { return "unchanged \(task.title.printable)\n" }
            if !changed.isEmpty { try writer.add(.update, task.id, changed) }
            try todo.write(&writer)
            let newTitle = changed.first { $0.name == "title" }?.value.string ?? task.title
            return "edited \(newTitle.printable): \(parts.joined(separator: ", "))\n"
                + writer.joinReport(of: task.id)
        }
    }
}

extension JSONMember {
    /// True if a task has the field with this value. A field that it does not have is as good as empty, apart from
    /// reminders: an empty list is never, and none are the configured ones.
    fileprivate func isValue(of task: TaskState) -> Bool {
        guard let present = task.shownValue(of: name) else {
            return value == .null || value == .array([]) && name != TaskReminder.field
        }
        return present == value
    }
}
