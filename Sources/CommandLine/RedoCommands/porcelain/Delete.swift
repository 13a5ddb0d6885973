import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "do not ask; only a terminal is asked")

    /// `redo delete`: deletes tasks.
    package static let delete = Command(
        CommandSpecification(
            "delete", "Delete tasks for good; their nodes stay in the log",
            operands: [.repeated(.value(.task))],
            options: [force, TaskWriter.dialectOption])
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let log = try repository.log(of: context.arguments.operands)
        let titles = try context.edit(repository, log) { (writer) throws(RedoError) -> [String]? in
            let tasks = try log.livingTasks(named: context.arguments.operands)
            let titles = tasks.map { $0.title.printable }
            if Terminal.isTerminal(0), !context.arguments.has(force) {
                let question = "delete \(titles.joined(separator: ", ")) for good?"
                guard try context.isConfirmed(question) else { return nil }
            }
            for task in tasks { try writer.addDelete(of: task.id) }
            return titles
        }
        guard let titles else { return .no }
        for title in titles { try context.print("deleted \(title)\n") }
        return .done
    }
}
