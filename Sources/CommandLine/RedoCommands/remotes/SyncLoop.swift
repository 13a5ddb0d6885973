import RedoCommandLine
import RedoExchange
import RedoStore
import RedoSystem

/// `redo sync --watch`: syncs again and again, each time in a process of its own, which gives its memory back.
struct SyncLoop {
    private let store: Store
    private let remote: ConfiguredRemote
    /// What is handed on to each sync.
    private let options: [String]

    init(_ store: Store, _ remote: ConfiguredRemote, _ arguments: Arguments) {
        self.store = store
        self.remote = remote
        options = [
            SyncOptions.merge, SyncOptions.skipUnsigned, SyncOptions.refetch,
            SyncOptions.requireSignature, Progress.option,
        ].compactMap { option in
            arguments.setting(option).map { $0 ? "--\(option.name)" : "--no-\(option.name)" }
        }
    }

    /// Syncs once.
    ///
    /// - Returns: how that went; nil if the process did not end well.
    private func sync() throws(RedoError) -> SyncRecord? {
        let printed = try failing(.notFound, "the sync cannot report how it went") {
            () throws(SystemError) in try FileDescriptor.inMemory()
        }
        _ = try Suite.runInForeground(
            "sync",
            ["--redo-dir", store.path, "--json", "--started-by", SyncRecord.Cause.watch.rawValue]
                + options + ["--", remote.name], output: printed.rawValue)
        return (try? printed.contents()).flatMap(SyncRecord.init(printed:))
    }

    /// Syncs when something was written here, and when the interval is over, until a termination signal comes.
    func runUntilTermination(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let seconds = try store.configuration.checkedNumber(.syncInterval) ?? 60
        let termination = try failing(.notFound, "signals cannot be watched") {
            () throws(SystemError) in try TerminationWatch()
        }
        guard let lock = try takenLock(termination, context) else { return .done }
        var changes = try StoreWatch.begin(store)
        var schedule = PollSchedule(every: seconds)
        var last: SyncRecord?
        while !Signals.isTerminationPending {
            try store.clearSyncRequest()
            let record = try sync()
            if Signals.isTerminationPending { break }
            // What the sync wrote itself. Whoever acts on what is reported is noticed.
            _ = try changes.changes()
            try report(record, after: last, &context)
            last = record
            let isDone = record.map { $0.failure == nil } ?? false
            let delay = schedule.delay(after: isDone, random: RandomBytes.fraction())
            try wait(milliseconds: delay, changes: &changes, termination)
        }
        _ = consume lock
        return .done
    }

    /// The lock of the process that syncs by itself, once another one gives it back.
    ///
    /// - Returns: nil after a termination signal.
    private func takenLock(
        _ termination: borrowing TerminationWatch, _ context: borrowing CommandContext
    ) throws(RedoError) -> FileLock? {
        if let lock = try store.syncLock() { return lock }
        context.note("waiting for another process that syncs this store by itself")
        while true {
            let ready = Readiness.wait(for: [termination.descriptor], milliseconds: 200)
            if !ready.isEmpty { return nil }
            if let lock = try store.syncLock() { return lock }
        }
    }

    /// Waits for the time to pass, for changes in the store, or for a termination signal.
    private func wait(
        milliseconds: Int, changes: inout StoreWatch, _ termination: borrowing TerminationWatch
    ) throws(RedoError) {
        let end = Clock.monotonicNanoseconds() + UInt64(milliseconds) * 1_000_000
        while true {
            let now = Clock.monotonicNanoseconds()
            guard now < end, !Signals.isTerminationPending else { return }
            let rest = Int32(clamping: (end - now) / 1_000_000 + 1)
            let ready = Readiness.wait(
                for: [changes.descriptor, termination.descriptor], milliseconds: rest)
            if ready.contains(termination.descriptor) { return }
            if ready.contains(changes.descriptor), try !changes.changes().isEmpty {
                // A command that writes much is not cut in two.
                _ = Readiness.wait(for: [termination.descriptor], milliseconds: Self.settlingTime)
                return
            }
        }
    }

    /// The time that further changes are waited for, in milliseconds.
    private static let settlingTime: Int32 = 300

    /// Says what came of a sync, if it is something else than the last time.
    private func report(
        _ record: SyncRecord?, after last: SyncRecord?, _ context: inout CommandContext
    ) throws(RedoError) {
        guard let record else {
            context.complain(
                "error: the sync with \(remote.name.printable) ended without a result\n")
            return
        }
        guard SyncListing.isNews(record, after: last) else { return }
        try context.print("\(SyncListing.line(of: record))\n")
        for hint in record.failure?.hints ?? [] {
            try context.print("hint: \(context.shown(hint: hint).printable)\n")
        }
        try context.flush()
        if record.divergedCount > 0, record.divergedCount != last?.divergedCount {
            try listConflicts(&context)
        }
    }

    /// Lists the tasks that have diverged, and how merging settles them.
    private func listConflicts(_ context: inout CommandContext) throws(RedoError) {
        _ = try Suite.runInForeground("merge", ["--redo-dir", store.path, "--all", "--dry-run"])
        try context.print(
            "hint: 'redo merge --all' settles all of them so; "
                + "'redo merge --resolve' decides a member otherwise\n")
        try context.flush()
    }
}
