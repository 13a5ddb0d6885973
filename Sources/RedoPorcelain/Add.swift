import RedoCommand
import RedoJSON
import RedoLog
import RedoPlumbing
import RedoState
import RedoSystem

extension Command {
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: "when",
        "the deadline: today, tomorrow, +3d, 2026-12-24, or a time")
    private static let priority = OptionSpecification.value(
        "priority", letter: "p", takes: "1-5", "5 is the highest; also critical, high, medium, low")
    private static let points = OptionSpecification.value(
        "points", takes: "number", "how much work it is")
    private static let every = OptionSpecification.value(
        "every", takes: "days", "do it again that many days after each completion")
    private static let description = OptionSpecification.value(
        "description", takes: "text", "what it is about")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", "notes on the to-do")
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true, "a tag (fields dialect only)")
    private static let isPrivate = OptionSpecification.flag("private", "mark it as private")
    private static let isDraft = OptionSpecification.flag("draft", "make no to-do")

    /// `redo add`: makes a task and its first to-do.
    package static let add = Command(
        CommandSpecification(
            "add", "Add a task and its first to-do",
            operands: ["<title>..."], operandCount: 1...Int.max,
            options: [
                due, priority, points, every, description, notes, tag, isPrivate, isDraft,
                TaskWriter.dialectOption,
            ])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        let store = try context.openStore()
        let log = Log(try loadSnapshot(context, store))
        var writer = try TaskWriter.asked(by: context, store, log)
        let task = TaskID(UUIDValue(randomBytes: RandomBytes.bytes(count: 16)))
        try writer.add(.create, task, try taskFields(arguments, writer.dialect))
        if !arguments.has(isDraft) {
            try writer.add(.createTodo, task, try todoFields(arguments, context, writer.dialect))
        }
        try writer.commit(to: store)
        let ids = shortestPrefixes(
            [task.description] + log.replay.state.tasks.map(\.id.description))
        try context.print("added \(ids[0]) \(title(arguments).printable)\n")
        return .done
    }

    private static func title(_ arguments: Arguments) -> String {
        arguments.operands.joined(separator: " ")
    }

    private static func taskFields(
        _ arguments: Arguments, _ dialect: Dialect
    ) throws(CommandError) -> [JSONMember] {
        var fields = [JSONMember("title", .string(JSONString(title(arguments))))]
        if let text = arguments.value(description) {
            fields.append(JSONMember("description", .string(JSONString(text))))
        }
        if let text = arguments.value(priority) {
            fields.append(JSONMember("priority", .number(Double(try priorityNumber(text)))))
        }
        if let text = arguments.value(points) {
            guard let number = Double(text), number >= 0, number.isFinite else {
                throw .usage("--points takes a number, not '\(text)'")
            }
            fields.append(JSONMember("storyPoints", .number(number)))
        }
        if let days = try arguments.count(every) {
            fields.append(JSONMember("frequencyDays", .number(Double(days))))
        }
        if arguments.has(isPrivate) { fields.append(JSONMember("privacy", true)) }
        let tags = arguments.values(tag)
        if !tags.isEmpty {
            guard dialect == .fields else { throw .usage("the payload dialect has no tags") }
            fields.append(JSONMember("tags", .array(tags.map { .string(JSONString($0)) })))
        }
        return fields
    }

    private static func todoFields(
        _ arguments: Arguments, _ context: borrowing CommandContext, _ dialect: Dialect
    ) throws(CommandError) -> [JSONMember] {
        let todo = UUIDValue(randomBytes: RandomBytes.bytes(count: 16))
        var fields = [JSONMember("todoTaskId", .string(JSONString(todo.text)))]
        if let text = arguments.value(due) {
            let deadline = try DueDate.instant(text, now: try context.now())
            fields.append(JSONMember("deadline", .string(JSONString(deadline.wallText))))
        } else if dialect == .payload {
            throw .usage("a to-do of the payload dialect needs a deadline: say --due or --draft")
        }
        if let text = arguments.value(notes) {
            fields.append(JSONMember("notes", .string(JSONString(text))))
        }
        return fields
    }

    private static func priorityNumber(_ text: String) throws(CommandError) -> Int {
        switch text {
        case "critical": return 5
        case "high": return 4
        case "medium": return 3
        case "low": return 1
        default:
            guard let number = Int(text), (1...5).contains(number) else {
                throw .usage(
                    "--priority takes 1 to 5, critical, high, medium or low, not '\(text)'")
            }
            return number
        }
    }
}
