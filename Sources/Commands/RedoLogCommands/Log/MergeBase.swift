import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let all = OptionSpecification.flag(
        "all", letter: "a", "print all best common ancestors, not only the latest")
    private static let isAncestor = OptionSpecification.flag(
        "is-ancestor", "print nothing; exit with 0 if the first node is above the second, else 1")

    /// `redo merge-base`: finds common ancestors.
    package static let mergeBase = Command(
        CommandSpecification(
            "merge-base", "Print the latest common ancestor of nodes, or of a task's heads",
            operands: [
                [.value(.node), .repeated(.value(.node))], .value(.task),
                [.option(isAncestor), .value(.node), .value(.node)],
            ], options: [all, isAncestor],
            constraints: [.exclusive([all, isAncestor])],
            effect: .reads,
            statuses: .reading(no: "there is no common ancestor, or `--is-ancestor` says no"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let operands = arguments.operands
        guard !arguments.has(isAncestor) || operands.count == 2 else {
            throw .usage("--is-ancestor takes two nodes")
        }
        let repository = try context.openRepository()
        let names = try repository.names(.whole, about: .none)
        let validation = names.validation
        let numbers = try repository.asking { () throws(RedoError) in
            var numbers: [Int] = []
            if operands.count == 1 {
                let task = try names.taskID(named: operands[0])
                numbers = validation.graph.taskNumber(of: task).map { validation.heads()[$0] } ?? []
                return (numbers, .some([task]))
            }
            for name in operands { numbers.append(try names.nodeNumber(named: name)) }
            // A path between nodes can lead through any task.
            return (numbers, .all)
        }
        if arguments.has(isAncestor) {
            return validation.isAncestor(numbers[0], of: numbers[1]) ? .done : .no
        }
        guard !numbers.isEmpty else { return .no }
        let best = validation.bestCommonAncestors(of: numbers)
        for number in arguments.has(all) ? best[...] : best.prefix(1) {
            try context.print("\(validation.graph.id(of: number))\n")
        }
        return best.isEmpty ? .no : .done
    }
}
