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
            let status = try pull(over: &exchange, from: remote, to: store, &context)
            try DivergedTasks.report(
                in: context.repository(store), unless: SyncOptions.porcelain, &context)
            return status
        }
    }

    /// `redo sync`: fetches, merges if that is asked for, makes next to-dos that are missing, and pushes.
    static var sync: Command {
        Command(.sync) { (context) throws(RedoError) in
            let store = try context.openStore()
            var (remote, exchange) = try chosen("sync", of: store, context)
            let pulled = try pull(over: &exchange, from: remote, to: store, &context)
            let count = Command.writeMissingOccurrences(of: context.repository(store), context)
            if count > 0, !context.arguments.has(SyncOptions.porcelain) {
                try context.print("made \(counted(count, "next to-do"))\n")
            }
            // What a remote has that is refused does not keep what is here from going there.
            let pushed = try push(over: &exchange, to: remote, from: store, &context)
            try DivergedTasks.report(
                in: context.repository(store), unless: SyncOptions.porcelain, &context)
            return pulled == .done ? pushed : pulled
        }
    }

    private static func pull(
        over exchange: inout Exchange, from remote: ConfiguredRemote, to store: Store,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let isMerging = try SyncOptions.isMerging(context.arguments, store)
        let status = try fetch(over: &exchange, from: remote, to: store, &context)
        guard isMerging else { return status }
        let merged = try Command.mergeDivergedTasks(of: context.repository(store), context)
        if context.arguments.has(SyncOptions.porcelain) {
            for (_, id) in merged { try context.print("\(id)\t-\tMERGED\n") }
        } else if !merged.isEmpty {
            try context.print("merged \(counted(Set(merged.map(\.task)).count, "task"))\n")
        }
        return status
    }
}
