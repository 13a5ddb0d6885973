import RedoCommandLine
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
        operands: [.optional(.repeated(.value(.task)))], options: [diverged],
        readsNames: true, effect: .reads,
        statuses: .reading(
            done: "a head was printed",
            no: "there is none or, with `--diverged`, no task has several"))

    /// Of the tasks; none for all.
    private let names: [String]
    private let isDivergedOnly: Bool
    /// What ends a line of the output.
    private let end: [UInt8]

    package init(_ arguments: Arguments) {
        names = arguments.operands
        isDivergedOnly = arguments.has(Self.diverged)
        end = Array(arguments.terminator.utf8)
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
        let places = isDivergedOnly ? heads.divergedIndices : Array(heads.tasks.indices)
        for place in places {
            try context.print(lines(heads.tasks[place], heads.heads(at: place)))
        }
        return places.isEmpty ? .no : .done
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
        var status = ExitStatus.no
        let heads = names.validation.heads()
        for task in tasks where heads[task].count >= (isDivergedOnly ? 2 : 1) {
            status = .done
            try context.print(
                lines(graph.taskIDs[task], heads[task].map { graph.id(of: $0) }))
        }
        return status
    }

    /// A line for each head of a task.
    private func lines(_ task: TaskID, _ heads: some Sequence<NodeID>) -> [UInt8] {
        var text: [UInt8] = []
        let name = Array("\(task) ".utf8)
        for head in heads {
            text += name
            head.append(to: &text)
            text += end
        }
        return text
    }
}
