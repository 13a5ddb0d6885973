import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo replay`: computes the state of the tasks from the log.
package struct ReplayCommand: ParsableCommand {
    private static let canonical = OptionSpecification.flag(
        "canonical", "print the canonical state, a JSON array without a line feed")
    private static let hash = OptionSpecification.flag("hash", "print the state hash")
    private static let full = OptionSpecification.flag(
        "full", "compute the hash from all nodes, without the cache")
    private static let rejected = OptionSpecification.flag(
        "rejected",
        "print '<id>\\t<CODE>' for each node that is rejected or skipped, in replay order")
    private static let explain = OptionSpecification.flag(
        "explain",
        "print for each task which nodes count, which do not, and why; of a family its void nodes")
    private static let family = OptionSpecification.value(
        "family", takes: "name", oneOf: FamilyName.allCases.map(\.rawValue),
        isExpert: true, "print the canonical state of a family of actions")
    private static let void = OptionSpecification.flag(
        "void", isExpert: true,
        "print '<id>\\t<CODE>' for each node that is void in the family, by id")
    private static let at = OptionSpecification.value(
        "at", takes: .node, "end with this node: replay it and its ancestors only")
    private static let asOf = OptionSpecification.value(
        "as-of", takes: "when",
        "replay only the nodes of this wall time or earlier, and their ancestors")
    private static let json = OptionSpecification.flag("json", "print a JSON object for each task")
    private static let task = OptionSpecification.value(
        "task", takes: .task, "only this task")

    package static let specification = CommandSpecification(
        "replay", "Compute the state of all tasks from the log",
        options: [
            family, void, canonical, hash, full, rejected, explain, json, task, at, asOf,
            TaskTable.rankOption, NameInput.output, Jobs.option,
        ],
        constraints: [
            .exclusive([canonical, hash, rejected, explain, json, void]),
            .exclusive([at, asOf]),
            .excludes(family, [at, asOf, task, rejected, json]),
            .excludes(
                TaskTable.rankOption,
                [family, canonical, hash, rejected, explain, json, void]),
            .needs(void, anyOf: [family]), .needs(NameInput.output, anyOf: [rejected, void]),
            .needs(full, anyOf: [hash]),
        ], effect: .reads)

    /// The output of the command.
    private enum Output {
        case state(StateStyle)
        case rejected
        case explanation
        /// The void nodes of a family.
        case void
    }

    /// The form in which a state is printed.
    private enum StateStyle {
        /// In the order of a rank; nil for the one that is configured.
        case table(rank: String?)
        case canonical
        /// True if it is computed from all nodes, without the cache.
        case hash(isFull: Bool)
        case json
    }

    /// The last nodes that are replayed.
    private enum End {
        case all
        case node(String)
        /// As a text.
        case moment(String)
    }

    private let family: FamilyName?
    private let end: End
    /// The only task; nil for all.
    private let task: String?
    private let output: Output
    /// The terminator of a line with an id.
    private let lineEnd: String

    package init(_ arguments: Arguments) throws(RedoError) {
        family = try arguments.value(Self.family).map { name throws(RedoError) in
            try choice(of: "family", named: name, among: FamilyName.allCases)
        }
        task = arguments.value(Self.task)
        lineEnd = arguments.terminator
        end =
            if let node = arguments.value(Self.at) {
                .node(node)
            } else if let text = arguments.value(Self.asOf) {
                .moment(text)
            } else {
                .all
            }
        output =
            if arguments.has(Self.rejected) {
                .rejected
            } else if arguments.has(Self.explain) {
                .explanation
            } else if arguments.has(Self.void) {
                .void
            } else if arguments.has(Self.hash) {
                .state(.hash(isFull: arguments.has(Self.full)))
            } else if arguments.has(Self.canonical) || family != nil {
                .state(.canonical)
            } else if arguments.has(Self.json) {
                .state(.json)
            } else {
                .state(.table(rank: arguments.value(TaskTable.rankOption)))
            }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch family {
        case .effective: try printEffective(context.openRepository(), &context)
        case let family:
            if let reducer = family?.reducer {
                try print(reducer, context.openRepository(), &context)
            } else {
                try printTasks(&context)
            }
        }
        return .done
    }

    private func printTasks(_ context: inout CommandContext) throws(RedoError) {
        var moment: Instant?
        if case .moment(let text) = end { moment = try context.pastMoment(text) }
        let repository = try context.openRepository()
        // Which nodes count is a question about nodes; the state of all tasks is not.
        if case .state(let style) = output, case .all = end, task == nil {
            return try Self.print(.whole, as: style, repository, &context)
        }
        let log: Log
        if let task, case .all = end {
            log = try repository.log(of: [task], .whole)
        } else {
            log = try repository.wholeLog(.whole)
        }
        var last: Int?
        if case .node(let name) = end {
            last = try repository.names(of: log).nodeNumber(named: name)
        }
        let ends = last.map { [$0] } ?? moment.map { log.numbers(until: $0) }
        let only = try task.map { name throws(RedoError) in try log.taskID(named: name) }
        switch output {
        case .rejected: return try printRejected(log, among: ends, of: only, &context)
        case .void:
            for (id, code) in log.replay.rejected.map({ (log.nodes[$0.number].id, $0.code) })
                .sorted(by: { $0.0 < $1.0 })
            {
                try context.print("\(id)\t\(code)\(lineEnd)")
            }
            return
        case .state, .explanation: break
        }
        var state = log.replay.foldState(among: ends)
        if let only { state = State(tasks: state[only].map { [$0] } ?? []) }
        if let last, case .rejected(let code, _) = log.replay.validation.verdicts[last] {
            context.warn(
                code, "\(log.nodes[last].id) is rejected: its ancestors alone count")
        }
        guard case .state(let style) = output else {
            let explanation = Explanation(log, among: ends, state)
            for task in only.map({ [$0] }) ?? explanation.tasks {
                try context.print(explanation.text(of: task))
            }
            return
        }
        try Self.print(state, as: style, repository, &context)
    }

    /// Prints the state of a view, or its hash.
    private static func print(
        _ view: LogView, as style: StateStyle, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) {
        if case .hash(let isFull) = style {
            try context.print("\(try repository.stateHash(view, isFull: isFull))\n")
        } else {
            try print(try repository.state(view), as: style, repository, &context)
        }
    }

    private static func print(
        _ state: State, as style: StateStyle, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) {
        switch style {
        case .hash: try context.print("\(state.hash)\n")
        case .canonical:
            try state.forEachCanonicalPart { part throws(RedoError) in
                try context.print(part)
            }
        case .json:
            for task in state.tasks {
                try context.printLine(task.canonicalBytes())
            }
        case .table(let rank):
            let table = try TaskTable(context, repository.store, rankedBy: rank)
            try context.print(table.bytes(of: table.ranked(state), context: context))
        }
    }

    private func print<Reducer: FamilyReducer>(
        _ family: Reducer.Type, _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) {
        let reduced = try repository.family(family, .authorized)
        switch output {
        case .state(.hash): try context.print("\(reduced.hash)\n")
        case .void, .explanation: try print(reduced.voidNodes, repository, &context)
        case .state, .rejected:
            try context.print(CanonicalJSON.bytes(reduced.canonicalState))
        }
    }

    private func printEffective(
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) {
        if case .state(let style) = output {
            try Self.print(.authorized, as: style, repository, &context)
        } else {
            try print(try repository.voidTaskNodes(), repository, &context)
        }
    }

    /// Prints void nodes by id, each with its code or, to explain it, with the rule as well.
    private func print(
        _ nodes: [VoidNode], _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) {
        var voids: VoidNodes?
        if case .explanation = output { voids = try repository.voids(.authorized) }
        for node in nodes.sorted(by: { $0.id < $1.id }) {
            if let voids {
                try context.print("\(node.id)\t\(voids.text(node.reason))\n")
            } else {
                try context.print("\(node.id)\t\(node.code)\(lineEnd)")
            }
        }
    }

    private func printRejected(
        _ log: Log, among ends: [Int]?, of task: TaskID?, _ context: inout CommandContext
    ) throws(RedoError) {
        let included = ends.map { log.replay.validation.graph.closure(of: $0) }
        for (number, code) in log.replay.rejected {
            let node = log.nodes[number]
            if included?[number] == false || (task != nil && node.taskID != task) { continue }
            try context.print("\(node.id)\t\(code)\(lineEnd)")
        }
    }
}
