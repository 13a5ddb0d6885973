import RedoCommandLine
import RedoExchange
import RedoStore
import RedoSystem

extension RemoteCommands {
    /// `redo fetch`: takes in what devices have pushed to a remote.
    static var fetch: Command {
        Command(.fetch) { (context) throws(RedoError) in
            let store = try context.openStore()
            let operands = context.arguments.operands
            if context.arguments.has(SyncOptions.all) {
                guard operands.isEmpty else { throw .usage("--all takes no remote") }
                return try fetchFromAll(store, &context)
            }
            if context.arguments.has(SyncOptions.fetchWatch) {
                let remote = try ConfiguredRemote.chosen(operands.first, of: store)
                try leave(remote.scheme, "fetch", context)
                return try FetchLoop(store, remote, context.arguments).runUntilTermination(context)
            }
            var (remote, exchange) = try chosen(
                "fetch", of: store, references: Array(operands.dropFirst()), context)
            return try fetch(over: &exchange, from: remote, to: store, &context)
        }
    }

    /// Fetches from one remote after the other, by name.
    ///
    /// - Returns: the worst of their statuses.
    private static func fetchFromAll(
        _ store: Store, _ context: inout CommandContext
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
                worst = worst.joined(with: try fetch(from: remote, to: store, &context))
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

    /// Fetches from a remote of any kind.
    private static func fetch(
        from remote: ConfiguredRemote, to store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let scheme = remote.scheme
        if scheme == Exchange.scheme {
            var exchange = try Exchange(remote, of: store, references: [], context)
            return try fetch(over: &exchange, from: remote, to: store, &context)
        }
        var words = ["--redo-dir", store.path]
        for option in [
            SyncOptions.refetch, SyncOptions.requireSignature,
            SyncOptions.dryRun, SyncOptions.porcelain, SyncOptions.quiet, Progress.option,
        ] {
            if let isSet = context.arguments.setting(option) {
                words.append(isSet ? "--\(option.name)" : "--no-\(option.name)")
            }
        }
        return try scheme.run("fetch", words + ["--", remote.name], &context)
    }
}
