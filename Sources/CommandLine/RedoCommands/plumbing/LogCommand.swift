import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    /// `redo log`: shows nodes, the latest first.
    package static let log = Command(
        CommandSpecification(
            "log", "Show nodes, the latest first",
            operands: ["[<node> | <node>..<node>]..."], operandCount: 0...Int.max,
            options: LogFilter.options + LogStyle.options + LogOrder.options)
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let arguments = context.arguments
        let style = try LogStyle(arguments)
        let ignored = LogView.effective.ignoredUsers(of: store)
        // What nodes changed takes their content and a replay.
        if !arguments.has(LogStyle.patch), let stored = try storedLog(store),
            let logIndex = stored.logIndex(),
            !LogFilter.readsContent(arguments) || logIndex.canRead(Array(0..<logIndex.count)),
            let status = try show(&context, style, stored, logIndex, store, ignored)
        {
            return status
        }
        let log = try loadWholeLog(context, store)
        let names = log.names(TaskCandidates(context, store))
        let filter = try LogFilter(context, names)
        let order = try LogOrder(arguments, names)
        let graph = log.replay.validation.graph
        var numbers = try order.numbers(
            of: log.nodes.count,
            where: filter.includesEverything ? nil : { filter.includes(log.nodes[$0], $0) }
        ) { TimeOrder(graph) { log.nodes[$0].timestamp.wall } }
        let selection = selection(arguments, order, log.replay.validation, &numbers)
        let printer = LogPrinter(
            style, end: end(arguments), ignored: ignored, ids: { log.nodes.map(\.id) }
        ) {
            log.replay.state.printableTitles
        }
        let patches = arguments.has(LogStyle.patch) ? NodePatches(log) : nil
        let listing = LogListing(numbers, printer, selection, patches)
        return try listing.print(&context, forEachID: log.forEachID) { log.nodes[$0] }
    }

    /// Shows the nodes of an logIndex.
    ///
    /// - Returns: nil where one of them cannot be read, which reading all nodes reports.
    private static func show(
        _ context: inout CommandContext, _ style: LogStyle, _ stored: StoredLog,
        _ logIndex: LogIndex,
        _ store: Store, _ ignored: Set<UserID>
    ) throws(RedoError) -> ExitStatus? {
        let arguments = context.arguments
        var names: NodeNames?
        if LogFilter.needsNames(arguments) || arguments.has(LogStyle.graph) {
            guard let validated = ValidatedLogIndex(logIndex, ignoring: ignored) else { return nil }
            names = validated.names(stored, store, context)
        }
        let filter = try LogFilter(context, names)
        let order = try LogOrder(arguments, names)
        let reader = LogIndexReader(logIndex)
        var numbers = try order.numbers(
            of: logIndex.count,
            where: filter.includesEverything
                ? nil : { filter.includes(IndexedLogRow($0, of: logIndex, reader), $0) }
        ) { logIndex.timeOrder }
        let selection = names.flatMap {
            self.selection(arguments, order, $0.validation, &numbers)
        }
        if style.showsContent, !logIndex.canRead(numbers.sorted()) { return nil }
        let ids = {
            numbers.count < logIndex.count / 100
                ? stored.neighbours(of: numbers.map { logIndex.id(of: $0) })
                : (0..<logIndex.count).map { logIndex.id(of: $0) }
        }
        let printer = LogPrinter(style, end: end(arguments), ignored: ignored, ids: ids) {
            titles(of: Set(numbers.compactMap { logIndex[$0].taskID }), stored, store, ignored)
        }
        let listing = LogListing(numbers, printer, selection, nil)
        return try listing.print(&context, forEachID: logIndex.forEachID) {
            IndexedLogRow($0, of: logIndex, reader)
        }
    }

    private static func end(_ arguments: Arguments) -> String {
        arguments.has(LogStyle.zero) ? "\0" : "\n"
    }

    /// So many tasks are read one by one for their titles.
    private static let greatestTaskCount = 100

    private static func titles(
        of tasks: Set<TaskID>, _ stored: StoredLog, _ store: Store, _ ignored: Set<UserID>
    ) -> [TaskID: String] {
        if tasks.count <= greatestTaskCount, let nodes = stored.nodes(of: tasks) {
            return Replay(nodes, ignoring: ignored).state.printableTitles
        }
        let tasks = (try? LogReading(store, stored).namedTasks()) ?? []
        return Dictionary(
            tasks.map { ($0.id, $0.title.printable) }, uniquingKeysWith: { first, _ in first })
    }

    /// What is drawn, and in which order; nil where nothing is.
    ///
    /// - Parameter numbers: the nodes that are shown, put in that order.
    private static func selection(
        _ arguments: Arguments, _ order: LogOrder, _ validation: HistoryValidation,
        _ numbers: inout [Int]
    ) -> GraphSelection? {
        guard arguments.has(LogStyle.graph) else { return nil }
        let selection = GraphSelection(validation, showing: numbers)
        numbers = order.drawn(selection.order)
        return selection
    }
}
