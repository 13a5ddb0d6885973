import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What nodes in the quarantine, and nodes that are lost, had set and is not so now.
struct LostWork {
    /// True if it should be written again.
    struct Request {
        /// True if an option says so.
        let isNamed: Bool
        /// True if a terminal is not asked.
        let isUnasked: Bool
    }

    /// By task id.
    private let changes: [LostChanges]
    /// What is not written again, a line each.
    private let remarks: [String]
    private let work: SetAsideWork

    /// - Complexity: a replay of the log, and of the tasks that are concerned.
    private init(_ work: SetAsideWork, _ repository: Repository, _ log: Log) {
        self.work = work
        let recovered = repository.recoveredTasks(work, in: log)
        let now = log.replay.foldState()
        changes = recovered.tasks.map { LostChanges(to: $0, from: now[$0.id]) }
            .filter { !$0.isEmpty }
        var remarks = recovered.deleted.compactMap { id in
            now[id].map { "\($0.title.printable) was deleted for good, and is here again" }
        }
        let others = work.nodes.count { !$0.action.isKnown }
        if others > 0 {
            remarks.append(
                "\(counted(others, "node")) about other things, such as comments and measured time, "
                    + "\(others == 1 ? "stays" : "stay") in quarantine")
        }
        self.remarks = remarks
    }

    /// Shows what the nodes had set, and writes it as new nodes if that is wanted: on a terminal after a question, else
    /// if `--restore` is given.
    static func offer(
        _ request: Request, _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let work = try repository.setAsideWork()
        let log = work.isEmpty ? Log.empty : try repository.wholeLog()
        let lost = LostWork(work, repository, log)
        if lost.changes.isEmpty {
            for remark in lost.remarks { try context.print("\(remark)\n") }
            if request.isNamed { try context.print("nothing to write again\n") }
            return .done
        }
        try context.print("what was set before, and is not so now:\n")
        for change in lost.changes {
            try context.print("\(change.title.printable)\n")
            for line in change.lines { try context.print("  \(line.printable)\n") }
        }
        for remark in lost.remarks { try context.print("\(remark)\n") }
        if context.surroundings.hasTerminalInput, !request.isUnasked {
            try context.flush()
            guard try context.isConfirmed("write this again in your name?") else {
                context.complain("nothing is written; 'redo fsck --restore' shows this again\n")
                return request.isNamed ? .no : .done
            }
        } else if !request.isNamed {
            context.complain("hint: 'redo fsck --restore' writes this again in your name\n")
            return .done
        }
        try lost.write(log, repository, &context)
        return .done
    }

    private func write(
        _ log: Log, _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) {
        let titles = try context.edit(repository, log, by: WritingRequest()) {
            (writer) throws(RedoError) in
            var titles: [String] = []
            for change in changes {
                // One that cannot be written, such as of a task that others may write, stops no other.
                do throws(RedoError) {
                    try writer.attempt { (writer) throws(RedoError) in try change.write(&writer) }
                    titles.append(change.title.printable)
                } catch {
                    context.complain(error)
                }
            }
            return titles
        }
        if titles.count == changes.count { try repository.store.noteRestored(work) }
        for title in titles { try context.print("wrote \(title) again\n") }
    }
}
