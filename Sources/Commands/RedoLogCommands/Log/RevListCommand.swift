import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo rev-list`: lists the nodes that others reach.
package struct RevListCommand: ParsableCommand {
    private static let parents = OptionSpecification.flag(
        "parents", "also the parents of each node, on its line")
    private static let children = OptionSpecification.flag(
        "children", "also the walked nodes that follow each node, on its line")
    private static let boundary = OptionSpecification.flag(
        "boundary", "also the nodes at the edge of what is left out, each after a -")
    private static let leftRight = OptionSpecification.flag(
        "left-right", "put < before what the left side of A...B reaches, > before the others")
    private static let count = OptionSpecification.flag(
        "count", "print only their number; with --left-right that of each side")

    package static let specification = CommandSpecification(
        "rev-list", "List the nodes that others reach, the last of a replay first",
        operands: [
            .repeated(.optional(.nodeOrRange)), .option(WalkRequest.all),
            .option(WalkRequest.heads),
        ],
        options: WalkRequest.options + NodeFilter.options + NodeOrder.options + [
            parents, children, boundary, leftRight, count,
        ] + NodeFormat.options,
        constraints: WalkRequest.constraints + NodeOrder.constraints(drawing: nil) + [
            .exclusive([parents, children]),
            .excludes(NodeFormat.json, [parents, children, boundary, leftRight, count]),
            .excludes(count, [parents, children, boundary, NodeFormat.option]),
        ], readsNames: true, effect: .reads)

    /// What follows a node on its line.
    private enum Relatives { case none, parents, children }

    private let walk: WalkRequest
    private let filter: NodeFilter.Request
    private let order: NodeOrder
    private let format: NodeFormat
    private let relatives: Relatives
    private let showsBoundary: Bool
    private let showsSides: Bool
    private let isCount: Bool
    private let terminator: String

    package init(_ arguments: Arguments) throws(RedoError) {
        walk = WalkRequest(arguments)
        guard !walk.isEmpty else {
            throw .usage("name a node or a range, or give --all or --heads")
        }
        filter = try NodeFilter.Request(arguments)
        isCount = arguments.has(Self.count)
        order = try NodeOrder(arguments, usual: .replay, isCount: isCount)
        format = try NodeFormat(arguments) ?? .ids
        relatives =
            arguments.has(Self.parents)
            ? .parents : arguments.has(Self.children) ? .children : .none
        showsBoundary = arguments.has(Self.boundary)
        showsSides = arguments.has(Self.leftRight)
        terminator = arguments.terminator
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let starts = walk.starts(isWholeWithoutNames: false)
        // What is shown of which tasks is known from the filter.
        return try repository.answer(about: .none) { (log, rule) throws(RedoError) in
            guard
                let nodes = try WalkedNodes(
                    starts, filter, log, rule, repository, context, needsNames: order.needsNames)
            else { return nil }
            return try isCount ? count(nodes, &context) : list(nodes, &context)
        }
    }

    private func count(
        _ nodes: WalkedNodes, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if nodes.isWhole, !showsSides, let count = order.count(of: nodes.index.count) {
            try context.print("\(count)\(terminator)")
            return .done
        }
        let numbers = try nodes.numbers(order)
        let left = numbers.count { nodes.walk?.isLeft($0) ?? false }
        try context.print(
            showsSides
                ? "\(left)\t\(numbers.count - left)\(terminator)" : "\(numbers.count)\(terminator)")
        return .done
    }

    /// - Returns: nil if a node has to be read for its fields and is unreadable.
    private func list(
        _ nodes: WalkedNodes, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus? {
        var numbers = try nodes.numbers(order)
        context.noteIfEmpty(numbers, filter)
        let boundary = showsBoundary ? nodes.walk?.boundary ?? [] : []
        numbers = order.adding(boundary, to: numbers)
        if format.isIDAlone, relatives == .none, !showsSides, boundary.isEmpty {
            try context.printIDs(of: numbers, in: nodes.index, end: terminator)
            return .done
        }
        guard let fields = try nodes.fields(of: numbers, format.needs, context: context) else {
            return nil
        }
        let edge = Set(boundary)
        let children = relatives == .children ? nodes.children : [:]
        try context.printNodes(numbers, readsContent: format.readsContent) { number, _ in
            let row = nodes.row(number)
            let mark = edge.contains(number) ? "-" : side(number, nodes)
            let related: [NodeID] =
                switch relatives {
                case .none: []
                case .parents: row.parents
                case .children: (children[number] ?? []).map { nodes.index.id(of: $0) }
                }
            let end = related.map { " \($0)" }.joined() + terminator
            return Array(mark.utf8) + format.line(of: row, fields) + Array(end.utf8)
        }
        return .done
    }

    /// The mark of the side of a difference that reaches a node; empty if it is not requested.
    private func side(_ number: Int, _ nodes: WalkedNodes) -> String {
        showsSides ? nodes.walk?.isLeft(number) == true ? "<" : ">" : ""
    }
}
