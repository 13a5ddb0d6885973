import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo graph`: draws the graph of the nodes.
package struct GraphCommand: ParsableCommand {
    private static let format = OptionSpecification.value(
        "format", takes: "format", "text (the default), dot for graphviz, or svg")
    private static let limit = OptionSpecification.value(
        "max-count", letter: "n", takes: "count", "at most this many nodes")
    private static let dependencies = OptionSpecification.flag(
        "dependencies", "draw which open task waits for which, instead of nodes")
    private static let all = OptionSpecification.flag(
        "all", "dependencies: also of tasks that are not open")

    package static let specification = CommandSpecification(
        "graph", "Draw the graph of the nodes as text, for graphviz or as an SVG picture",
        operands: [
            .repeated(.optional(.nodeOrRange)),
            [.option(dependencies), .optional(.option(all))],
        ],
        options: [format, limit] + NodeFilter.options + [
            dependencies, all, ListFilter.queryOption,
        ],
        constraints: [
            .excludes(dependencies, [limit] + NodeFilter.options),
            .needs(all, anyOf: [dependencies]),
            .needs(ListFilter.queryOption, anyOf: [dependencies]),
        ], effect: .reads)

    private enum Form {
        case nodes(WalkRequest, NodeFilter.Request, maximumCount: Int)
        /// Of the open tasks or all, and of those that a query includes.
        case dependencies(isAll: Bool, query: String?)
    }

    private let form: Form
    private let format: GraphFormat

    package init(_ arguments: Arguments) throws(RedoError) {
        format = try choice(
            of: "format", named: arguments.value(Self.format) ?? GraphFormat.text.rawValue,
            among: GraphFormat.allCases)
        if arguments.has(Self.dependencies) {
            if let operand = arguments.operands.first {
                throw .usage("unexpected argument '\(operand)'")
            }
            form = .dependencies(
                isAll: arguments.has(Self.all), query: arguments.value(ListFilter.queryOption))
        } else {
            form = .nodes(
                WalkRequest(arguments.names), try NodeFilter.Request(arguments),
                maximumCount: try arguments.count(Self.limit) ?? .max)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        switch form {
        case .dependencies(let isAll, let query):
            let picture = try DependencyPicture(repository, context, isAll: isAll, query: query)
            try picture.print(as: format, &context)
            return .done
        case .nodes(let walk, let filter, let maximumCount):
            let starts = walk.starts(isWholeWithoutNames: true)
            // What is shown of which tasks is known from the filter.
            return try repository.answer(about: .none) { (log, rule) throws(RedoError) in
                guard log.readableIndex != nil, let validation = log.validation(rule),
                    let nodes = try WalkedNodes(starts, filter, log, rule, repository, context)
                else { return nil }
                let picture = Self.picture(
                    of: nodes, maximumCount, validation, log.people(rule) ?? .none)
                try picture.print(as: format, &context)
                return ExitStatus.done
            }
        }
    }

    private static func picture(
        of nodes: WalkedNodes, _ maximumCount: Int, _ validation: HistoryValidation,
        _ people: People
    ) -> GraphPicture {
        let shown = (0..<validation.graph.count).filter(nodes.includes)
        let selection = GraphSelection(validation, showing: shown)
        let abbreviations = Abbreviations(validation.graph.ids)
        let heads = Set(validation.heads().joined())
        return GraphPicture(
            order: Array(selection.order.prefix(maximumCount)), selection: selection
        ) { number in
            GraphNode(
                number, nodes.row(number), people,
                shortID: abbreviations.text(of: validation.graph.id(of: number)),
                isHead: heads.contains(number),
                isAccepted: validation.verdicts[number].isAccepted)
        }
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
