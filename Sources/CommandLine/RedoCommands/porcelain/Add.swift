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

    private static let dryRun = OptionSpecification.dryRun(
        "say what would be added, and write nothing")

    private static let titles = OperandForm.repeated(.value("title"))

    /// `redo add`: makes a task and its first to-do.
    package static let add = Command(
        CommandSpecification(
            "add", "Add a task and its first to-do, or those of standard input",
            operands: [titles, .input, [.letter(isForm), .optional(titles)]],
            options: TodoFieldOptions.all + TaskFieldOptions.all + RecurrenceOptions.all + [
                TaskEstimate.option, tag,
            ] + FieldOptions.all + [isDraft, isForm, dryRun, TaskWriter.dialectOption],
            constraints: RecurrenceOptions.constraints + [.exclusive([isForm, dryRun])],
            takesOwnFields: true)
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let title = arguments.operands.joined(separator: " ")
        guard arguments.has(isForm) || !arguments.operands.isEmpty else {
            throw .usage("an operand is missing: \(titles.text)")
        }
        let repository =
            try context.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let others = try repository.store.taskIDs()
        let added: [AddedTask]
        if arguments.has(isForm) {
            added = try addForm(title, repository, context)
        } else {
            added = try add(title == "-" ? nil : title, repository, context)
        }
        guard !added.isEmpty else {
            try context.print("nothing added\n")
            return .no
        }
        try context.print(added, among: others)
        return .done
    }

    /// Adds a task as the options say, or those of standard input.
    private static func add(
        _ title: String?, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [AddedTask] {
        // A new task follows nothing, so nothing is read.
        try context.edit(repository, .empty) { (writer) throws(RedoError) in
            var common = try commonTask(repository, writer.dialect, context)
            var tasks: [NewTask] = []
            if let title {
                common.set(try TaskFieldOptions.title(title))
                try common.resolve(writer.dialect, context)
                tasks = [common]
            } else {
                let lines = AddLines(repository, now: try context.now())
                tasks = try lines.tasks(common, writer.dialect, context)
            }
            var added: [AddedTask] = []
            for task in tasks {
                added.append(AddedTask(id: try task.write(&writer), title: task.title))
            }
            return added
        }
    }

    /// What the options say of any task that is added.
    private static func commonTask(
        _ repository: Repository, _ dialect: Dialect, _ context: borrowing CommandContext
    ) throws(RedoError) -> NewTask {
        let arguments = context.arguments
        var task = NewTask()
        for field in try TaskFieldOptions.fields(context) { task.set(field) }
        let tags = try newTags(arguments)
        if !tags.isEmpty {
            let values = tags.map { JSONValue.string(JSONString($0)) }
            task.set(try TaskFieldOptions.tags(values, dialect))
        }
        if let estimate = try TaskEstimate.field(arguments, dialect) { task.set(estimate) }
        for field in try FieldOptions.members(of: nil, repository, dialect, context) {
            task.set(field)
        }
        task.setDeadline(try TodoFieldOptions.deadline(context))
        task.setNotes(arguments.value(TodoFieldOptions.notes))
        task.setFrequency(arguments.value(RecurrenceOptions.every))
        task.setDraft(arguments.has(isDraft))
        return task
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
    /// - Returns: nothing if the form was left empty.
    private static func addForm(
        _ title: String, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [AddedTask] {
        let editor = FormEditor(repository.store, in: context.surroundings)
        var isEdited = false
        let added: [AddedTask]
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
    ) throws(RedoError) -> [AddedTask] {
        guard !isBlank(form[.title]) else {
            guard form.isEmpty else { throw .usage("the title is empty") }
            return []
        }
        let fields = try form.changes(since: TaskForm(), otherTags: [], writer.dialect, context)
        var task = NewTask()
        for field in fields { task.set(field) }
        for field in try FieldOptions.members(of: nil, repository, writer.dialect, context) {
            task.set(field)
        }
        let due = form[.due]
        task.setDeadline(
            due.isEmpty ? nil : try DueDate.instantOrNone(due, now: try context.now()))
        task.setNotes(form[.notes])
        task.setFrequency(form[.every].isEmpty ? nil : form[.every])
        task.setDraft(context.arguments.has(isDraft))
        try task.resolve(by: "'Every'", writer.dialect, context)
        return [AddedTask(id: try task.write(&writer), title: form[.title])]
    }
}

/// A task that was added, as a report names it.
struct AddedTask {
    let id: TaskID
    let title: String
}

extension CommandContext {
    /// Says which tasks were added, or would be: the shortest beginning of each id, and the title.
    ///
    /// - Parameter others: the tasks that there were before.
    mutating func print(_ added: [AddedTask], among others: [TaskID]) throws(RedoError) {
        let known = added.count == 1 ? [] : (others + added.map(\.id)).sorted()
        for task in added {
            let id =
                known.isEmpty
                ? shortestPrefix(of: task.id, among: others)
                : shortestPrefix(of: task.id, inSorted: known)
            try print((isDryRun ? "would add" : "added \(id)") + " \(task.title.printable)\n")
        }
    }
}
