import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoStore
import RedoSystem

extension Command {
    /// `redo pull`: fetches, and merges where that is asked for.
    package static let pull = Command(.pull) { (context) throws(RedoError) in
        let store = try context.openStore()
        try FirestoreProgram.takeOver("pull", context, store)
        let remote = try Remote.chosen(context.arguments.operands.first, of: store)
        let status = try pull(from: remote, to: store, &context)
        try DivergedTasks.report(
            in: context.repository(store), unless: SyncOptions.porcelain, &context)
        return status
    }

    /// `redo sync`: fetches, merges where that is asked for, and pushes.
    package static let sync = Command(.sync) { (context) throws(RedoError) in
        let store = try context.openStore()
        try FirestoreProgram.takeOver("sync", context, store)
        let remote = try Remote.chosen(context.arguments.operands.first, of: store)
        let pulled = try pull(from: remote, to: store, &context)
        // What a remote has that is refused does not keep what is here from going there.
        let pushed = try push(to: remote, from: store, &context)
        try DivergedTasks.report(
            in: context.repository(store), unless: SyncOptions.porcelain, &context)
        return pulled == .done ? pushed : pulled
    }

    private static func pull(
        from remote: Remote, to store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let isMerging = try SyncOptions.isMerging(context.arguments, store)
        let status = try fetch(from: remote, to: store, &context)
        guard isMerging else { return status }
        let merged = try mergeDivergedTasks(of: context.repository(store), context)
        if context.arguments.has(SyncOptions.porcelain) {
            for (_, id) in merged { try context.print("\(id)\t-\tMERGED\n") }
        } else if !merged.isEmpty {
            try context.print("merged \(counted(Set(merged.map(\.task)).count, "task"))\n")
        }
        return status
    }
}
