import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true,
        "a tag, or several with commas between them (fields dialect only)")
    private static let isDraft = OptionSpecification.flag("draft", "make no to-do")
    private static let isForm = OptionSpecification.flag(
        "edit", letter: "e", "write the task in an editor; options and title fill the form")

    private static let titles = OperandForm.repeated(.value("title"))

    /// `redo add`: makes a task and its first to-do.
    package static let add = Command(
        CommandSpecification(
            "add", "Add a task and its first to-do",
            operands: [titles, [.letter(isForm), .optional(titles)]],
            options: TodoFieldOptions.all + TaskFieldOptions.all + RecurrenceOptions.all + [
                TaskEstimate.option, tag,
            ] + FieldOptions.all + [isDraft, isForm, TaskWriter.dialectOption],
            constraints: RecurrenceOptions.constraints, takesOwnFields: true)
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let title = arguments.operands.joined(separator: " ")
        guard arguments.has(isForm) || !arguments.operands.isEmpty else {
            throw .usage("an operand is missing: \(titles.text)")
        }
        let repository = try context.repositoryForNewTasks()
        let others = try repository.store.taskIDs()
        let added =
            arguments.has(isForm)
            ? try addForm(title, repository, context)
            : try add(title, repository, context)
        guard let (task, added) = added else {
            try context.print("nothing added\n")
            return .no
        }
        let id = shortestPrefix(of: task, among: others)
        try context.print("added \(id) \(added.printable)\n")
        return .done
    }

    /// Adds a task as the options say.
    ///
    /// - Returns: its id and title.
    private static func add(
        _ title: String, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> (TaskID, JSONString) {
        // A new task follows nothing, so nothing is read.
        let task = try context.edit(repository, .empty) { (writer) throws(RedoError) in
            let arguments = context.arguments
            var fields =
                [try TaskFieldOptions.title(title)] + (try TaskFieldOptions.fields(context))
            let tags = try newTags(arguments)
            if !tags.isEmpty {
                let values = tags.map { JSONValue.string(JSONString($0)) }
                fields.append(try TaskFieldOptions.tags(values, writer.dialect))
            }
            if let estimate = try TaskEstimate.field(arguments, writer.dialect) {
                fields.append(estimate)
            }
            fields += try FieldOptions.members(of: nil, repository, writer.dialect, context)
            var deadline = try TodoFieldOptions.deadline(context)
            let recurrence = try RecurrenceChange.asked(
                arguments.value(RecurrenceOptions.every), of: nil, due: deadline, writer.dialect,
                context)
            if let recurrence {
                fields += recurrence.fields
                deadline = deadline ?? recurrence.firstDeadline
            }
            let task = try writer.addTask(fields)
            if !arguments.has(isDraft) {
                let notes = arguments.value(TodoFieldOptions.notes)
                try writer.add(
                    .createTodo, task, try TodoFieldOptions.fields(deadline, notes, writer.dialect))
            }
            return task
        }
        return (task, JSONString(title))
    }

    private static func newTags(_ arguments: Arguments) throws(RedoError) -> [String] {
        let (tags, removed) = try TagList.changes(tag, of: arguments)
        guard removed.isEmpty else { throw .usage("a new task has no tag to take away") }
        return tags
    }

    // MARK: A form

    private static let formFields: [TaskForm.Field] = [
        .title, .due, .notes, .priority, .every, .points, .isPrivate, .tags,
    ]

    private static let explanation = [
        "Write a title and what else you like, and save; without a title nothing is added.",
        "Due takes a date such as 'tomorrow 9am', 'fri' or '24 dec'. After an empty line",
        "follows the description. Lines that start with '#' above it are left out.",
    ]

    /// The form that options have filled.
    private static func filledForm(
        _ title: String, _ fields: [JSONMember], _ tags: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) -> TaskForm {
        let arguments = context.arguments
        var form = TaskForm()
        form[.title] = title
        form[.due] = arguments.value(TodoFieldOptions.due) ?? ""
        form[.notes] = arguments.value(TodoFieldOptions.notes) ?? ""
        form[.every] = arguments.value(RecurrenceOptions.every) ?? ""
        for field in fields {
            switch field.name.description {
            case "description": form[.description] = field.value.string?.description ?? ""
            case "priority": form[.priority] = jsonText(field.value)
            case "storyPoints": form[.points] = jsonText(field.value)
            case "privacy": form[.isPrivate] = field.value == .bool(true) ? "yes" : "no"
            default: break
            }
        }
        form.setTags(tags)
        return form
    }

    /// Adds a task from a form.
    ///
    /// - Returns: its id and title; nil if the form was left empty.
    private static func addForm(
        _ title: String, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> (TaskID, JSONString)? {
        let editor = FormEditor(repository.store, in: context.surroundings)
        var isEdited = false
        let added: (TaskID, JSONString)?
        do throws(RedoError) {
            added = try context.edit(repository, .empty) { (writer) throws(RedoError) in
                let fields = try TaskFieldOptions.fields(context)
                let tags = try newTags(context.arguments)
                let form = try filledForm(title, fields, tags, context)
                let text = form.text(formFields, explanation: explanation)
                // A form that came filled may be saved as it is.
                let edited = try editor.edit(text) ?? text
                isEdited = true
                return try add(TaskForm(reading: edited), repository, &writer, context)
            }
        } catch {
            throw isEdited ? editor.kept(error) : error
        }
        editor.remove()
        return added
    }

    private static func add(
        _ form: TaskForm, _ repository: Repository, _ writer: inout TaskWriter,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> (TaskID, JSONString)? {
        guard !isBlank(form[.title]) else {
            guard form.isEmpty else { throw .usage("the title is empty") }
            return nil
        }
        var fields = try form.changes(since: TaskForm(), otherTags: [], writer.dialect, context)
        fields += try FieldOptions.members(of: nil, repository, writer.dialect, context)
        let due = form[.due]
        var deadline = due.isEmpty ? nil : try DueDate.instantOrNone(due, now: try context.now())
        let recurrence = try RecurrenceChange.asked(
            form[.every].isEmpty ? nil : form[.every], by: "'Every'", of: nil, due: deadline,
            writer.dialect,
            context)
        if let recurrence {
            fields += recurrence.fields
            deadline = deadline ?? recurrence.firstDeadline
        }
        let task = try writer.addTask(fields)
        if !context.arguments.has(isDraft) {
            let todo = try TodoFieldOptions.fields(deadline, form[.notes], writer.dialect)
            try writer.add(.createTodo, task, todo)
        }
        return (task, JSONString(form[.title]))
    }
}
