import RedoCommand
import RedoLog
import RedoStore

extension Command {
    /// `redo log`: shows nodes, the latest first.
    package static let log = Command(
        CommandSpecification(
            "log", "Show nodes, the latest first",
            operands: ["[<node> | <node>..<node>]..."], operandCount: 0...Int.max,
            options: LogFilter.options + LogStyle.options + [limit, dateOrder, reverse])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        let style = try LogStyle(context.arguments)
        // Without content, names or ranges the columns of indexes are enough.
        if !style.showsContent, LogFilter.needsOnlyColumns(context.arguments),
            let outline = try storedLog(store)?.outline()
        {
            let filter = try LogFilter(context.arguments)
            let ids = { (0..<outline.count).map { outline[$0].id } }
            let printer = LogPrinter(style, context.arguments, ids: ids)
            return try show(&context, printer, filter, count: outline.count) { outline[$0] }
        }
        let log = Log(try loadSnapshot(context, store))
        let filter = try LogFilter(context.arguments, log)
        let printer = LogPrinter(style, context.arguments, ids: { log.nodes.map(\.id) }) {
            let tasks = log.replay.state.tasks.map { ($0.id, $0.title.printable) }
            return Dictionary(tasks, uniquingKeysWith: { first, _ in first })
        }
        return try show(&context, printer, filter, count: log.nodes.count) { log.nodes[$0] }
    }

    /// Shows rows as the options say.
    ///
    /// - Parameter row: the row of a number in replay order.
    private static func show(
        _ context: inout CommandContext, _ printer: LogPrinter, _ filter: LogFilter,
        count total: Int, _ row: (Int) -> some LogRow
    ) throws(CommandError) -> ExitStatus {
        let arguments = context.arguments
        let limit = try arguments.count(limit) ?? Int.max
        let includesEverything = filter.includesEverything
        var numbers: [Int] = []
        // The latest first; without another order the first ones are enough.
        for number in stride(from: total - 1, through: 0, by: -1) {
            if numbers.count >= limit, !arguments.has(dateOrder) { break }
            if includesEverything || filter.includes(row(number), number) { numbers.append(number) }
        }
        if arguments.has(dateOrder) {
            numbers.sort { row($0).timestamp.wall > row($1).timestamp.wall }
            numbers = Array(numbers.prefix(limit))
        }
        if arguments.has(reverse) { numbers.reverse() }
        if arguments.has(LogStyle.count) {
            try context.print("\(numbers.count)\n")
            return .done
        }
        if !arguments.has(LogStyle.zero) { context.startPager() }
        if printer.showsOnlyIDs {
            try printer.printIDs(&context, of: numbers) { row($0).id }
            return .done
        }
        for (index, number) in numbers.enumerated() {
            try printer.print(&context, row(number), isFirst: index == 0)
        }
        return .done
    }

    private static let limit = OptionSpecification.value(
        "max-count", letter: "n", takes: "count", "at most this many nodes")
    private static let dateOrder = OptionSpecification.flag(
        "date-order", "order by wall time instead of replay order, which goes by lamport first")
    private static let reverse = OptionSpecification.flag("reverse", "the earliest first")
}
