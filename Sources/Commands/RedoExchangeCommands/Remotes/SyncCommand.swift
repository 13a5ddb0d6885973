import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// `redo sync`: fetches, merges if that is requested, makes next to-dos that are missing, and pushes; once, or again and
/// again.
package struct SyncCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "sync", "Fetch from a remote, merge if configured, and push",
        operands: [.optional(.value(.remote))],
        options: [
            SyncOptions.merge, SyncOptions.skipUnsigned, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.porcelain,
            SyncOptions.watch, SyncOptions.auto, SyncOptions.startedBy, SyncOptions.log,
            SyncOptions.json, Progress.option, Jobs.option,
        ],
        constraints: [
            .exclusive([
                SyncOptions.watch, SyncOptions.auto, SyncOptions.log, SyncOptions.startedBy,
            ]),
            .excludes(SyncOptions.watch, [SyncOptions.porcelain]),
            .excludes(
                SyncOptions.json,
                [SyncOptions.porcelain, SyncOptions.watch, SyncOptions.auto]),
            .excludes(
                SyncOptions.log,
                [
                    SyncOptions.merge, SyncOptions.skipUnsigned, SyncOptions.refetch,
                    SyncOptions.requireSignature, SyncOptions.porcelain,
                ]),
        ], statuses: .writing(no: "something was refused"))

    private enum Form {
        /// Lists earlier exchanges.
        case log(isJSON: Bool)
        /// As long as commands write.
        case auto
        /// Again and again, with these options.
        case watch(options: [String])
        /// The cause is nil for a person or a script, who can be asked.
        case once(SyncRecord.Cause?, isJSON: Bool)
    }

    private let form: Form
    private let remote: String?
    private let request: ExchangeRequest
    private var style: ExchangeStyle
    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) throws(RedoError) {
        remote = arguments.operands.first
        request = ExchangeRequest(arguments)
        style = ExchangeStyle(arguments)
        style.reportsTasks = true
        let isJSON = arguments.has(SyncOptions.json)
        if arguments.has(SyncOptions.log) {
            form = .log(isJSON: isJSON)
        } else if arguments.has(SyncOptions.auto) {
            form = .auto
        } else if arguments.has(SyncOptions.watch) {
            form = .watch(
                options: arguments.words(handingOn: [
                    SyncOptions.merge, SyncOptions.skipUnsigned, SyncOptions.refetch,
                    SyncOptions.requireSignature, Progress.option,
                ]))
        } else {
            let cause = try arguments.value(SyncOptions.startedBy).map {
                (name) throws(RedoError) -> SyncRecord.Cause in
                try choice(of: "cause", named: name, among: SyncOptions.causes)
            }
            form = .once(cause, isJSON: isJSON)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        if case .log(let isJSON) = form {
            try SyncListing.print(store, remote: remote, isJSON: isJSON, &context)
            return .done
        }
        let remote = try ConfiguredRemote.chosen(remote, of: store)
        switch form {
        case .log: return .done
        case .auto: return try syncWhileWanted(remote, store, context)
        case .watch(let options):
            return try SyncLoop(store, remote, options: options).runUntilTermination(&context)
        case .once(let cause, let isJSON):
            var part = CommandContext(partOf: context, isSilent: isJSON)
            let (record, failure) = try sync(with: remote, store, cause, &part)
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(record.json))
                try context.flush()
            }
            if let failure, cause == nil { throw failure }
            return record.status
        }
    }

    /// Syncs once, and adds to the log how that went.
    ///
    /// - Parameter cause: what began the sync; nil for a person or a script, who can be asked.
    /// - Returns: what the log says, and what kept the sync from being done.
    /// - Throws: wrong usage alone.
    private func sync(
        with remote: ConfiguredRemote, _ store: Store, _ cause: SyncRecord.Cause?,
        _ context: inout CommandContext
    ) throws(RedoError) -> (record: SyncRecord, failure: RedoError?) {
        let start = Clock.monotonicNanoseconds()
        var record = SyncRecord(
            time: try context.now(), remote: remote.name, cause: cause ?? .command)
        var failure: RedoError?
        do throws(RedoError) {
            let session = try context.session(store, request, in: style)
            var exchange = try RemoteExchange(with: remote, session, fetches: true, open: open)
            defer {
                record.receivedCount = exchange.receivedCount
                record.sentCount = exchange.sentCount
            }
            if cause == nil { try exchange.offerDirectory() }
            try sync(over: &exchange, &record, &context)
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

    private func sync(
        over exchange: inout RemoteExchange, _ record: inout SyncRecord,
        _ context: inout CommandContext
    ) throws(RedoError) {
        let (pulled, mergedCount) = try context.pull(over: &exchange, in: style)
        record.mergedCount = mergedCount
        let count = NextOccurrence.writeMissing(in: exchange.session.repository, context)
        if count > 0, !style.isPorcelain {
            try context.print("made \(counted(count, "next occurrence"))\n")
        }
        // What a remote has that is refused does not keep what is here from going there.
        let pushed = try context.push(over: &exchange, in: style)
        record.divergedCount = try DivergedTasks.report(
            in: context.repository(exchange.session.store), isPorcelain: style.isPorcelain, &context
        )
        record.status = pulled == .done ? pushed : pulled
    }

    /// Syncs without output as long as commands write: what `sync.auto` starts.
    ///
    /// Waits a moment for further changes and syncs, as long as there are any.
    private func syncWhileWanted(
        _ remote: ConfiguredRemote, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> ExitStatus {
        let seconds = try store.configuration.checkedNumber(.autoSyncDelay) ?? 2
        repeat {
            guard let lock = try store.syncLock() else { return .done }
            repeat {
                Clock.wait(milliseconds: seconds * 1000)
                try store.clearSyncRequest()
                var part = CommandContext(partOf: context, isSilent: true)
                _ = try sync(with: remote, part.openStore(), .auto, &part)
            } while store.isSyncWanted
            _ = consume lock
            // Of what was written in between, its writer has found the lock taken.
        } while store.isSyncWanted
        return .done
    }
}
