import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension ShareCommand {
    /// The tasks of `redo share --close`.
    static func tasksToClose(
        _ arguments: Arguments
    ) throws(RedoError) -> TaskSelection.Request {
        let request = try TaskSelection.Request(arguments)
        guard !request.isEmpty else {
            throw .usage(
                "name the tasks to close, or give --query",
                hints: ["'redo share --close --query owner:me' closes all of yours"])
        }
        return request
    }

    /// `redo share --close`: closes tasks that anyone who can write to the log may change.
    func close(
        _ tasks: TaskSelection.Request, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let (repository, names, own) = try context.openForSharing()
        let selection = try TaskSelection(
            tasks, context, repository, to: "close", unlessNamed: QueryStatus.allCases)
        guard let selection else { return .no }
        let log = try selection.log(repository)
        let targets = ShareTarget.all(try selection.tasks(of: log), of: log)
        // What a query includes of others stays as it is.
        var plans: [SharePlan] = []
        var others = 0
        for target in targets {
            if tasks.isQuery, target.access.owner != own {
                others += 1
                continue
            }
            plans.append(try SharePlan(closing: target, by: own, names))
        }
        try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            for plan in plans { try plan.write(&writer) }
        }
        let isDry = writing.isDryRun
        for plan in plans {
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(plan.json(names)))
            } else {
                try context.print(plan.text(names, isDry: isDry))
            }
        }
        if others > 0 { context.note("\(counted(others, "task")) of others left as they are") }
        if plans.contains(where: { $0.isClosing }) { context.noteReaders(of: repository) }
        return .done
    }
}

extension Log {
    /// The tasks that a principal owns and that anyone who can write to the log may change.
    ///
    /// - Complexity: that of a replay, and O(t) for t tasks.
    func openTasks(of principal: Principal) -> [TaskID] {
        let authority = replay.authority
        return replay.foldState().tasks.filter { task in
            authority.people.principal(of: task.owner) == principal
                && !authority.isClosed(task.id)
        }.map(\.id)
    }
}

extension CommandContext {
    /// Offers to close the user's tasks that anyone who can write to the log may change: on a terminal by a question, else
    /// by naming the command.
    ///
    /// - Parameters:
    ///   - writing: how the command writes; nothing is offered by a dry run.
    ///   - isAsking: whether a question may be asked on a terminal.
    /// - Returns: further remarks for people, as lines.
    mutating func offerClosing(
        _ repository: Repository, by writing: WritingRequest, isAsking: Bool
    ) throws(RedoError) -> [String] {
        if writing.isDryRun { return [] }
        if try TaskClosing.Setting(of: repository.store) == .never { return [] }
        repository.forget()
        let author = try keyring().author(for: repository.store)
        let log = try repository.wholeLog(.effective)
        let tasks = log.openTasks(of: log.replay.authority.people.principal(of: author))
        if tasks.isEmpty { return [] }
        let count = counted(tasks.count, "task")
        guard isAsking, surroundings.hasTerminalInput else {
            return [
                "anyone who can write to this log can change \(count) of yours: "
                    + "'redo share --close --query owner:me' closes \(tasks.count == 1 ? "it" : "them")"
            ]
        }
        complain(
            "anyone who can write to this log can change \(count) of yours. Closed tasks can be changed by your devices, "
                + "and by those you share them with; they can still be read by all who can read the log, and whoever "
                + "has access to a remote can still damage what is there.\n")
        guard try isConfirmed("close \(count)?") else { return [] }
        try edit(repository, log, by: writing) { (writer) throws(RedoError) in
            for task in tasks { try writer.add(closingShareOf: task) }
        }
        return ["closed \(count)"]
    }
}
