import RedoCommand
import RedoJSON
import RedoLog
import RedoSystem

/// Options that set fields of a new to-do.
enum TodoFieldOptions {
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: "when",
        "the deadline: today, tomorrow, +3d, 2026-12-24, or a time")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", "notes on the to-do")

    static let all = [due, notes]

    /// The fields of a new to-do with an id of its own.
    ///
    /// - Throws: wrong usage where the dialect needs a deadline and there is none.
    static func fields(
        _ context: borrowing CommandContext, _ dialect: Dialect
    ) throws(CommandError) -> [JSONMember] {
        let arguments = context.arguments
        let todo = UUIDValue(randomBytes: RandomBytes.bytes(count: 16))
        var fields = [JSONMember("todoTaskId", .string(JSONString(todo.text)))]
        if let deadline = try deadline(context) {
            fields.append(JSONMember("deadline", .string(JSONString(deadline.wallText))))
        } else if dialect == .payload {
            throw .usage("a to-do of the payload dialect needs a deadline: say --due")
        }
        if let text = arguments.value(notes) {
            fields.append(JSONMember("notes", .string(JSONString(text))))
        }
        return fields
    }

    /// The deadline that was given.
    static func deadline(_ context: borrowing CommandContext) throws(CommandError) -> Instant? {
        guard let text = context.arguments.value(due) else { return nil }
        return try DueDate.instant(text, now: try context.now())
    }
}
