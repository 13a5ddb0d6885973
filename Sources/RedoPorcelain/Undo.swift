import RedoCommand
import RedoJSON
import RedoLog
import RedoPlumbing
import RedoState
import RedoStore

extension Command {
    /// `redo undo`: takes back the last change that was made here.
    package static let undo = Command(
        CommandSpecification(
            "undo", "Take back the last change made on this device, or the last one of tasks",
            operands: ["[<task>...]"], operandCount: 0...Int.max,
            options: [TaskWriter.dialectOption])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        let names = context.arguments.operands
        let log =
            names.isEmpty
            ? Log(try loadSnapshot(context, store)) : try loadLog(context, store, of: names)
        var tasks: Set<TaskID>?
        for name in names { tasks = (tasks ?? []).union([try log.taskID(named: name)]) }
        let own = try ownChange(log, tasks, context, store)
        guard !own.isEmpty else {
            try context.print("there is nothing to take back\n")
            return .no
        }
        var writer = try TaskWriter.asked(by: context, store, log)
        var report = ""
        var status = ExitStatus.done
        var groups: [(task: TaskID, nodes: [Int])] = []
        for number in own {
            guard let task = log.nodes[number].taskID else { continue }
            if let place = groups.firstIndex(where: { $0.task == task }) {
                groups[place].nodes.append(number)
            } else {
                groups.append((task, [number]))
            }
        }
        for (task, nodes) in groups {
            let change = Undoing(log, task, nodes)
            let lines = try change.write(&writer)
            if !change.isWhole { status = .no }
            report += lines
        }
        try writer.commit(to: store)
        try context.print(report)
        return status
    }

    /// The nodes of the last command that wrote on this device as this user: those of one moment.
    private static func ownChange(
        _ log: Log, _ tasks: Set<TaskID>?, _ context: borrowing CommandContext, _ store: Store
    ) throws(CommandError) -> [Int] {
        let author = try context.author(for: store)
        let own = log.nodes.indices.filter { number in
            let node = log.nodes[number]
            guard let task = node.taskID, node.author.userID == author.userID,
                node.author.deviceID == author.deviceID,
                log.replay.judgement.verdicts[number] == .accepted
            else { return false }
            return tasks?.contains(task) ?? true
        }
        guard let last = own.map({ log.nodes[$0].timestamp.wall }).max() else { return [] }
        return own.filter { log.nodes[$0].timestamp.wall == last }
    }
}
