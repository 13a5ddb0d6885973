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
        options: WalkRequest.options + NodeFilter.options + LogStyle.options + NodeOrder.options,
        constraints: WalkRequest.constraints + LogStyle.constraints
            + NodeOrder.constraints(drawing: LogStyle.graph),
        readsNames: true, effect: .reads)

    private let walk: WalkRequest
    private let filter: NodeFilter.Request
    private let order: NodeOrder
    private let style: LogStyle
    private let isCount: Bool
    private let isDrawn: Bool
    private let isPatched: Bool
    private let terminator: String

    package init(_ arguments: Arguments) throws(RedoError) {
        walk = WalkRequest(arguments)
        filter = try NodeFilter.Request(arguments)
        isCount = arguments.has(LogStyle.count)
        isDrawn = arguments.has(LogStyle.graph)
        isPatched = arguments.has(LogStyle.patch)
        order = try NodeOrder(arguments, usual: .time, isCount: isCount, isDrawn: isDrawn)
        style = try LogStyle(arguments)
        terminator = arguments.terminator
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let starts = walk.starts(isWholeWithoutNames: true)
        // What is shown of which tasks is known from the filter.
        return try repository.answer(about: .none) { (log, rule) throws(RedoError) in
            try show(starts, log, repository, rule, &context)
        }
    }

    /// Shows nodes, whose content is read where it is shown.
    ///
    /// - Returns: nil if all nodes have to be read, or one cannot be read.
    private func show(
        _ starts: WalkRequest.Starts, _ log: LogSource, _ repository: Repository, _ rule: LogRule,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus? {
        // What nodes changed takes their content and a replay.
        guard !isPatched || log.isRead,
            let nodes = try WalkedNodes(
                starts, filter, log, rule, repository, context,
                needsNames: order.needsNames || isDrawn)
        else { return nil }
        let whole = isPatched ? try repository.wholeLog(about: .none) : nil
        var numbers = try nodes.numbers(order)
        if isCount {
            try context.print("\(numbers.count)\n")
            return .done
        }
        context.noteIfEmpty(numbers, filter)
        var selection: GraphSelection?
        if isDrawn, let names = nodes.names {
            let drawn = GraphSelection(names.validation, showing: numbers)
            numbers = order.drawn(drawn.order)
            selection = drawn
        }
        guard
            let fields = try nodes.fields(
                of: numbers, style.needs, style.isFormat ? nil : whole.map { ShownTasks(of: $0) },
                context: context)
        else { return nil }
        let printer = LogPrinter(
            style, end: terminator, ignored: rule.ignored, fields)
        let listing = LogListing(numbers, printer, selection, whole.map { NodePatches($0) })
        if terminator == "\n" { context.startPager() }
        try listing.print(&context, nodes.index) { nodes.row($0) }
        return .done
    }
}

extension ShownTasks {
    /// The titles and people that are shown beside patches, of all tasks of a log. Patches show the effect of each node
    /// themselves.
    fileprivate init(of log: Log) {
        self.init(
            titles: log.replay.foldState().printableTitles, people: log.replay.authority.people)
    }
}
