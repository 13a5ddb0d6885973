import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo log`: shows nodes, the latest first.
    package static let log = Command(
        CommandSpecification(
            "log", "Show nodes, the latest first",
            operands: [.repeated(.optional(.nodeOrRange))],
            options: LogFilter.options + LogStyle.options + LogOrder.options,
            constraints: LogStyle.constraints + LogOrder.constraints, effect: .reads)
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let style = try LogStyle(context.arguments)
        // What is shown of which tasks is known from the filter.
        return try repository.answer(about: .none) { (log, rule) throws(RedoError) in
            try show(&context, style, log, repository, rule)
        } whole: { (log) throws(RedoError) in
            try show(&context, style, log, repository)
        }
    }

    /// Shows nodes with their content.
    private static func show(
        _ context: inout CommandContext, _ style: LogStyle, _ log: Log, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        let names = repository.names(of: log)
        let filter = try LogFilter(context, names, repository)
        let order = try LogOrder(arguments, names)
        let graph = log.replay.validation.graph
        var numbers = try order.numbers(
            of: log.nodes.count,
            where: filter.includesEverything ? nil : { filter.includes(log.nodes[$0], $0) }
        ) { TimeOrder(graph) { log.nodes[$0].timestamp.wall } }
        let selection = selection(arguments, order, log.replay.validation, &numbers)
        let isPatched = arguments.has(LogStyle.patch)
        let printer = LogPrinter(
            style, end: end(arguments), ignored: log.ignored, ids: { log.nodes.map(\.id) },
            people: { log.replay.authority.people }
        ) {
            // A patch says what became of its node.
            ShownTasks(
                titles: log.replay.foldState().printableTitles,
                voids: isPatched ? nil : log.replay.voidsWithRooms,
                people: log.replay.authority.people)
        }
        let patches = isPatched ? NodePatches(log) : nil
        let listing = LogListing(numbers, printer, selection, patches)
        return try listing.print(&context, forEachID: log.forEachID) { log.nodes[$0] }
    }

    /// Shows nodes from the columns of indexes.
    ///
    /// - Returns: nil if the content of all is needed, or one cannot be read.
    private static func show(
        _ context: inout CommandContext, _ style: LogStyle, _ log: IndexedLog,
        _ repository: Repository, _ rule: LogRule
    ) throws(RedoError) -> ExitStatus? {
        let arguments = context.arguments
        // What nodes changed takes their content and a replay.
        guard !arguments.has(LogStyle.patch),
            let index = LogFilter.readsContent(arguments) ? log.readableIndex : log.index
        else { return nil }
        var names: NodeNames?
        if LogFilter.needsNames(arguments) || arguments.has(LogStyle.graph) {
            guard let validation = log.validation(rule) else { return nil }
            names = repository.names(validation)
        }
        let filter = try LogFilter(context, names, repository)
        let order = try LogOrder(arguments, names)
        let reader = LogIndexReader(index)
        var numbers = try order.numbers(
            of: index.count,
            where: filter.includesEverything
                ? nil : { filter.includes(IndexedLogRow($0, of: index, reader), $0) }
        ) { index.timeOrder }
        let selection = names.flatMap {
            self.selection(arguments, order, $0.validation, &numbers)
        }
        if style.showsContent, !index.canRead(numbers.sorted()) { return nil }
        let ids = {
            numbers.count < index.count / 100
                ? log.stored.neighbours(of: numbers.map { index.id(of: $0) })
                : (0..<index.count).map { index.id(of: $0) }
        }
        let printer = LogPrinter(
            style, end: end(arguments), ignored: rule.ignored, ids: ids,
            people: { log.stored.mayHave(People.has) ? log.people(rule) ?? .none : .none }
        ) {
            tasks(Set(numbers.compactMap { index[$0].taskID }), log, repository, rule)
        }
        let listing = LogListing(numbers, printer, selection, nil)
        return try listing.print(&context, forEachID: index.forEachID) {
            IndexedLogRow($0, of: index, reader)
        }
    }

    private static func end(_ arguments: Arguments) -> String {
        arguments.has(LogStyle.zero) ? "\0" : "\n"
    }

    /// How many tasks are read one by one for their titles.
    private static let greatestTaskCount = 100

    /// The titles of some tasks, and the void nodes of the log. Damage is not reported.
    private static func tasks(
        _ tasks: Set<TaskID>, _ log: IndexedLog, _ repository: Repository, _ rule: LogRule
    ) -> ShownTasks {
        if tasks.count <= greatestTaskCount, let nodes = log.stored.nodes(of: tasks),
            let exclusion = log.exclusion(rule)
        {
            let replay = Replay(nodes, exclusion)
            return ShownTasks(
                titles: replay.foldState().printableTitles,
                voids: log.addingRooms(to: replay.voids, rule),
                people: replay.authority.people)
        }
        return ShownTasks(
            titles: State(tasks: (try? repository.namedTasks()) ?? []).printableTitles,
            voids: log.voids(rule).map { log.addingRooms(to: $0, rule) },
            people: log.people(rule) ?? .none)
    }

    /// What is drawn, and in which order; nil if nothing is.
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
