import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoRemotes
import RedoStore
import RedoSystem

extension Command {
    /// `redo pull`: fetches, and merges if that is asked for.
    package static let pull = Command(.pull) { (context) throws(RedoError) in
        let store = try context.openStore()
        var exchange = try RemoteExchange(
            with: .chosen(context.arguments.operands.first, of: store),
            context.session(store, context.exchangeRequest), fetches: true)
        let (status, _) = try context.pull(over: &exchange)
        try DivergedTasks.report(
            in: context.repository(store), unless: SyncOptions.porcelain, &context)
        return status
    }
}

extension CommandContext {
    /// Fetches, and merges if that is asked for.
    ///
    /// - Returns: how it ended, and how many tasks were merged.
    mutating func pull(
        over exchange: inout RemoteExchange
    ) throws(RedoError) -> (status: ExitStatus, mergedCount: Int) {
        let session = exchange.session
        var isMerging = session.request.isMerging
        if isMerging == nil { isMerging = try session.store.configuration.boolean(.merge) }
        let status = try fetch(over: &exchange)
        guard isMerging == true else { return (status, 0) }
        let merged = try DivergedTasks.merge(in: session.repository, self)
        for (_, id) in merged { try session.report(id, at: nil, .merged) }
        let taskCount = Set(merged.map(\.task)).count
        if !merged.isEmpty, !arguments.has(SyncOptions.porcelain) {
            try print("merged \(counted(taskCount, "task"))\n")
        }
        return (status, taskCount)
    }
}
