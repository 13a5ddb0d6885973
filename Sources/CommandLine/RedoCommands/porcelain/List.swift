import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let limit = OptionSpecification.value(
        "limit", letter: "n", takes: "count", takesBareNumber: true,
        "at most this many tasks")
    private static let columns = OptionSpecification.value(
        "columns", takes: "names", "which columns: rank,id,priority,due,title and others")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task, with its rank, state and current to-do")

    private static let listSpecification = CommandSpecification(
        "list", "Show the tasks that are to be done, the most urgent first",
        operands: [.optional(.value("preset"))],
        options: ListFilter.options + [
            ListOrder.option, columns, ListPreset.option, limit, json, TaskTable.rankOption,
        ],
        constraints: ListFilter.constraints)

    /// `redo list`: shows the tasks, the most urgent first.
    package static let list = Command(listSpecification) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        context.arguments = try ListPreset.completed(
            context.arguments, listSpecification, repository.store)
        let arguments = context.arguments
        var table = try TaskTable(context, repository.store)
        if let text = arguments.value(columns) { table.columns = try TaskColumn.list(text) }
        let filter = try ListFilter(arguments, table, now: try context.now())
        let order = try ListOrder(arguments, isByChange: arguments.has(ListFilter.completed))
        let limit = try arguments.count(limit)
        let tasks = try repository.tasks()
        var rows = order.sorted(table.ranked(tasks.state, where: filter.includes))
        if let limit { rows = Array(rows.prefix(limit)) }
        if arguments.has(json) {
            for row in rows {
                try context.printLine(row.task.canonicalBytes(with: table.members(of: row)))
            }
        } else if rows.isEmpty, context.terminalColumns != nil {
            context.complain(emptiness(tasks.state, arguments))
        } else {
            table.knownIDs = tasks.ids
            context.startPager()
            try context.print(table.bytes(of: rows, context: context))
        }
        return .done
    }
    /// The text in the place of a table without tasks.
    private static func emptiness(_ state: State, _ arguments: Arguments) -> String {
        if state.tasks.isEmpty { return "no tasks yet\nhint: 'redo add <title>' adds one\n" }
        if arguments.has(ListFilter.all) { return "no task matches\n" }
        return "nothing to show\nhint: 'redo list --all' shows every task\n"
    }
}
