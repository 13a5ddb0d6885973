import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo graph`: draws the graph of the nodes.
package struct GraphCommand: ParsableCommand {
    private static let format = OptionSpecification.value(
        "format", takes: "format",
        "text (the default), dot for graphviz, svg, or a line of text with fields such as %(id)")
    private static let limit = OptionSpecification.value(
        "max-count", letter: "n", takes: "count", "at most this many nodes")
    private static let dependencies = OptionSpecification.flag(
        "dependencies", "draw which open task waits for which, instead of nodes")
    private static let all = OptionSpecification.flag(
        "all",
        "svg: all nodes, not only the newest \(maximumPictureCount); dependencies: also of tasks that are not open"
    )
    /// The maximum number of nodes in a picture, unless more are requested: 100,000 make a file of 50 MB.
    private static let maximumPictureCount = 1000

    package static let specification = CommandSpecification(
        "graph", "Draw the graph of the nodes as text, for graphviz or as an SVG picture",
        operands: [
            .repeated(.optional(.nodeOrRange)),
            [.option(dependencies), .optional(.option(all))],
        ],
        options: [format, limit, LogStyle.onelineOption, LogStyle.wideOption]
            + NodeFilter.options + [
                dependencies, all, ListFilter.queryOption,
            ],
        constraints: [
            .exclusive([LogStyle.onelineOption, LogStyle.wideOption]),
            .exclusive([limit, all]),
            .excludes(
                dependencies,
                [limit, LogStyle.onelineOption, LogStyle.wideOption, NameInput.stdin]
                    + NodeFilter.options),
            .needs(ListFilter.queryOption, anyOf: [dependencies]),
        ], readsNames: true, effect: .reads)

    private enum Form {
        /// - Parameter maximumCount: nil for the usual one.
        case nodes(WalkRequest, NodeFilter.Request, LogStyle, maximumCount: Int?)
        /// The dependencies of the open tasks or of all, and of those that a query includes.
        case dependencies(isAll: Bool, query: String?)
    }

    private let form: Form
    private let format: GraphFormat

    package init(_ arguments: Arguments) throws(RedoError) {
        let text = arguments.value(Self.format) ?? GraphFormat.text.rawValue
        // A format without a field would be the same line beside each node.
        let line = text.contains("%") ? try LineFormat<NodeField>(text) : nil
        format =
            line == nil
            ? try choice(of: "format", named: text, among: GraphFormat.allCases)
            : .text
        if arguments.has(Self.dependencies) {
            if let operand = arguments.operands.first {
                throw .usage("unexpected argument '\(operand)'")
            }
            guard line == nil else {
                throw .usage("--dependencies draws tasks, which have no fields of nodes")
            }
            form = .dependencies(
                isAll: arguments.has(Self.all), query: arguments.value(ListFilter.queryOption))
        } else {
            let isOneline = arguments.has(LogStyle.onelineOption)
            if format != .text || line != nil, isOneline || arguments.has(LogStyle.wideOption) {
                throw .usage("--oneline and --wide are formats of text; give one of them")
            }
            form = .nodes(
                WalkRequest(arguments.names), try NodeFilter.Request(arguments),
                line.map { .format($0, isJSON: false) } ?? (isOneline ? .oneline : .wide),
                maximumCount: arguments.has(Self.all) ? .max : try arguments.count(Self.limit))
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        switch form {
        case .dependencies(let isAll, let query):
            let picture = try DependencyPicture(repository, context, isAll: isAll, query: query)
            try picture.print(as: format, &context)
            return .done
        case .nodes(let walk, let filter, let style, let maximumCount):
            let starts = walk.starts(isWholeWithoutNames: true)
            // What is shown of which tasks is known from the filter.
            return try repository.answer(about: .none) { (log, rule) throws(RedoError) in
                guard log.readableIndex != nil, let validation = log.validation(rule),
                    let nodes = try WalkedNodes(starts, filter, log, rule, repository, context)
                else { return nil }
                let numbers = (0..<validation.graph.count).filter(nodes.includes)
                let shown = pictured(numbers, maximumCount, context)
                let selection = GraphSelection(validation, showing: shown)
                let order = Array(selection.order.prefix(maximumCount ?? .max))
                guard let fields = try nodes.fields(of: order, style.needs, context: context) else {
                    return nil
                }
                let printer = LogPrinter(style, ignored: rule.ignored, fields)
                let picture = GraphPicture(
                    order: order, selection: selection,
                    nodes: graphNodes(order, nodes, validation, printer, fields, context),
                    devices: fields.devices, showsMarks: !style.isFormat)
                try picture.print(as: format, &context)
                return ExitStatus.done
            }
        }
    }

    /// The nodes that are drawn: of a picture the newest ones, unless a count is given.
    private func pictured(
        _ numbers: [Int], _ maximumCount: Int?, _ context: borrowing CommandContext
    ) -> [Int] {
        guard format == .svg, maximumCount == nil, numbers.count > Self.maximumPictureCount else {
            return numbers
        }
        context.note(
            "the newest \(Self.maximumPictureCount) of \(numbers.count) nodes are drawn; --all draws all"
        )
        return Array(numbers.suffix(Self.maximumPictureCount))
    }

    /// What is drawn of some nodes, by number.
    private func graphNodes(
        _ order: [Int], _ nodes: WalkedNodes, _ validation: HistoryValidation,
        _ printer: LogPrinter, _ fields: NodeFields, _ context: borrowing CommandContext
    ) -> [Int: GraphNode] {
        let heads = Set(validation.heads().joined())
        var drawn: [Int: GraphNode] = [:]
        drawn.reserveCapacity(order.count)
        // Nodes are read fast in replay order.
        for number in order.sorted() {
            let row = nodes.row(number)
            drawn[number] = GraphNode(
                number, row, fields.tasks, shortID: fields.short(row.id),
                lines: format == .text ? printer.lines(of: row, context) : [],
                isHead: heads.contains(number),
                isAccepted: validation.verdicts[number].isAccepted)
        }
        return drawn
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

/// The form of a drawing of a graph.
enum GraphFormat: String, CaseIterable {
    case text
    case dot
    case svg
}
