import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let diverged = OptionSpecification.flag(
        "diverged", "only tasks with more than one head")

    /// `redo heads`: prints the heads of each task.
    package static let heads = Command(
        CommandSpecification(
            "heads", "Print the heads of tasks",
            operands: [.optional(.repeated(.value(.task)))], options: [diverged],
            effect: .reads,
            statuses: .reading(
                done: "a head was printed",
                no: "there is none or, with `--diverged`, no task has several"))
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let isDiverged = context.arguments.has(diverged)
        if context.arguments.operands.isEmpty {
            let heads = try repository.heads()
            let places = isDiverged ? heads.divergedPlaces : Array(heads.tasks.indices)
            for place in places {
                try context.print(lines(heads.tasks[place], heads.heads(at: place)))
            }
            return places.isEmpty ? .no : .done
        }
        let names = try repository.names(about: .none)
        let graph = names.validation.graph
        let ids = try repository.asking { () throws(RedoError) in
            var ids: [TaskID] = []
            for name in context.arguments.operands { ids.append(try names.taskID(named: name)) }
            return (ids, .some(Set(ids)))
        }
        var tasks = ids.compactMap { graph.taskNumber(of: $0) }
        tasks.sort { graph.taskIDs[$0] < graph.taskIDs[$1] }
        var status = ExitStatus.no
        let heads = names.validation.heads()
        for task in tasks where !heads[task].isEmpty {
            if isDiverged, heads[task].count < 2 { continue }
            status = .done
            try context.print(lines(graph.taskIDs[task], heads[task].map { graph.id(of: $0) }))
        }
        return status
    }

    /// A line for each head of a task.
    private static func lines(_ task: TaskID, _ heads: some Sequence<NodeID>) -> [UInt8] {
        var text: [UInt8] = []
        let name = Array("\(task) ".utf8)
        for head in heads {
            text += name
            head.append(to: &text)
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}
