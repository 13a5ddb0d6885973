import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let format = OptionSpecification.value(
        "format", takes: "format", "text (the default), dot for graphviz, or svg")
    private static let limit = OptionSpecification.value(
        "max-count", letter: "n", takes: "count", "at most this many nodes")

    private static let dependencies = OptionSpecification.flag(
        "dependencies", "draw which open task waits for which, instead of nodes")
    private static let all = OptionSpecification.flag(
        "all", "dependencies: also of tasks that are not open")

    /// `redo graph`: draws the graph of the nodes.
    package static let graph = Command(
        CommandSpecification(
            "graph", "Draw the graph of the nodes as text, for graphviz or as an SVG picture",
            operands: [
                .repeated(.optional(.nodeOrRange)),
                [.option(dependencies), .optional(.option(all))],
            ],
            options: [format, limit] + LogFilter.options + [
                dependencies, all, ListFilter.queryOption,
            ],
            constraints: [
                .excludes(dependencies, [limit] + LogFilter.options),
                .needs(all, anyOf: [dependencies]),
                .needs(ListFilter.queryOption, anyOf: [dependencies]),
            ], effect: .reads)
    ) { (context) throws(RedoError) in
        let format = try choice(
            of: "format", named: context.arguments.value(format) ?? GraphFormat.text.rawValue,
            among: GraphFormat.allCases)
        let repository = try context.openRepository()
        if context.arguments.has(dependencies) {
            return try drawDependencies(&context, format, repository)
        }
        // What is shown of which tasks is known from the filter.
        return try repository.answer(about: .none) { (log, rule) throws(RedoError) -> ExitStatus? in
            guard let index = log.readableIndex,
                let validation = log.validation(rule)
            else { return nil }
            let reader = LogIndexReader(index)
            return try draw(
                &context, format, repository.names(validation), repository,
                log.people(rule) ?? .none
            ) {
                IndexedLogRow($0, of: index, reader)
            }
        }
    }

    private static func drawDependencies(
        _ context: inout CommandContext, _ format: GraphFormat, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        if let operand = context.arguments.operands.first {
            throw .usage("unexpected argument '\(operand)'")
        }
        let picture = try DependencyPicture(
            repository, context, isAll: context.arguments.has(all),
            query: context.arguments.value(ListFilter.queryOption))
        try picture.print(as: format, &context)
        return .done
    }

    private static func draw(
        _ context: inout CommandContext, _ format: GraphFormat, _ names: NodeNames,
        _ repository: Repository, _ people: People, _ row: @escaping (Int) -> some LogRow
    ) throws(RedoError) -> ExitStatus {
        let validation = names.validation
        let filter = try LogFilter(context, names, repository)
        let shown = (0..<validation.graph.count).filter {
            filter.includesEverything || filter.includes(row($0), $0)
        }
        let selection = GraphSelection(validation, showing: shown)
        let limit = try context.arguments.count(limit) ?? Int.max
        let order = Array(selection.order.prefix(limit))
        let abbreviations = Abbreviations(validation.graph.ids)
        let heads = Set(validation.heads().joined())
        let picture = GraphPicture(order: order, selection: selection) { number in
            GraphNode(
                number, row(number), people,
                shortID: abbreviations.text(of: validation.graph.id(of: number)),
                isHead: heads.contains(number),
                isAccepted: validation.verdicts[number].isAccepted)
        }
        try picture.print(as: format, &context)
        return .done
    }
}

/// A graph that can be drawn in each format.
protocol Drawable {
    func printText(_ context: inout CommandContext) throws(RedoError)
    func printDOT(_ context: inout CommandContext) throws(RedoError)
    func printSVG(_ context: inout CommandContext) throws(RedoError)
}

extension Drawable {
    /// Prints it, as text through a pager.
    func print(as format: GraphFormat, _ context: inout CommandContext) throws(RedoError) {
        switch format {
        case .text:
            context.startPager()
            try printText(&context)
        case .dot: try printDOT(&context)
        case .svg: try printSVG(&context)
        }
    }
}

/// How a graph is drawn.
enum GraphFormat: String, CaseIterable {
    case text
    case dot
    case svg
}
