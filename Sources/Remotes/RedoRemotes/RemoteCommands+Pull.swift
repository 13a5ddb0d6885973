import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoStore
import RedoSystem

extension RemoteCommands {
    /// `redo pull`: fetches, and merges if that is asked for.
    static var pull: Command {
        Command(.pull) { (context) throws(RedoError) in
            let store = try context.openStore()
            var (remote, exchange) = try chosen("pull", of: store, context)
            let (status, _) = try pull(over: &exchange, from: remote, to: store, &context)
            try DivergedTasks.report(
                in: context.repository(store), unless: SyncOptions.porcelain, &context)
            return status
        }
    }

    /// Fetches, and merges if that is asked for.
    ///
    /// - Returns: how it ended, and how many tasks were merged.
    static func pull(
        over exchange: inout Exchange, from remote: ConfiguredRemote, to store: Store,
        _ context: inout CommandContext
    ) throws(RedoError) -> (status: ExitStatus, mergedCount: Int) {
        let isMerging = try SyncOptions.isMerging(context.arguments, store)
        let status = try fetch(over: &exchange, from: remote, to: store, &context)
        guard isMerging else { return (status, 0) }
        let merged = try Command.mergeDivergedTasks(
            of: context.repository(store, startsSync: false), context)
        let taskCount = Set(merged.map(\.task)).count
        if context.arguments.has(SyncOptions.porcelain) {
            for (_, id) in merged { try context.print("\(id)\t-\tMERGED\n") }
        } else if !merged.isEmpty {
            try context.print("merged \(counted(taskCount, "task"))\n")
        }
        return (status, taskCount)
    }
}
