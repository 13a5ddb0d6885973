import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A task that is added by a form, which options have filled.
struct AddForm {
    private let title: String
    private let options: AddOptions
    private let writing: WritingRequest
    private let repository: Repository
    /// The lines that not every form has.
    private let extra: [TaskForm.Field]

    private static let fields: [TaskForm.Field] = [
        .title, .due, .notes, .priority, .every, .from, .zone, .points, .isPrivate, .tags,
    ]

    private static let explanation = [
        "Write a title and what else you like, and save; without a title nothing is added.",
        "Due takes a date such as 'tomorrow 9am', 'fri' or '24 dec'. After an empty line",
        "follows the description. Lines that start with '#' above it are left out.",
    ]

    init(
        _ title: String, _ options: AddOptions, _ writing: WritingRequest, _ repository: Repository
    ) {
        self.title = title
        self.options = options
        self.writing = writing
        self.repository = repository
        extra = repository.store.configuration.taskFields.formFields
    }

    /// - Returns: nothing if the form was left empty.
    func run(_ context: borrowing CommandContext) throws(RedoError) -> [AddedTask] {
        let editor = FormEditor(repository.store, in: context.surroundings)
        var isEdited = false
        let added: [AddedTask]
        do throws(RedoError) {
            added = try context.edit(repository, .empty, by: writing) {
                (writer) throws(RedoError) in
                let text = filledForm.text(Self.fields + extra, explanation: Self.explanation)
                // A form that came filled may be saved as it is.
                let edited = try editor.edit(text)
                isEdited = true
                if edited == nil, isBlank(title) { return [] }
                return try add(try TaskForm(reading: edited ?? text, extra), &writer, context)
            }
        } catch {
            throw isEdited ? editor.kept(error) : error
        }
        editor.remove()
        return added
    }

    /// The form that options have filled, and defaults of custom fields.
    private var filledForm: TaskForm {
        var form = TaskForm()
        form[.title] = title
        form[.due] = options.todo.due ?? ""
        form[.notes] = options.todo.notes ?? ""
        form[.every] = options.recurrence.every ?? ""
        form[.from] = options.recurrence.origin?.rawValue ?? ""
        form[.zone] = options.recurrence.zone ?? ""
        for field in options.fields {
            switch field.name.description {
            case "description": form[.description] = field.value.string?.description ?? ""
            case "priority": form[.priority] = jsonText(field.value)
            case "storyPoints": form[.points] = jsonText(field.value)
            case "privacy": form[.isPrivate] = field.value == .bool(true) ? "yes" : "no"
            default: break
            }
        }
        form.setTags(options.tags)
        for field in extra {
            guard case .extra(let known) = field else { continue }
            let values =
                known == .estimate
                ? options.estimateText.map { [$0] } ?? [] : options.further.values(of: known)
            if field.isList {
                form[field] = TagList.text(of: values.filter { $0 != "none" })
            } else if let value = values.last ?? known.fallback, value != "none" {
                form[field] = value
            }
        }
        return form
    }

    private func add(
        _ form: TaskForm, _ writer: inout TaskWriter, _ context: borrowing CommandContext
    ) throws(RedoError) -> [AddedTask] {
        guard !isBlank(form[.title]) else {
            guard form.isEmpty else { throw .usage("the title is empty") }
            return []
        }
        let fields = try form.changes(
            since: TaskForm(), extra, of: nil, otherTags: [], repository, writer.dialect, context)
        func text(_ field: TaskForm.Field) -> String? { form[field].isEmpty ? nil : form[field] }
        var task = NewTask()
        for field in fields { task.set(field) }
        let now = try context.now()
        if let due = text(.due) { task.setDeadline(try DueDate.instantOrNone(due, now: now)) }
        task.setNotes(form[.notes])
        task.setFrequency(text(.every), from: text(.from), zone: text(.zone))
        task.setDraft(options.isDraft)
        try task.resolve(
            by: "'Every'", writer.dialect, options: options.recurrence, context)
        let echo = FieldEcho(repository, now: now)
        return [try AddedTask(try task.write(&writer), task, echo)]
    }
}
