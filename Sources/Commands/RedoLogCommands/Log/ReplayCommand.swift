import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
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

    /// `redo replay`: computes the state of the tasks from the log.
    package static let replay = Command(
        CommandSpecification(
            "replay", "Compute the state of all tasks from the log",
            options: [
                family, void, canonical, hash, full, rejected, explain, json, task, at, asOf,
                TaskTable.rankOption,
                Jobs.option,
            ],
            constraints: [
                .exclusive([canonical, hash, rejected, explain, json, void]),
                .exclusive([at, asOf]),
                .excludes(family, [at, asOf, task, rejected, json]),
                .excludes(
                    TaskTable.rankOption,
                    [family, canonical, hash, rejected, explain, json, void]),
                .needs(void, anyOf: [family]),
                .needs(full, anyOf: [hash]),
            ], effect: .reads)
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let name = try arguments.value(family).map { name throws(RedoError) in
            try choice(of: "family", named: name, among: FamilyName.allCases)
        }
        if let reducer = name?.reducer {
            return try print(&context, reducer, try context.openRepository())
        }
        if name == .effective { return try printEffective(&context, try context.openRepository()) }
        let moment = try context.pastMoment(asOf)
        let repository = try context.openRepository()
        // Which nodes count is a question about nodes; the state of all tasks is not.
        if !arguments.has(at), !arguments.has(asOf), !arguments.has(task), !arguments.has(rejected),
            !arguments.has(explain), !arguments.has(void)
        {
            return try print(&context, .whole, repository)
        }
        let log: Log
        if let task = arguments.value(task), !arguments.has(at), !arguments.has(asOf) {
            log = try repository.log(of: [task], .whole)
        } else {
            log = try repository.wholeLog(.whole)
        }
        let names = repository.names(of: log)
        let end = try arguments.value(at).map { name throws(RedoError) in
            try names.nodeNumber(named: name)
        }
        let ends =
            end.map { [$0] }
            ?? moment.map { last in
                log.nodes.indices.filter { log.nodes[$0].timestamp.wall <= last }
            }
        let only = try arguments.value(task).map { name throws(RedoError) in
            try log.taskID(named: name)
        }
        if arguments.has(rejected) {
            try printRejected(&context, log, among: ends, of: only)
            return .done
        }
        if arguments.has(void) {
            for (id, code) in log.replay.rejected.map({ (log.nodes[$0.number].id, $0.code) })
                .sorted(by: { $0.0 < $1.0 })
            {
                try context.print("\(id)\t\(code)\n")
            }
            return .done
        }
        var state = log.replay.foldState(among: ends)
        if let only { state = State(tasks: state[only].map { [$0] } ?? []) }
        if let end, case .rejected(let code, _) = log.replay.validation.verdicts[end] {
            context.warn(
                code, "\(log.nodes[end].id) is rejected: its ancestors alone count")
        }
        if arguments.has(explain) {
            let explanation = Explanation(log, among: ends, state)
            for task in only.map({ [$0] }) ?? explanation.tasks {
                try context.print(explanation.text(of: task))
            }
            return .done
        }
        return try print(&context, state, repository)
    }

    /// Prints the state of a view, or its hash.
    private static func print(
        _ context: inout CommandContext, _ view: LogView, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        if arguments.has(hash) {
            let hash = try repository.stateHash(view, isFull: arguments.has(full))
            try context.print("\(hash)\n")
            return .done
        }
        return try print(&context, try repository.state(view), repository)
    }

    private static func print(
        _ context: inout CommandContext, _ state: State, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        if arguments.has(hash) {
            try context.print("\(state.hash)\n")
        } else if arguments.has(canonical) || arguments.has(family) {
            try state.forEachCanonicalPart { part throws(RedoError) in
                try context.print(part)
            }
        } else if arguments.has(json) {
            for task in state.tasks {
                try context.printLine(task.canonicalBytes())
            }
        } else {
            let table = try TaskTable(context, repository.store)
            try context.print(table.bytes(of: table.ranked(state), context: context))
        }
        return .done
    }

    private static func print<Reducer: FamilyReducer>(
        _ context: inout CommandContext, _ family: Reducer.Type, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let reduced = try repository.family(family, .authorized)
        if context.arguments.has(hash) {
            try context.print("\(reduced.hash)\n")
        } else if context.arguments.has(void) || context.arguments.has(explain) {
            try print(&context, reduced.voidNodes, repository)
        } else {
            try context.print(CanonicalJSON.bytes(reduced.canonicalState))
        }
        return .done
    }

    private static func printEffective(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        if context.arguments.has(void) || context.arguments.has(explain) {
            try print(&context, try repository.voidTaskNodes(), repository)
            return .done
        }
        return try print(&context, .authorized, repository)
    }

    /// Prints void nodes by id, each with its code or, to explain it, with the rule as well.
    private static func print(
        _ context: inout CommandContext, _ nodes: [VoidNode], _ repository: Repository
    ) throws(RedoError) {
        let voids = context.arguments.has(explain) ? try repository.voids(.authorized) : nil
        for node in nodes.sorted(by: { $0.id < $1.id }) {
            if let voids {
                let sentence = voids.sentence(node.reason).printable
                try context.print("\(node.id)\tvoid: \(node.code): \(sentence)\n")
            } else {
                try context.print("\(node.id)\t\(node.code)\n")
            }
        }
    }

    private static func printRejected(
        _ context: inout CommandContext, _ log: Log, among ends: [Int]?, of task: TaskID?
    ) throws(RedoError) {
        let included = ends.map { log.replay.validation.graph.closure(of: $0) }
        for (number, code) in log.replay.rejected {
            let node = log.nodes[number]
            if included?[number] == false || (task != nil && node.taskID != task) { continue }
            try context.print("\(node.id)\t\(code)\n")
        }
    }
}
