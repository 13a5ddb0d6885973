import RedoCommandLine
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true,
        "a tag, or several with commas between them (fields dialect only)")
    private static let isDraft = OptionSpecification.flag("draft", "make no to-do")
    private static let isForm = OptionSpecification.flag(
        "edit", letter: "e", "write the task in an editor; options and title fill the form")

    /// `redo add`: makes a task and its first to-do.
    package static let add = Command(
        CommandSpecification(
            "add", "Add a task and its first to-do",
            operands: ["<title>...", "-e [<title>...]"], operandCount: 0...Int.max,
            options: TodoFieldOptions.all + TaskFieldOptions.all + [
                TaskEstimate.option, tag, isDraft, isForm, TaskWriter.dialectOption,
            ])
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let title = arguments.operands.joined(separator: " ")
        guard arguments.has(isForm) || !arguments.operands.isEmpty else {
            throw .usage("an operand is missing: <title>...")
        }
        let store = try context.storeForNewTasks()
        // A new task follows nothing, so that nothing has to be read.
        var writer = try TaskWriter.asked(by: context, store, Log.empty)
        let task = TaskID(UUIDValue(randomBytes: RandomBytes.bytes(count: 16)))
        var fields = arguments.has(isForm) ? [] : [try TaskFieldOptions.title(title)]
        fields += try TaskFieldOptions.fields(context)
        let tags = try TagList.tags(tag, of: arguments)
        guard !arguments.has(isForm) else {
            let form = try filledForm(title, fields, tags, context)
            return try addForm(form, task, store, &writer, &context)
        }
        if !tags.isEmpty {
            fields.append(
                try TaskFieldOptions.tags(
                    tags.map { .string(JSONString($0)) }, writer.dialect))
        }
        if let estimate = try TaskEstimate.field(arguments, writer.dialect) {
            fields.append(estimate)
        }
        try writer.add(.create, task, fields)
        if !arguments.has(isDraft) {
            try writer.add(.createTodo, task, try TodoFieldOptions.fields(context, writer.dialect))
        }
        try commit(task, JSONString(title), store, writer, &context)
        return .done
    }

    private static func commit(
        _ task: TaskID, _ title: JSONString, _ store: Store, _ writer: borrowing TaskWriter,
        _ context: inout CommandContext
    ) throws(RedoError) {
        let others = try store.taskIDs()
        try writer.commit(to: store)
        let id = shortestPrefix(of: task, among: others)
        try context.print("added \(id) \(title.printable)\n")
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
        for field in fields {
            switch field.name.description {
            case "description": form[.description] = field.value.string?.description ?? ""
            case "priority": form[.priority] = jsonText(field.value)
            case "frequencyDays": form[.every] = jsonText(field.value)
            case "storyPoints": form[.points] = jsonText(field.value)
            case "privacy": form[.isPrivate] = field.value == .bool(true) ? "yes" : "no"
            default: break
            }
        }
        form.setTags(tags)
        return form
    }

    private static func addForm(
        _ form: TaskForm, _ task: TaskID, _ store: Store, _ writer: inout TaskWriter,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let editor = FormEditor(store)
        let text = form.text(formFields, explanation: explanation)
        // A form that came filled may be saved as it is.
        let edited = try editor.edit(text) ?? text
        let title: JSONString
        do throws(RedoError) {
            let written = try TaskForm(reading: edited)
            guard !isBlank(written[.title]) else {
                guard written.isEmpty else { throw .usage("the title is empty") }
                editor.remove()
                try context.print("nothing added\n")
                return .no
            }
            title = JSONString(written[.title])
            let fields = try written.changes(
                since: TaskForm(), otherTags: [], writer.dialect, context)
            try writer.add(.create, task, fields)
            if !context.arguments.has(isDraft) {
                let due = written[.due]
                let deadline =
                    due.isEmpty ? nil : try DueDate.instantOrNone(due, now: try context.now())
                let todo = try TodoFieldOptions.fields(deadline, written[.notes], writer.dialect)
                try writer.add(.createTodo, task, todo)
            }
            try commit(task, title, store, writer, &context)
        } catch {
            throw editor.kept(error)
        }
        editor.remove()
        return .done
    }
}
