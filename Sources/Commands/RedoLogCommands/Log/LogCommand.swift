import RedoCommandLine
import RedoCommandParts
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
        }
    }

    /// Shows nodes, whose content is read where it is shown.
    ///
    /// - Returns: nil if all nodes have to be read, or one cannot be read.
    private static func show(
        _ context: inout CommandContext, _ style: LogStyle, _ log: LogSource,
        _ repository: Repository, _ rule: LogRule
    ) throws(RedoError) -> ExitStatus? {
        let arguments = context.arguments
        let isPatched = arguments.has(LogStyle.patch)
        // What nodes changed takes their content and a replay.
        guard !isPatched || log.isRead,
            let index = LogFilter.readsContent(arguments) ? log.readableIndex : log.index
        else { return nil }
        let whole = isPatched ? try repository.wholeLog(about: .none) : nil
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
            people: { log.people(rule) ?? .none }
        ) {
            whole.map { ShownTasks(of: $0) }
                ?? tasks(Set(numbers.compactMap { index[$0].taskID }), log, repository, rule)
        }
        let listing = LogListing(numbers, printer, selection, whole.map { NodePatches($0) })
        return try listing.print(&context, index) {
            IndexedLogRow($0, of: index, reader)
        }
    }

    private static func end(_ arguments: Arguments) -> String {
        arguments.has(LogStyle.zero) ? "\0" : "\n"
    }

    /// How many tasks are read one by one for their titles.
    private static let maximumTaskCount = 100

    /// The titles of some tasks, and the void nodes of the log. Damage is not reported.
    private static func tasks(
        _ tasks: Set<TaskID>, _ log: LogSource, _ repository: Repository, _ rule: LogRule
    ) -> ShownTasks {
        if tasks.count <= maximumTaskCount, let replay = log.replay(of: tasks, rule) {
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

extension ShownTasks {
    /// What is shown of the tasks of a log beside patches, which say what became of each node.
    fileprivate init(of log: Log) {
        self.init(
            titles: log.replay.foldState().printableTitles, people: log.replay.authority.people)
    }
}
