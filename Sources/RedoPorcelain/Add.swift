import RedoCommand
import RedoJSON
import RedoLog
import RedoPlumbing
import RedoStore
import RedoSystem

extension Command {
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true, "a tag (fields dialect only)")
    private static let isDraft = OptionSpecification.flag("draft", "make no to-do")

    /// `redo add`: makes a task and its first to-do.
    package static let add = Command(
        CommandSpecification(
            "add", "Add a task and its first to-do",
            operands: ["<title>..."], operandCount: 1...Int.max,
            options: TodoFieldOptions.all + TaskFieldOptions.all + [
                tag, isDraft, TaskWriter.dialectOption,
            ])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        let store = try context.storeForNewTasks()
        // A new task follows nothing, so that nothing has to be read.
        var writer = try TaskWriter.asked(by: context, store, Log.empty)
        let task = TaskID(UUIDValue(randomBytes: RandomBytes.bytes(count: 16)))
        var fields = [JSONMember("title", .string(JSONString(title(arguments))))]
        fields += try TaskFieldOptions.fields(arguments)
        let tags = arguments.values(tag).map { JSONValue.string(JSONString($0)) }
        if !tags.isEmpty { fields.append(try TaskFieldOptions.tags(tags, writer.dialect)) }
        try writer.add(.create, task, fields)
        if !arguments.has(isDraft) {
            try writer.add(.createTodo, task, try TodoFieldOptions.fields(context, writer.dialect))
        }
        let others = try reporting { () throws(StoreError) in try store.taskIDs() }
        try writer.commit(to: store)
        let id = shortestPrefix(of: task, among: others)
        try context.print("added \(id) \(title(arguments).printable)\n")
        return .done
    }

    private static func title(_ arguments: Arguments) -> String {
        arguments.operands.joined(separator: " ")
    }
}
