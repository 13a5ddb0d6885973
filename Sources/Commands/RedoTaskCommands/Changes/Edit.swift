import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let title = OptionSpecification.value("title", takes: "text", "another title")
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: "when",
        "set the deadline of the current to-do, or add a to-do; none removes the deadline")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", "the notes on the current to-do")
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true,
        "add a tag, or several with commas between them; -TAG removes (fields dialect only)")
    private static let untag = OptionSpecification.value(
        "untag", takes: "tag", isRepeatable: true,
        "remove a tag, or several with commas between them (fields dialect only)")

    /// `redo edit`: changes fields of tasks.
    package static let edit = Command(
        CommandSpecification(
            "edit", "Edit tasks by options, or one task in an editor",
            operands: TaskSelection.forms(.task, isSingle: true),
            options: [title, due, notes] + TaskFieldOptions.all + RecurrenceOptions.all + [
                TaskEstimate.option, tag, untag,
            ] + FieldOptions.all + TaskSelection.options + [TaskWriter.dialectOption],
            constraints: RecurrenceOptions.constraints
                + TaskSelection.constraints(.task, isSingle: true),
            takesOwnFields: true, statuses: .writing())
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        guard hasChanges(context.arguments, repository) else {
            return try editForm(&context, repository)
        }
        guard let selection = try TaskSelection(context, repository, to: "change") else {
            return .no
        }
        let log = try selection.log(repository)
        let tasks = try selection.tasks(of: log)
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            let edit = try TaskEdit(repository, writer.dialect, context)
            var report = ""
            for task in tasks { report += try edit.write(of: task, &writer, context) }
            return report
        }
        try context.print(report)
        return .done
    }

    /// Whether an option says what to change.
    private static func hasChanges(_ arguments: Arguments, _ repository: Repository) -> Bool {
        let values =
            [title, due, notes, tag, untag, TaskEstimate.option] + RecurrenceOptions.all
            + TaskFieldOptions.all
        return values.contains { arguments.setting($0) != nil }
            || FieldOptions.areGiven(arguments, repository.store.configuration.taskFields)
    }

    private static func editForm(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let names = context.arguments.operands
        guard names.count == 1, names[0] != "-" else {
            throw .usage("a form is for one task; options say what to change of several")
        }
        guard !context.isDryRun else { throw .usage("--dry-run needs a change") }
        let log = try repository.log(of: names)
        let task = try log.livingTask(named: names[0])
        return try FormEdit(task, log.heads(of: task.id), repository, context).run(&context)
    }

    /// What the options change of any task: what they name is looked up once.
    private struct TaskEdit {
        private let fields: [JSONMember]
        private let further: [FieldChange]
        private let tags: (added: [JSONValue], removed: [JSONValue])?
        private let due: String?
        private let notes: String?
        private let every: String?
        private let now: Instant
        /// Tries the rule for each task.
        private let calendar = CalendarProcess()

        init(
            _ repository: Repository, _ dialect: Dialect, _ context: borrowing CommandContext
        ) throws(RedoError) {
            let arguments = context.arguments
            var fields = try TaskFieldOptions.fields(context)
            if let text = arguments.value(title) {
                fields.append(try TaskFieldOptions.title(text))
            }
            if let estimate = try TaskEstimate.field(arguments, dialect) { fields.append(estimate) }
            self.fields = fields
            further = try FieldOptions.changes(isNew: false, repository, dialect, context)
            if arguments.values(tag).isEmpty, arguments.values(untag).isEmpty {
                tags = nil
            } else {
                let (added, others) = try TagList.changes(tag, of: arguments)
                let removed = try TagList.tags(untag, of: arguments, areKnown: true) + others
                tags = (
                    added.map { .string(JSONString($0)) }, removed.map { .string(JSONString($0)) }
                )
            }
            due = arguments.value(Command.due)
            notes = arguments.value(Command.notes)
            every = arguments.value(RecurrenceOptions.every)
            now = try context.now()
        }

        /// Makes the nodes.
        ///
        /// - Returns: what was done, as lines.
        func write(
            of task: TaskState, _ writer: inout TaskWriter, _ context: borrowing CommandContext
        ) throws(RedoError) -> String {
            var todo = try TodoChange(of: task, due: due, notes: notes, now: now)
            var fields = fields
            if let tags {
                var all = try TaskFieldOptions.tags(of: task)
                all.removeAll(where: tags.removed.contains)
                for tag in tags.added where !all.contains(tag) { all.append(tag) }
                fields.append(try TaskFieldOptions.tags(all, writer.dialect))
            }
            let recurrence = try RecurrenceChange.asked(
                every, of: task, due: todo.due, writer.dialect, calendar: calendar, context)
            if let recurrence {
                fields += recurrence.fields
                todo.follow(recurrence)
            }
            for change in further { fields.append(try change.member(of: task)) }
            // An unchanged value is not written: it would win over a change made elsewhere.
            let changed = fields.filter { !$0.isValue(of: task) }
            let names = changed.map(\.name.description) + todo.names
            if names.isEmpty { return "unchanged \(task.title.printable)\n" }
            if !changed.isEmpty { try writer.add(.update, task.id, changed) }
            try todo.write(&writer)
            let newTitle = changed.first { $0.name == "title" }?.value.string ?? task.title
            return "edited \(newTitle.printable): \(names.sorted().joined(separator: ", "))\n"
                + writer.joinReport(of: task.id)
        }
    }
}

extension JSONMember {
    /// Whether a task has the field with this value. A field that it does not have is as good as empty.
    fileprivate func isValue(of task: TaskState) -> Bool {
        guard let present = task.fields[name] else { return value == .null || value == .array([]) }
        return present == value
    }
}
