import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo log`: shows nodes, the latest first.
package struct LogCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "log", "Show nodes, the latest first",
        operands: [.repeated(.optional(.nodeOrRange))],
        options: LogFilter.options + LogStyle.options + LogOrder.options,
        constraints: LogStyle.constraints + LogOrder.constraints, effect: .reads)

    private let filter: LogFilter.Request
    private let order: LogOrder
    private let style: LogStyle
    private let isCount: Bool
    private let isDrawn: Bool
    private let isPatched: Bool
    private let endsWithZeros: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        filter = LogFilter.Request(arguments)
        order = try LogOrder(arguments)
        style = try LogStyle(arguments)
        isCount = arguments.has(LogStyle.count)
        isDrawn = arguments.has(LogStyle.graph)
        isPatched = arguments.has(LogStyle.patch)
        endsWithZeros = arguments.has(LogStyle.zero)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        // What is shown of which tasks is known from the filter.
        return try repository.answer(about: .none) { (log, rule) throws(RedoError) in
            try show(log, repository, rule, &context)
        }
    }

    /// Shows nodes, whose content is read where it is shown.
    ///
    /// - Returns: nil if all nodes have to be read, or one cannot be read.
    private func show(
        _ log: LogSource, _ repository: Repository, _ rule: LogRule,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus? {
        // What nodes changed takes their content and a replay.
        guard !isPatched || log.isRead,
            let index = filter.readsContent ? log.readableIndex : log.index
        else { return nil }
        let whole = isPatched ? try repository.wholeLog(about: .none) : nil
        var names: NodeNames?
        if filter.needsNames || order.needsNames || isDrawn {
            guard let validation = log.validation(rule) else { return nil }
            names = repository.names(validation)
        }
        let filter = try LogFilter(filter, names, repository, context)
        let reader = LogIndexReader(index)
        var numbers = try order.numbers(
            of: index.count,
            where: filter.includesEverything
                ? nil : { filter.includes(IndexedLogRow($0, of: index, reader), $0) }, names
        ) { index.timeOrder }
        if isCount {
            try context.print("\(numbers.count)\n")
            return .done
        }
        var selection: GraphSelection?
        if isDrawn, let names {
            let drawn = GraphSelection(names.validation, showing: numbers)
            numbers = order.drawn(drawn.order)
            selection = drawn
        }
        if style.showsContent, !index.canRead(numbers.sorted()) { return nil }
        let ids = {
            numbers.count < index.count / 100
                ? log.stored.neighbours(of: numbers.map { index.id(of: $0) })
                : (0..<index.count).map { index.id(of: $0) }
        }
        let printer = LogPrinter(
            style, end: endsWithZeros ? "\0" : "\n", ignored: rule.ignored, ids: ids,
            people: { log.people(rule) ?? .none }
        ) {
            whole.map { ShownTasks(of: $0) }
                ?? Self.tasks(
                    Set(numbers.compactMap { index[$0].taskID }), log, repository, rule)
        }
        let listing = LogListing(numbers, printer, selection, whole.map { NodePatches($0) })
        if !endsWithZeros { context.startPager() }
        try listing.print(&context, index) { IndexedLogRow($0, of: index, reader) }
        return .done
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
}

extension ShownTasks {
    /// What is shown of the tasks of a log beside patches, which say what became of each node.
    fileprivate init(of log: Log) {
        self.init(
            titles: log.replay.foldState().printableTitles, people: log.replay.authority.people)
    }
}
