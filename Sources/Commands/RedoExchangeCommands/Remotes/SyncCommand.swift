import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

extension Command {
    /// `redo sync`: fetches, merges if that is asked for, makes next to-dos that are missing, and pushes; once, or again
    /// and again.
    package static func sync(
        open: @escaping RemoteExchange.Opening = RemoteExchange.byKind
    ) -> Command {
        Command(.sync) { (context) throws(RedoError) in
            let store = try context.openStore()
            let arguments = context.arguments
            if arguments.has(SyncOptions.log) {
                try SyncListing.print(store, remote: arguments.operands.first, &context)
                return .done
            }
            let remote = try ConfiguredRemote.chosen(arguments.operands.first, of: store)
            if arguments.has(SyncOptions.auto) {
                return try AutomaticSync(remote, open).run(store, context)
            }
            if arguments.has(SyncOptions.watch) {
                return try SyncLoop(store, remote, arguments).runUntilTermination(&context)
            }
            let cause = try arguments.value(SyncOptions.startedBy).map {
                (name) throws(RedoError) -> SyncRecord.Cause in
                try choice(of: "cause", named: name, among: SyncOptions.causes)
            }
            let isJSON = arguments.has(SyncOptions.json)
            var part = CommandContext(partOf: context, isSilent: isJSON)
            let (record, failure) = try part.sync(with: remote, store, cause, open)
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(record.json))
                try context.flush()
            }
            if let failure, cause == nil { throw failure }
            return record.status
        }
    }
}

extension CommandContext {
    /// Syncs once, and adds to the log how that went.
    ///
    /// - Parameter cause: what began the sync; nil for a person or a script, who can be asked.
    /// - Returns: what the log says, and what kept the sync from being done.
    /// - Throws: wrong usage alone.
    mutating func sync(
        with remote: ConfiguredRemote, _ store: Store, _ cause: SyncRecord.Cause?,
        _ open: RemoteExchange.Opening
    ) throws(RedoError) -> (record: SyncRecord, failure: RedoError?) {
        let start = Clock.monotonicNanoseconds()
        var record = SyncRecord(time: try now(), remote: remote.name, cause: cause ?? .command)
        var failure: RedoError?
        do throws(RedoError) {
            var exchange = try RemoteExchange(
                with: remote, session(store, exchangeRequest), fetches: true, open: open)
            defer {
                record.receivedCount = exchange.receivedCount
                record.sentCount = exchange.sentCount
            }
            if cause == nil { try exchange.offerPlace() }
            try sync(over: &exchange, &record)
        } catch {
            if error.status == .wrongUsage { throw error }
            record.status = error.status
            record.failure = SyncRecord.Failure(
                code: error.code, message: error.message,
                // Programs read the record.
                hints: error.hints.map { OverridingCommand.shown(hint: $0, toPerson: false) })
            failure = error
        }
        record.milliseconds = Int((Clock.monotonicNanoseconds() - start) / 1_000_000)
        // What cannot be noted was done all the same.
        try? store.add(record)
        return (record, failure)
    }

    private mutating func sync(
        over exchange: inout RemoteExchange, _ record: inout SyncRecord
    ) throws(RedoError) {
        let store = exchange.session.store
        let (pulled, mergedCount) = try pull(over: &exchange)
        record.mergedCount = mergedCount
        let count = NextOccurrence.writeMissing(in: exchange.session.repository, self)
        if count > 0, !arguments.has(SyncOptions.porcelain) {
            try print("made \(counted(count, "next to-do"))\n")
        }
        // What a remote has that is refused does not keep what is here from going there.
        let pushed = try push(over: &exchange)
        record.divergedCount = try DivergedTasks.report(
            in: repository(store), unless: SyncOptions.porcelain, &self)
        record.status = pulled == .done ? pushed : pulled
    }
}

/// What `sync.auto` starts: a process that syncs without output as long as commands write.
struct AutomaticSync {
    private let remote: ConfiguredRemote
    private let open: RemoteExchange.Opening

    init(_ remote: ConfiguredRemote, _ open: @escaping RemoteExchange.Opening) {
        self.remote = remote
        self.open = open
    }

    /// Waits a moment for further changes and syncs, as long as there are any.
    func run(_ store: Store, _ context: borrowing CommandContext) throws(RedoError) -> ExitStatus {
        let seconds = try store.configuration.checkedNumber(.autoSyncDelay) ?? 2
        repeat {
            guard let lock = try store.syncLock() else { return .done }
            repeat {
                Clock.wait(milliseconds: seconds * 1000)
                try store.clearSyncRequest()
                var part = CommandContext(partOf: context, isSilent: true)
                _ = try part.sync(with: remote, try part.openStore(), .auto, open)
            } while store.isSyncWanted
            _ = consume lock
            // Of what was written in between, its writer has found the lock taken.
        } while store.isSyncWanted
        return .done
    }
}
