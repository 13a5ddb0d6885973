import RedoCommand
import RedoJSON
import RedoLog
import RedoState
import RedoStore

extension Command {
    private static let canonical = OptionSpecification.flag(
        "canonical", "print the canonical state, a JSON array without a line feed")
    private static let hash = OptionSpecification.flag("hash", "print the state hash")
    private static let rejected = OptionSpecification.flag(
        "rejected",
        "print '<id>\\t<CODE>' for each node that is rejected or skipped, in replay order")
    private static let json = OptionSpecification.flag("json", "print a JSON object for each task")
    private static let task = OptionSpecification.value(
        "task", takes: "task", "only this task")

    /// `redo replay`: computes the state of the tasks from the log.
    package static let replay = Command(
        CommandSpecification(
            "replay", "Compute the state of all tasks from the log",
            options: [canonical, hash, rejected, json, task, TaskTable.rankOption])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        let modes = [canonical, hash, rejected, json].filter { arguments.has($0) }
        guard modes.count <= 1 else {
            throw .usage("--\(modes[0].name) and --\(modes[1].name) do not go together")
        }
        let store = try context.openStore()
        let log = Log(try loadSnapshot(context, store))
        if arguments.has(rejected) {
            for (id, code) in log.replay.rejected { try context.print("\(id)\t\(code.rawValue)\n") }
            return .done
        }
        var state = log.replay.state
        if let name = arguments.value(task) {
            let id = try log.taskID(named: name)
            state = State(tasks: state[id].map { [$0] } ?? [])
        }
        if arguments.has(hash) {
            try context.print("\(state.hash)\n")
        } else if arguments.has(canonical) {
            try context.print(state.canonicalBytes)
        } else if arguments.has(json) {
            for task in state.tasks {
                try context.print(CanonicalJSON.bytes(task.json))
                try context.print("\n")
            }
        } else {
            let table = try TaskTable(context, store)
            try context.print(table.text(of: table.ranked(state), context: context))
        }
        return .done
    }
}
