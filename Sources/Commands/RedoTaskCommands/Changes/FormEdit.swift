import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A task that is edited in a form.
///
/// The log is read again when the editor has ended. What was changed is then written after the heads
/// that the task has by now; but if the same field was changed elsewhere in between, after those that
/// it had when the form was opened, so that the two changes stand beside each other until a merge.
struct FormEdit {
    private let task: TaskState
    private let heads: [Node]
    private let writing: WritingRequest
    private let repository: Repository
    private let original: TaskForm
    private let editor: FormEditor
    /// The lines that not every form has.
    private let extra: [TaskForm.Field]

    private var fields: [TaskForm.Field] {
        [.title, .due, .priority, .every, .from, .zone, .points, .isPrivate, .tags] + extra
    }

    private static let explanation = [
        "Change what you like and save; only what you change is written.",
        "Due takes a date such as 'tomorrow 9am', 'fri' or '24 dec'. After an empty line",
        "follows the description. Lines that start with '#' above it are left out.",
    ]

    init(
        _ task: TaskState, _ heads: [Node], _ writing: WritingRequest,
        _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) {
        self.task = task
        self.heads = heads
        self.writing = writing
        self.repository = repository
        extra = repository.store.configuration.taskFields.formFields
        original = TaskForm(task, extra, try FormNames(repository))
        editor = FormEditor(repository.store, in: context.surroundings)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let text = original.text(fields, explanation: Self.explanation)
        guard let edited = try editor.edit(text) else {
            editor.remove()
            try context.print("unchanged \(task.title.printable)\n")
            return .done
        }
        let report: String
        do throws(RedoError) {
            report = try write(try TaskForm(reading: edited, extra), context)
        } catch {
            throw editor.kept(error)
        }
        editor.remove()
        try context.print(report)
        return .done
    }

    /// - Returns: what was done, in words.
    private func write(
        _ form: TaskForm, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        // A form shows what can be written in it; what it shows differently has not been changed.
        let shown = try TaskForm(
            reading: original.text(fields, explanation: []), extra)
        repository.forget()
        let log = try repository.log(of: [task.id.description])
        let now = try log.livingTask(named: task.id.description)
        return try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            let otherTags =
                form[.tags] == shown[.tags]
                ? [] : try TaskFieldOptions.tags(of: task).filter { $0.string == nil }
            var fields = try form.changes(
                since: shown, extra, of: task, otherTags: otherTags, repository, writer.dialect,
                context)
            var deadline =
                form[.due] == shown[.due]
                ? nil : try TaskDeadline.instant(form[.due], now: try context.now())
            let recurrence = try recurrence(
                form, since: shown, due: deadline ?? task.due, writer.dialect, context)
            fields += recurrence?.fields ?? []
            if task.isOpen, !task.isDraft { deadline = deadline ?? recurrence?.firstDeadline }
            let hasMeanwhile = Set(log.heads(of: task.id).map(\.id)) != Set(heads.map(\.id))
            let clashes = fields.filter { now.fields[$0.name] != task.fields[$0.name] }.map(\.name)
            let hasClash =
                !clashes.isEmpty
                || (deadline != nil && now.currentTodo?.deadline != task.currentTodo?.deadline)
            let parents = hasMeanwhile && hasClash && writer.dialect == .fields ? heads : nil
            var last: [Node]? = parents
            if !fields.isEmpty {
                let node = try writer.add(.update, task.id, fields, after: last)
                if parents != nil { last = [node] }
            }
            if let deadline {
                // The to-do of the form, where it has one.
                let todo = parents == nil ? now.currentTodo : task.currentTodo
                try TaskDeadline.write(deadline, of: todo, task.id, after: last, &writer)
            }

            guard !writer.nodes.isEmpty else { return "unchanged \(now.title.printable)\n" }
            let echo = FieldEcho(repository, now: try context.now())
            let parts =
                try (deadline.map { [echo.due($0)] } ?? [])
                + echo.parts(fields, recurrence, of: task)
            let title = fields.first { $0.name == "title" }?.value.string ?? now.title
            var report = "edited \(title.printable): \(parts.joined(separator: ", "))\n"
            report += writer.joinReport(of: task.id)
            if parents != nil {
                report += "it was changed in the meantime; 'redo merge \(task.id)' joins the two\n"
            }
            return report
        }
    }

    /// The recurrence of the task, where that has been changed.
    private func recurrence(
        _ form: TaskForm, since shown: TaskForm, due deadline: Instant?, _ dialect: Dialect,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> RecurrenceChange? {
        func changed(_ field: TaskForm.Field) throws(RedoError) -> String? {
            if form[field] == shown[field] { return nil }
            guard !form[field].isEmpty || field == .every else {
                // Without a rule nothing is counted.
                if ["", "0", "none"].contains(form[.every]) { return nil }
                throw .usage("'\(field.label)' is empty")
            }
            return form[field].isEmpty ? "none" : form[field]
        }
        return try RecurrenceChange.requested(
            try changed(.every), by: "'Every'", from: try changed(.from), zone: try changed(.zone),
            of: task, due: deadline, dialect, context)
    }
}
