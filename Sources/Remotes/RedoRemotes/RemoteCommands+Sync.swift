import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

extension RemoteCommands {
    /// `redo sync`: fetches, merges if that is asked for, makes next to-dos that are missing, and pushes; once, or again
    /// and again.
    static var sync: Command {
        Command(.sync) { (context) throws(RedoError) in
            let store = try context.openStore()
            let arguments = context.arguments
            if arguments.has(SyncOptions.log) {
                try SyncListing.print(store, remote: arguments.operands.first, &context)
                return .done
            }
            if arguments.has(SyncOptions.auto) || arguments.has(SyncOptions.watch) {
                let remote = try ConfiguredRemote.chosen(arguments.operands.first, of: store)
                try leave(remote.scheme, "sync", context)
                let loop = SyncLoop(store, remote, arguments)
                return try arguments.has(SyncOptions.auto)
                    ? loop.runWhileWanted() : loop.runUntilTermination(&context)
            }
            return try recordedSync(store, &context)
        }
    }

    /// Syncs once, and adds to the log how that went.
    ///
    /// - Throws: what kept it from being done, unless the log alone is to say it.
    private static func recordedSync(
        _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let cause = try context.arguments.value(SyncOptions.startedBy).map {
            (name) throws(RedoError) -> SyncRecord.Cause in
            try choice(of: "cause", named: name, among: SyncOptions.causes)
        }
        var (remote, exchange) = try chosen("sync", of: store, context)
        if cause == nil { try exchange.offerPlace(context) }
        let start = Clock.monotonicNanoseconds()
        var record = SyncRecord(
            time: try context.now(), remote: remote.name, cause: cause ?? .command)
        var failure: RedoError?
        do throws(RedoError) {
            try sync(over: &exchange, with: remote, store, &record, &context)
        } catch {
            record.status = error.status
            record.failure = SyncRecord.Failure(
                code: error.code, message: error.message,
                // Programs read the record.
                hints: error.hints.map { OverridingCommand.shown(hint: $0, toPerson: false) })
            failure = error
        }
        record.milliseconds = Int((Clock.monotonicNanoseconds() - start) / 1_000_000)
        record.receivedCount = exchange.arrived.count
        record.sentCount = exchange.sentCount
        // What cannot be noted was done all the same.
        try? store.add(record)
        if let failure, cause == nil { throw failure }
        return record.status
    }

    private static func sync(
        over exchange: inout Exchange, with remote: ConfiguredRemote, _ store: Store,
        _ record: inout SyncRecord, _ context: inout CommandContext
    ) throws(RedoError) {
        let (pulled, mergedCount) = try pull(over: &exchange, from: remote, to: store, &context)
        record.mergedCount = mergedCount
        let count = Command.writeMissingOccurrences(
            of: context.repository(store, startsSync: false), context)
        if count > 0, !context.arguments.has(SyncOptions.porcelain) {
            try context.print("made \(counted(count, "next to-do"))\n")
        }
        // What a remote has that is refused does not keep what is here from going there.
        let pushed = try push(over: &exchange, to: remote, from: store, &context)
        record.divergedCount = try DivergedTasks.report(
            in: context.repository(store), unless: SyncOptions.porcelain, &context)
        record.status = pulled == .done ? pushed : pulled
    }
}
