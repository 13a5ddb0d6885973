import RedoCommandLine
import RedoModel
import RedoSystem

extension Command {
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "do not ask; only a terminal is asked")

    /// `redo delete`: deletes tasks.
    package static let delete = Command(
        CommandSpecification(
            "delete", "Delete tasks for good; their nodes stay in the log",
            operands: ["<task>..."], operandCount: 1...Int.max,
            options: [force, TaskWriter.dialectOption])
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let log = try loadLog(context, store, of: context.arguments.operands)
        var writer = try TaskWriter.asked(by: context, store, log)
        let tasks = try log.livingTasks(named: context.arguments.operands)
        let titles = tasks.map { $0.title.printable }
        if Terminal.isTerminal(0), !context.arguments.has(force) {
            let question = "delete \(titles.joined(separator: ", ")) for good?"
            guard try context.isConfirmed(question) else { return .no }
        }
        for task in tasks { try writer.addDelete(of: task.id) }
        try writer.commit(to: store)
        for title in titles { try context.print("deleted \(title)\n") }
        return .done
    }
}
