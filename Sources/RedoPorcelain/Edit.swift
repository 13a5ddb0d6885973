import RedoCommand
import RedoJSON
import RedoLog
import RedoPlumbing
import RedoState
import RedoStore

extension Command {
    private static let title = OptionSpecification.value("title", takes: "text", "another title")
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: "when", "move the deadline of the current to-do, or add a to-do")
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true, "add a tag (fields dialect only)")
    private static let untag = OptionSpecification.value(
        "untag", takes: "tag", isRepeatable: true, "remove a tag (fields dialect only)")

    /// `redo edit`: changes fields of a task.
    package static let edit = Command(
        CommandSpecification(
            "edit", "Change the fields of a task, by options or in an editor",
            operands: ["<task>"], operandCount: 1...1,
            options: [title, due] + TaskFieldOptions.all + [tag, untag, TaskWriter.dialectOption])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        let store = try context.openStore()
        let log = try loadLog(context, store, of: [arguments.operands[0]])
        let task = try log.livingTask(named: arguments.operands[0])
        var fields = try TaskFieldOptions.fields(arguments)
        if let text = arguments.value(title) {
            fields.append(JSONMember("title", .string(JSONString(text))))
        }
        let changesTags = !arguments.values(tag).isEmpty || !arguments.values(untag).isEmpty
        let deadline = try newDeadline(of: task, context)
        guard !fields.isEmpty || changesTags || arguments.value(due) != nil else {
            return try FormEdit(task, log.heads(of: task.id), store).run(&context)
        }
        var writer = try TaskWriter.asked(by: context, store, log)
        if changesTags { fields.append(try tags(arguments, task, writer.dialect)) }
        // What is as it should be is not written: it would win over a change made elsewhere.
        // Only tags can be absent: a task without them has none.
        let changed = fields.filter { (task.fields[$0.name] ?? .array([])) != $0.value }
        guard !changed.isEmpty || deadline != nil else {
            try context.print("unchanged \(task.title.printable)\n")
            return .done
        }
        var names = changed.map(\.name.description)
        if !changed.isEmpty { try writer.add(.update, task.id, changed) }
        if let deadline {
            try TaskDeadline.write(deadline, of: task.currentTodo, task.id, &writer)
            names.append("due")
        }
        try writer.commit(to: store)
        let newTitle = changed.first { $0.name == "title" }?.value.string ?? task.title
        try context.print(
            "edited \(newTitle.printable): \(names.sorted().joined(separator: ", "))\n")
        return .done
    }

    /// The deadline that was asked for; nil where there is none, or the task has it already.
    private static func newDeadline(
        of task: TaskState, _ context: borrowing CommandContext
    ) throws(CommandError) -> Instant? {
        guard let text = context.arguments.value(due) else { return nil }
        let deadline = try TaskDeadline.instant(text, now: try context.now())
        return deadline == task.due ? nil : deadline
    }

    /// The tags that a task has, with some more and some less.
    private static func tags(
        _ arguments: Arguments, _ task: TaskState, _ dialect: Dialect
    ) throws(CommandError) -> JSONMember {
        var tags = try TaskFieldOptions.tags(of: task)
        let removed = arguments.values(untag).map { JSONValue.string(JSONString($0)) }
        tags.removeAll(where: removed.contains)
        for tag in arguments.values(tag).map({ JSONValue.string(JSONString($0)) })
        where !tags.contains(tag) { tags.append(tag) }
        return try TaskFieldOptions.tags(tags, dialect)
    }
}
