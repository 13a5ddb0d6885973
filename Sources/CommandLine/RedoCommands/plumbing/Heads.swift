import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let diverged = OptionSpecification.flag(
        "diverged", "only tasks with more than one head")

    /// `redo heads`: prints the heads of each task.
    package static let heads = Command(
        CommandSpecification(
            "heads", "Print the heads of tasks",
            operands: [.optional(.repeated(.value(.task)))], options: [diverged])
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let names = try repository.names()
        let graph = names.validation.graph
        var tasks = Array(graph.taskIDs.indices)
        if !context.arguments.operands.isEmpty {
            tasks = []
            for name in context.arguments.operands {
                let id = try names.taskID(named: name)
                if let task = graph.taskNumber(of: id) { tasks.append(task) }
            }
        }
        tasks.sort { graph.taskIDs[$0] < graph.taskIDs[$1] }
        var status = ExitStatus.no
        let heads = names.validation.heads()
        for task in tasks {
            if context.arguments.has(diverged), heads[task].count < 2 { continue }
            for head in heads[task] {
                status = .done
                try context.print("\(graph.taskIDs[task]) \(graph.id(of: head))\n")
            }
        }
        return status
    }
}
