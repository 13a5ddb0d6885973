import RedoCommandLine
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
    private let repository: Repository
    private let original: TaskForm
    private let editor: FormEditor

    private static let fields: [TaskForm.Field] = [
        .title, .due, .priority, .every, .points, .isPrivate, .tags,
    ]

    private static let explanation = [
        "Change what you like and save; only what you change is written.",
        "Due takes a date such as 'tomorrow 9am', 'fri' or '24 dec'. After an empty line",
        "follows the description. Lines that start with '#' above it are left out.",
    ]

    init(
        _ task: TaskState, _ heads: [Node], _ repository: Repository,
        _ context: borrowing CommandContext
    ) {
        self.task = task
        self.heads = heads
        self.repository = repository
        original = TaskForm(task)
        editor = FormEditor(repository.store, in: context.surroundings)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let text = original.text(Self.fields, explanation: Self.explanation)
        guard let edited = try editor.edit(text) else {
            editor.remove()
            try context.print("unchanged \(task.title.printable)\n")
            return .done
        }
        let report: String
        do throws(RedoError) {
            report = try write(try TaskForm(reading: edited), context)
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
        let shown = try TaskForm(reading: original.text(Self.fields, explanation: []))
        repository.forget()
        let log = try repository.log(of: [task.id.description])
        let now = try log.livingTask(named: task.id.description)
        return try context.edit(repository, log) { (writer) throws(RedoError) in
            let otherTags =
                form[.tags] == shown[.tags]
                ? [] : try TaskFieldOptions.tags(of: task).filter { $0.string == nil }
            var fields = try form.changes(
                since: shown, otherTags: otherTags, writer.dialect, context)
            var deadline =
                form[.due] == shown[.due]
                ? nil : try TaskDeadline.instant(form[.due], now: try context.now())
            if form[.every] != shown[.every] {
                let recurrence = try RecurrenceChange.asked(
                    form[.every].isEmpty ? "none" : form[.every], by: "'Every'", of: task,
                    due: deadline ?? task.due, writer.dialect, context)
                fields += recurrence?.fields ?? []
                if task.isOpen, !task.isDraft { deadline = deadline ?? recurrence?.firstDeadline }
            }
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
            var names = fields.map(\.name.description)
            if deadline != nil { names.append("due") }
            let title = fields.first { $0.name == "title" }?.value.string ?? now.title
            var report = "edited \(title.printable): \(names.sorted().joined(separator: ", "))\n"
            report += writer.joinReport(of: task.id)
            if parents != nil {
                report += "it was changed meanwhile; 'redo merge \(task.id)' joins the two\n"
            }
            return report
        }
    }
}
