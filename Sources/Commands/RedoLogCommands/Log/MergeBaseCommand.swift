import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo merge-base`: finds common ancestors.
package struct MergeBaseCommand: ParsableCommand {
    private static let all = OptionSpecification.flag(
        "all", letter: "a", "print all best common ancestors, not only the latest")
    private static let isAncestor = OptionSpecification.flag(
        "is-ancestor", "print nothing; exit with 0 if the first node is above the second, else 1")

    package static let specification = CommandSpecification(
        "merge-base", "Print the latest common ancestor of nodes, or of a task's heads",
        operands: [
            [.value(.node), .repeated(.value(.node))], .value(.task),
            [.option(isAncestor), .value(.node), .value(.node)],
        ], options: [all, isAncestor] + NodeFormat.options,
        constraints: [
            .exclusive([all, isAncestor]), .excludes(isAncestor, NodeFormat.options),
        ],
        readsNames: true, effect: .reads,
        statuses: .reading(no: "there is no common ancestor, or `--is-ancestor` says no"))

    private enum Form {
        case isAncestor(String, of: String)
        /// The common ancestors of nodes.
        case common([String], isAll: Bool)
        case commonOfHeads(task: String, isAll: Bool)
    }

    private let form: Form
    private let format: NodeFormat
    private let terminator: String

    package init(_ arguments: Arguments) throws(RedoError) {
        format = try NodeFormat(arguments) ?? .ids
        terminator = arguments.terminator
        let operands = arguments.operands
        let isAll = arguments.has(Self.all)
        if arguments.has(Self.isAncestor) {
            guard operands.count == 2 else { throw .usage("--is-ancestor takes two nodes") }
            form = .isAncestor(operands[0], of: operands[1])
        } else if operands.count == 1 {
            form = .commonOfHeads(task: operands[0], isAll: isAll)
        } else {
            form = .common(operands, isAll: isAll)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let names = try repository.names(.whole, about: .none)
        let validation = names.validation
        switch form {
        case .isAncestor(let first, let second):
            let numbers = try Self.numbers(of: [first, second], names, repository)
            return validation.isAncestor(numbers[0], of: numbers[1]) ? .done : .no
        case .common(let nodes, let isAll):
            return try printAncestors(
                of: try Self.numbers(of: nodes, names, repository), validation, repository,
                isAll: isAll, &context)
        case .commonOfHeads(let name, let isAll):
            let heads = try repository.asking { () throws(RedoError) in
                let task = try names.taskID(named: name)
                let number = validation.graph.taskNumber(of: task)
                return (number.map { validation.heads()[$0] } ?? [], .some([task]))
            }
            return try printAncestors(of: heads, validation, repository, isAll: isAll, &context)
        }
    }

    private static func numbers(
        of nodes: [String], _ names: NodeNames, _ repository: Repository
    ) throws(RedoError) -> [Int] {
        try repository.asking { () throws(RedoError) in
            var numbers: [Int] = []
            for name in nodes { numbers.append(try names.nodeNumber(named: name)) }
            // A path between nodes can lead through any task.
            return (numbers, .all)
        }
    }

    private func printAncestors(
        of numbers: [Int], _ validation: HistoryValidation, _ repository: Repository, isAll: Bool,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard !numbers.isEmpty else { return .no }
        let best = validation.bestCommonAncestors(of: numbers)
        let ids = best.prefix(isAll ? .max : 1).map { validation.graph.id(of: $0) }
        // The answer is about what was named, which is known already.
        try repository.answer(.whole, about: .none) { (log, rule) throws(RedoError) -> Void? in
            try format.print(ids, end: terminator, log, rule, repository, &context)
        }
        return best.isEmpty ? .no : .done
    }
}
