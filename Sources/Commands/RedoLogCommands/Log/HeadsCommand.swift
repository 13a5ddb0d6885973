import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo heads`: prints the heads of each task.
package struct HeadsCommand: ParsableCommand {
    private static let diverged = OptionSpecification.flag(
        "diverged", "only tasks with more than one head")

    package static let specification = CommandSpecification(
        "heads", "Print the heads of tasks",
        operands: [.optional(.repeated(.value(.task)))], options: [diverged] + NodeFormat.options,
        readsNames: true, effect: .reads,
        statuses: .reading(
            done: "a head was printed",
            no: "there is none or, with `--diverged`, no task has several"))

    /// The names of the tasks; none for all.
    private let names: [String]
    private let isDivergedOnly: Bool
    /// Nil for the task and the id.
    private let format: NodeFormat?
    /// The terminator of a line of the output.
    private let end: String

    package init(_ arguments: Arguments) throws(RedoError) {
        format = try NodeFormat(arguments)
        names = arguments.operands
        isDivergedOnly = arguments.has(Self.diverged)
        end = arguments.terminator
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        return names.isEmpty
            ? try printAll(repository, &context) : try printNamed(repository, &context)
    }

    private func printAll(
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let heads = try repository.heads()
        let indices = isDivergedOnly ? heads.divergedIndices : Array(heads.tasks.indices)
        try print(
            indices.map { (heads.tasks[$0], Array(heads.heads(at: $0))) }, repository, &context)
        return indices.isEmpty ? .no : .done
    }

    private func printNamed(
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let names = try repository.names(about: .none)
        let graph = names.validation.graph
        let ids = try repository.asking { () throws(RedoError) in
            var ids: [TaskID] = []
            for name in self.names { ids.append(try names.taskID(named: name)) }
            return (ids, .some(Set(ids)))
        }
        var tasks = ids.compactMap { graph.taskNumber(of: $0) }
        tasks.sort { graph.taskIDs[$0] < graph.taskIDs[$1] }
        let heads = names.validation.heads()
        let shown = tasks.filter { heads[$0].count >= (isDivergedOnly ? 2 : 1) }
        try print(
            shown.map { (graph.taskIDs[$0], heads[$0].map { graph.id(of: $0) }) }, repository,
            &context)
        return shown.isEmpty ? .no : .done
    }

    private func print(
        _ heads: [(task: TaskID, heads: [NodeID])], _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) {
        guard let format else {
            for (task, heads) in heads { try context.print(lines(task, heads)) }
            return
        }
        // The answer is about the tasks that were named, which is known already.
        try repository.answer(about: .none) { (log, rule) throws(RedoError) -> Void? in
            try format.print(heads.flatMap(\.heads), end: end, log, rule, repository, &context)
        }
    }

    /// A line for each head of a task.
    private func lines(_ task: TaskID, _ heads: some Sequence<NodeID>) -> [UInt8] {
        var text: [UInt8] = []
        let name = Array("\(task) ".utf8)
        for head in heads {
            text += name
            head.append(to: &text)
            text += Array(end.utf8)
        }
        return text
    }
}
