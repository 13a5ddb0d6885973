import RedoCommand
import RedoLog
import RedoState
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
        let arguments = context.arguments
        if let stored = try storedLog(store), let outline = stored.outline(),
            !LogFilter.readsContent(arguments) || outline.canRead(Array(0..<outline.count)),
            let status = try show(&context, style, stored, outline, store)
        {
            return status
        }
        let log = Log(try loadSnapshot(context, store))
        let filter = try LogFilter(context, log.names)
        var numbers = try numbers(arguments, filter, count: log.nodes.count) { log.nodes[$0] }
        let selection = try selection(arguments, log.replay.judgement, &numbers)
        let printer = LogPrinter(style, arguments, ids: { log.nodes.map(\.id) }) {
            log.replay.state.printableTitles
        }
        return try show(&context, printer, numbers, selection, forEachID: log.forEachID) {
            log.nodes[$0]
        }
    }

    /// Shows the nodes of an outline.
    ///
    /// - Returns: nil where one of them cannot be read, so that somebody has to be told.
    private static func show(
        _ context: inout CommandContext, _ style: LogStyle, _ stored: StoredLog, _ outline: Outline,
        _ store: Store
    ) throws(CommandError) -> ExitStatus? {
        let arguments = context.arguments
        var names: NodeNames?
        if LogFilter.needsNames(arguments) || arguments.has(LogStyle.graph) {
            guard let judged = JudgedOutline(outline) else { return nil }
            names = judged.names(stored, store)
        }
        let filter = try LogFilter(context, names)
        let reader = OutlineReader(outline)
        var numbers = try numbers(arguments, filter, count: outline.count) {
            OutlineRow($0, of: outline, reader)
        }
        let selection = try selection(arguments, names?.judgement, &numbers)
        if style.showsContent, !outline.canRead(numbers.sorted()) { return nil }
        let ids = {
            numbers.count < outline.count / 100
                ? stored.neighbours(of: numbers.map { outline.id(of: $0) })
                : (0..<outline.count).map { outline.id(of: $0) }
        }
        let printer = LogPrinter(style, arguments, ids: ids) {
            titles(of: Set(numbers.compactMap { outline[$0].taskID }), stored, store)
        }
        return try show(&context, printer, numbers, selection, forEachID: outline.forEachID) {
            OutlineRow($0, of: outline, reader)
        }
    }

    /// So many tasks are read one by one for their titles.
    private static let greatestTaskCount = 100

    private static func titles(
        of tasks: Set<TaskID>, _ stored: StoredLog, _ store: Store
    ) -> [TaskID: String] {
        if tasks.count <= greatestTaskCount, let nodes = stored.nodes(of: tasks) {
            return Replay(nodes).state.printableTitles
        }
        return LogReading(store, stored).soundTasks()?.state.printableTitles ?? [:]
    }

    /// The nodes that are shown, in the order in which they are.
    ///
    /// - Parameter row: the row of a number in replay order.
    private static func numbers(
        _ arguments: Arguments, _ filter: LogFilter, count total: Int, _ row: (Int) -> some LogRow
    ) throws(CommandError) -> [Int] {
        // What a drawing shows first is not what is the latest.
        let limit = arguments.has(LogStyle.graph) ? Int.max : try arguments.count(limit) ?? Int.max
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
        return numbers
    }

    /// What is drawn, and in which order; nil where nothing is.
    ///
    /// - Parameter numbers: the nodes that are shown, put in that order.
    private static func selection(
        _ arguments: Arguments, _ judgement: Judgement?, _ numbers: inout [Int]
    ) throws(CommandError) -> GraphSelection? {
        guard arguments.has(LogStyle.graph), let judgement else { return nil }
        for option in [dateOrder, reverse] where arguments.has(option) {
            throw .usage("--graph and --\(option.name) do not go together")
        }
        let selection = GraphSelection(judgement, showing: numbers)
        numbers = Array(selection.order.prefix(try arguments.count(limit) ?? Int.max))
        return selection
    }

    private static func show(
        _ context: inout CommandContext, _ printer: LogPrinter, _ numbers: [Int],
        _ selection: GraphSelection?,
        forEachID: @Sendable (ArraySlice<Int>, (ChangeID) -> Void) -> Void,
        _ row: (Int) -> some LogRow
    ) throws(CommandError) -> ExitStatus {
        if context.arguments.has(LogStyle.count) {
            try context.print("\(numbers.count)\n")
            return .done
        }
        if !context.arguments.has(LogStyle.zero) { context.startPager() }
        if let selection {
            // Nodes are read fast in replay order only.
            var lines: [Int: [String]] = [:]
            for number in numbers.sorted() {
                lines[number] = printer.lines(of: row(number), context)
            }
            var graph = GraphPrinter()
            for (index, number) in numbers.enumerated() {
                let isLast = index == numbers.count - 1
                try graph.print(
                    &context, number, parents: selection.parents(of: number),
                    lines: (lines[number] ?? []) + (printer.partsNodes && !isLast ? [""] : []))
            }
            return .done
        }
        if printer.showsOnlyIDs {
            try printer.printIDs(&context, of: numbers, forEachID)
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
