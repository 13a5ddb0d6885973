import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true,
        "a tag, or several with commas between them (fields dialect only)")
    static let isDraft = OptionSpecification.flag("draft", isExpert: true, "add no to-do")
    private static let isForm = OptionSpecification.flag(
        "edit", letter: "e", "write the task in an editor; options and title fill the form")

    private static let dryRun = OptionSpecification.dryRun(
        "print what would be added, and write nothing")

    private static let titles = OperandForm.repeated(.value("title"))

    /// `redo add`: makes a task and its first to-do.
    package static let add = Command(
        CommandSpecification(
            "add", "Add a task, or one for each line of standard input",
            operands: [titles, .input, [.letter(isForm), .optional(titles)]],
            options: TodoFieldOptions.all + TaskFieldOptions.all + RecurrenceOptions.all + [
                TaskEstimate.option, tag,
            ] + FieldOptions.all + [isDraft, isForm, dryRun, TaskWriter.dialectOption],
            constraints: RecurrenceOptions.constraints + [.exclusive([isForm, dryRun])],
            takesOwnFields: true, statuses: .writing())
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let title = arguments.operands.joined(separator: " ")
        guard arguments.has(isForm) || !arguments.operands.isEmpty else {
            throw .usage("an operand is missing: \(titles.text)")
        }
        let repository =
            try context.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let others = try repository.taskIDs()
        let added =
            arguments.has(isForm)
            ? try AddForm(title, try newTags(arguments), repository).run(context)
            : try add(title == "-" ? nil : title, repository, context)
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
}
