import RedoCommandLine
import RedoExchange
import RedoRepository
import RedoStore
import RedoSystem

extension RemoteCommands {
    /// Fetches, and tells the user's hooks which nodes came in, also where the rest did not.
    static func fetch(
        over exchange: inout Exchange, from remote: ConfiguredRemote, to store: Store,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        defer { store.noteRecords(ofRemote: remote.name) }
        let isDryRun = context.arguments.has(SyncOptions.dryRun)
        let missing = try MissingHere(store, isWriting: !isDryRun)
        exchange.isRestoring = context.arguments.has(SyncOptions.lost) || !missing.isEmpty
        do throws(RedoError) {
            var status = try exchange.fetch(&context)
            if !isDryRun {
                status = status.joined(with: try missing.report(after: store, &context))
            }
            // Before what hooks print.
            try context.flush()
            tellHooks(of: exchange, remote, store, context)
            return status
        } catch {
            tellHooks(of: exchange, remote, store, context)
            throw error
        }
    }

    private static func tellHooks(
        of exchange: Exchange, _ remote: ConfiguredRemote, _ store: Store,
        _ context: borrowing CommandContext
    ) {
        let ids = exchange.arrived
        guard !ids.isEmpty, !context.arguments.has(SyncOptions.dryRun) else { return }
        context.hooks(of: store)?.tell(.postFetch, [remote.name]) { Hooks.lines(of: ids) }
    }

    /// Asks the user's hooks about the nodes that the remote is not known to have, and pushes.
    ///
    /// - Throws: HOOK_001 if a hook refuses; the remote has not been asked anything then.
    static func push(
        over exchange: inout Exchange, to remote: ConfiguredRemote, from store: Store,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        defer { store.noteRecords(ofRemote: remote.name) }
        let isDryRun = context.arguments.has(SyncOptions.dryRun)
        // What is missing here is not on its way: a push that sends nothing does not say that all is there.
        try store.noteMissingNodes(isWriting: !isDryRun)
        if !isDryRun {
            let hooks = context.hooks(of: store)
            try hooks?.ask(.prePush, [remote.name, remote.urlWithoutCredentials]) {
                () throws(RedoError) in
                Hooks.lines(of: try Exchange.known(of: remote, in: store).unsent.waiting)
            }
        }
        return try exchange.push(&context)
    }
}
