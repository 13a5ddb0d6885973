import RedoCommand
import RedoJSON
import RedoLog
import RedoPlumbing
import RedoState

extension Command {
    private static let limit = OptionSpecification.value(
        "limit", letter: "n", takes: "count", "at most this many tasks")
    private static let all = OptionSpecification.flag(
        "all", letter: "a", "also archived, completed, finished and snoozed tasks")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task, with its rank")

    /// `redo list`: shows the tasks, the most urgent first.
    package static let list = Command(
        CommandSpecification(
            "list", "Show the tasks that are to be done, the most urgent first",
            options: [limit, all, json, TaskTable.rankOption])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        let store = try context.openStore()
        let state = try loadState(context, store)
        let table = try TaskTable(context, store)
        var rows = table.ranked(state)
        if !arguments.has(all) { rows.removeAll { !isOpen($0.task) || table.isSnoozed($0.task) } }
        if let limit = try arguments.count(limit) { rows = Array(rows.prefix(limit)) }
        if arguments.has(json) {
            for (task, rank) in rows {
                try context.print(task.canonicalBytes(with: [JSONMember("rank", .number(rank))]))
                try context.print("\n")
            }
        } else {
            context.startPager()
            try context.print(table.text(of: rows, context: context))
        }
        return .done
    }

    /// Whether a task is to be done: it has a current to-do, or is a draft.
    private static func isOpen(_ task: TaskState) -> Bool {
        !task.isArchived && !task.isCompleted && (task.currentTodo != nil || task.todos.isEmpty)
    }
}
