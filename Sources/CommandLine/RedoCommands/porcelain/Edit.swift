import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let title = OptionSpecification.value("title", takes: "text", "another title")
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: "when",
        "move the deadline of the current to-do, or add a to-do; none takes it away")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", "the notes on the current to-do")
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true,
        "add a tag, or several with commas between them; -TAG removes (fields dialect only)")
    private static let untag = OptionSpecification.value(
        "untag", takes: "tag", isRepeatable: true,
        "remove a tag, or several with commas between them (fields dialect only)")

    /// `redo edit`: changes fields of a task.
    package static let edit = Command(
        CommandSpecification(
            "edit", "Change the fields of a task, by options or in an editor",
            operands: [.value(.task)],
            options: [title, due, notes] + TaskFieldOptions.all + RecurrenceOptions.all + [
                TaskEstimate.option, tag, untag,
            ] + FieldOptions.all + [TaskWriter.dialectOption],
            constraints: RecurrenceOptions.constraints, takesOwnFields: true)
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let repository = try context.openRepository()
        let log = try repository.log(of: [arguments.operands[0]])
        let task = try log.livingTask(named: arguments.operands[0])
        var fields = try TaskFieldOptions.fields(context)
        if let text = arguments.value(title) {
            fields.append(try TaskFieldOptions.title(text))
        }
        let changesTags = !arguments.values(tag).isEmpty || !arguments.values(untag).isEmpty
        let changesTodo = arguments.value(due) != nil || arguments.value(notes) != nil
        let hasEstimate = arguments.value(TaskEstimate.option) != nil
        let changesRecurrence = RecurrenceOptions.all.contains { arguments.value($0) != nil }
        let hasFields = FieldOptions.areGiven(arguments, repository.store.configuration.taskFields)
        guard
            !fields.isEmpty || changesTags || changesTodo || hasEstimate || changesRecurrence
                || hasFields
        else {
            return try FormEdit(task, log.heads(of: task.id), repository, context).run(&context)
        }
        var todo = try TodoChange(
            of: task, due: arguments.value(due), notes: arguments.value(notes),
            now: try context.now())
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            if changesTags { fields.append(try tags(arguments, task, writer.dialect)) }
            if let estimate = try TaskEstimate.field(arguments, writer.dialect) {
                fields.append(estimate)
            }
            let recurrence = try RecurrenceChange.asked(
                arguments.value(RecurrenceOptions.every), of: task, due: todo.due, writer.dialect,
                context)
            if let recurrence {
                fields += recurrence.fields
                todo.follow(recurrence)
            }
            fields += try FieldOptions.members(of: task, repository, writer.dialect, context)
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
        try context.print(report)
        return .done
    }

    /// The tags that a task has, with some more and some less.
    private static func tags(
        _ arguments: Arguments, _ task: TaskState, _ dialect: Dialect
    ) throws(RedoError) -> JSONMember {
        var tags = try TaskFieldOptions.tags(of: task)
        let (added, others) = try TagList.changes(tag, of: arguments)
        let removed = try (TagList.tags(untag, of: arguments, areKnown: true) + others).map {
            JSONValue.string(JSONString($0))
        }
        tags.removeAll(where: removed.contains)
        for tag in added.map({ JSONValue.string(JSONString($0)) })
        where !tags.contains(tag) { tags.append(tag) }
        return try TaskFieldOptions.tags(tags, dialect)
    }
}

extension JSONMember {
    /// Whether a task has the field with this value. A field that it does not have is as good as empty.
    fileprivate func isValue(of task: TaskState) -> Bool {
        guard let present = task.fields[name] else { return value == .null || value == .array([]) }
        return present == value
    }
}
