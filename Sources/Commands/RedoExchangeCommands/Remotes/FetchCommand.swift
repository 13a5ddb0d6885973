import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

extension Command {
    /// `redo fetch`: takes in what devices have pushed to a remote.
    package static func fetch(
        open: @escaping RemoteExchange.Opening = RemoteExchange.byKind
    ) -> Command {
        Command(.fetch) { (context) throws(RedoError) in
            let store = try context.openStore()
            let operands = context.arguments.operands
            if context.arguments.has(SyncOptions.all) {
                guard operands.isEmpty else { throw .usage("--all takes no remote") }
                return try fetchFromAll(store, open, &context)
            }
            let remote = try ConfiguredRemote.chosen(operands.first, of: store)
            if context.arguments.has(SyncOptions.fetchWatch) {
                return try FetchLoop(store, remote, context.arguments).runUntilTermination(context)
            }
            var request = context.exchangeRequest
            request.references = Array(operands.dropFirst())
            return try context.fetch(from: remote, to: store, request, open)
        }
    }

    /// Fetches from one remote after the other, by name.
    ///
    /// - Returns: the worst of their statuses.
    private static func fetchFromAll(
        _ store: Store, _ open: RemoteExchange.Opening, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let remotes = ConfiguredRemote.all(of: store)
        // Says what to do if there is none.
        if remotes.isEmpty { _ = try ConfiguredRemote.chosen(nil, of: store) }
        var worst = ExitStatus.done
        for remote in remotes {
            if !context.arguments.has(SyncOptions.porcelain) {
                try context.print("from \(remote.name.printable):\n")
            }
            // What went wrong is said below this line.
            try context.flush()
            do throws(RedoError) {
                let request = context.exchangeRequest
                worst = worst.joined(
                    with: try context.fetch(from: remote, to: store, request, open))
            } catch {
                guard error.status != .brokenPipe, !Signals.isTerminationPending else {
                    throw error
                }
                context.complain(error)
                worst = worst.joined(with: error.status)
            }
        }
        return worst
    }
}

extension CommandContext {
    /// Fetches from a remote, and prints what came.
    mutating func fetch(
        from remote: ConfiguredRemote, to store: Store, _ request: ExchangeRequest,
        _ open: RemoteExchange.Opening = RemoteExchange.byKind
    ) throws(RedoError) -> ExitStatus {
        var exchange = try RemoteExchange(
            with: remote, session(store, request), fetches: true, open: open)
        return try fetch(over: &exchange)
    }

    /// Fetches, and prints what came.
    mutating func fetch(over exchange: inout RemoteExchange) throws(RedoError) -> ExitStatus {
        let name = exchange.remote.name
        return try exchange.fetch { (outcome) throws(RedoError) in
            let status = try printSummary(of: outcome, from: name)
            // Before what hooks print.
            try flush()
            return status
        }
    }
}
