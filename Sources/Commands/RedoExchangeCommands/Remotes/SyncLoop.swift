import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// `redo sync --watch`: syncs again and again, each time in a process of its own, which gives its memory back.
struct SyncLoop {
    private let store: Store
    private let remote: ConfiguredRemote
    /// The options of each sync.
    private let options: [String]

    init(_ store: Store, _ remote: ConfiguredRemote, options: [String]) {
        self.store = store
        self.remote = remote
        self.options = options
    }

    /// Syncs once.
    ///
    /// - Returns: how that went; nil if the process did not end well.
    private func sync() throws(RedoError) -> SyncRecord? {
        let printed = try failing(.notFound, "the sync cannot report its result") {
            () throws(SystemError) in try FileDescriptor.inMemory()
        }
        _ = try SuiteExecutables.run(
            "sync",
            ["--redo-dir", store.path, "--json", "--started-by", SyncRecord.Cause.watch.rawValue]
                + options + ["--", remote.name], output: printed.rawValue)
        return (try? printed.contents()).flatMap(SyncRecord.init(printed:))
    }

    private enum Event { case termination, lock, change, due, machine }

    /// The time for which the store is quiet before what was written is sent, in milliseconds: a command that writes much is not
    /// cut in two.
    private static let settlingTime = 300

    /// Syncs when something was written here, and when the interval is over, until a termination signal comes.
    func runUntilTermination(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let seconds = try store.configuration.checkedNumber(.syncInterval) ?? 60
        var loop = try failing(.notFound, "signals cannot be watched") {
            () throws(SystemError) in try EventLoop<Event>(termination: .termination)
        }
        guard let lock = try takenLock(&loop, context) else { return .done }
        var changes = try StoreWatch.begin(store)
        loop.watch(.input(changes.descriptor, quiet: Self.settlingTime), as: .change)
        let asking = MachineAsking(context, store)
        var schedule = PollSchedule(every: seconds)
        var last: SyncRecord?
        repeat {
            try store.clearSyncRequest()
            let record = try sync()
            if Signals.isTerminationPending { break }
            // What the sync wrote itself. Whoever acts on what is reported is noticed.
            _ = try changes.changes()
            try report(record, after: last, &context)
            try note(asking, context)
            last = record
            let isDone = record.map { $0.failure == nil } ?? false
            let delay = schedule.delay(after: isDone, random: RandomBytes.fraction())
            loop.watch(.after(milliseconds: delay), as: .due)
        } while try continues(&loop, &changes, asking, context)
        _ = consume lock
        return .done
    }

    /// The lock of the process that syncs by itself, once another one gives it back.
    ///
    /// - Returns: nil after a termination signal.
    private func takenLock(
        _ loop: inout EventLoop<Event>, _ context: borrowing CommandContext
    ) throws(RedoError) -> FileLock? {
        if let lock = try store.syncLock() { return lock }
        context.note("waiting for another process that keeps this store synced")
        loop.watch(.every(milliseconds: 200), as: .lock)
        while !loop.wait().contains(.termination) {
            guard let lock = try store.syncLock() else { continue }
            loop.watch(.none, as: .lock)
            return lock
        }
        return nil
    }

    /// Waits for the time to pass, or for changes in the store.
    ///
    /// - Returns: false after a termination signal.
    private func continues(
        _ loop: inout EventLoop<Event>, _ changes: inout StoreWatch, _ asking: MachineAsking?,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        while true {
            for failure in asking?.advance() ?? [] { context.complain("\(failure)\n") }
            loop.watch(asking?.source ?? .none, as: .machine)
            let events = loop.wait()
            if events.contains(.termination) { return false }
            if events.contains(.due) { return true }
            if try !changes.changes().isEmpty { return true }
        }
    }

    /// Reads the rooms of which this device asks the machines.
    private func note(
        _ asking: MachineAsking?, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard let asking else { return }
        let repository = context.repository(store)
        // A log that cannot be read is reported by the syncs.
        guard (try? repository.mayHaveRooms()) == true, let rooms = try? repository.rooms() else {
            return
        }
        asking.note(rooms.rooms)
    }

    /// Reports the result of a sync if it differs from the last one.
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
        _ = try SuiteExecutables.run("merge", ["--redo-dir", store.path, "--all", "--dry-run"])
        try context.print(
            "hint: 'redo merge --all' settles all of them so; "
                + "'redo merge --resolve' decides a member otherwise\n")
        try context.flush()
    }
}
