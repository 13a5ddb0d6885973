import RedoCommandLine
import RedoExchange
import RedoStore
import RedoSystem

/// Syncs again and again, each time in a process of its own, which gives its memory back.
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
    /// - Returns: what the log says of it; nil if it says nothing.
    private func sync(_ cause: SyncRecord.Cause) throws(RedoError) -> SyncRecord? {
        let before = records(cause)
        _ = try remote.scheme.runInForeground(
            "sync",
            ["--redo-dir", store.path, "--\(SyncOptions.startedBy.name)", cause.rawValue] + options
                + ["--", remote.name],
            discardsOutput: true)
        // A record can be equal to the one before: its time is that of a clock, and a script can set it.
        let after = records(cause)
        return after == before ? nil : after.last
    }

    private func records(_ cause: SyncRecord.Cause) -> [SyncRecord] {
        store.syncRecords().filter { $0.cause == cause && $0.remote == remote.name }
    }

    // MARK: What sync.auto starts

    /// Waits a moment for further changes and syncs, as long as there are any.
    func runWhileWanted() throws(RedoError) -> ExitStatus {
        let seconds = try store.configuration.checkedNumber(.autoSyncDelay) ?? 2
        repeat {
            guard let lock = try store.syncLock() else { return .done }
            repeat {
                Clock.wait(milliseconds: seconds * 1000)
                try store.clearSyncRequest()
                _ = try sync(.auto)
            } while store.isSyncWanted
            _ = consume lock
            // Of what was written in between, its writer has found the lock taken.
        } while store.isSyncWanted
        return .done
    }

    // MARK: redo sync --watch

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
            let record = try sync(.watch)
            if Signals.isTerminationPending { break }
            // What the sync wrote itself. Whoever acts on what is reported is noticed.
            _ = try changes.changes()
            try report(record, after: last, &context)
            last = record
            let isDone = record.map { $0.failure == nil } ?? false
            let delay = schedule.delay(after: isDone, random: Self.random())
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

    private static func random() -> Double {
        let bytes = RandomBytes.bytes(count: 2)
        return Double(Int(bytes[0]) << 8 | Int(bytes[1])) / 65_535
    }

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
        let path = Path.join(try SuiteExecutables.folder(), "redo-merge")
        try failing(.notFound, "'redo merge' cannot be run") { () throws(SystemError) in
            _ = try Program.run(
                path, arguments: ["redo-merge", "--redo-dir", store.path, "--all", "--dry-run"])
        }
        try context.print(
            "hint: 'redo merge --all' settles all of them so; "
                + "'redo merge --resolve' decides a member otherwise\n")
        try context.flush()
    }
}
