import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Waits for the moments of tasks and announces each once (docs/dates.md, "Reminders").
struct ReminderLoop: ~Copyable {
    private var repository: Repository
    private let settings: ReminderSettings
    private let announcer: Announcer
    private var state: State
    private var reminders: [Reminder]
    /// The needs of rooms, including future ones.
    private var rooms: [RoomNeed]
    /// The announced reminders, of this process and others.
    private var record: ReminderRecord

    private enum Event { case termination, brokenPipe, announcement, change, moment }

    /// The time for which nothing may change in the store before it is read, in milliseconds: several changes are read at once.
    private static let quiet = 20
    /// The interval of looking for the lock of another process, in milliseconds.
    private static let tick: Int64 = 50
    /// The time for which a single announcement waits for another process that announces, in milliseconds.
    private static let patience = 10_000
    /// The maximum time between two computations of the moments, in milliseconds: the rules of local time can change.
    private static let maximumWait: Int64 = 3_600_000

    /// - Parameters:
    ///   - rooms: what rooms need, also later.
    ///   - announcer: tells of reminders.
    /// - Throws: ``RedoError`` if the log cannot be read.
    init(
        _ repository: Repository, _ rooms: [RoomNeed], _ settings: ReminderSettings,
        _ announcer: Announcer,
        at now: Instant
    ) throws(RedoError) {
        let state = try repository.tasks().state
        self.repository = repository
        self.settings = settings
        self.rooms = rooms
        self.announcer = announcer
        self.state = state
        reminders = settings.rules.reminders(of: state.tasks)
        record = repository.store.reminderRecord(at: now)
    }

    /// The scheduled reminders: at most 64, in order of time.
    func upcoming(at now: Instant) -> [(reminder: Reminder, task: TaskState)] {
        ReminderSchedule(reminders, after: record, at: now).upcoming.compactMap { reminder in
            state[reminder.task].map { (reminder, $0) }
        }
    }

    // MARK: Announcing

    /// Announces what has passed and was not announced.
    ///
    /// - Parameter patience: how long to wait for another process that announces, in milliseconds.
    /// - Returns: when to look again; nil if nothing is scheduled.
    /// - Throws: STORAGE_003 if that cannot be noted or the patience ends, STORAGE_002 if it cannot be printed.
    private mutating func announce(
        at now: Instant, patience: Int = 0, _ context: inout CommandContext
    ) throws(RedoError) -> Instant? {
        var schedule = ReminderSchedule(reminders, after: record, at: now)
        if schedule.isQuiet, needs(at: now).isEmpty {
            record.note([], at: now)
            return next(schedule, after: now)
        }
        guard let lock = try repository.store.reminderLock(patience: patience) else {
            guard patience == 0 else {
                throw RedoError(
                    .writeFailed, "another process is announcing reminders",
                    hints: ["repeat the command when it is done"])
            }
            return Instant(milliseconds: now.milliseconds + Self.tick)
        }
        defer { _ = lock }
        // Another process may have announced it.
        record.merge(repository.store.reminderRecord(at: now))
        schedule = ReminderSchedule(reminders, after: record, at: now)
        if schedule.missedCount > 0 {
            try announcer.announce([Announcement(missed: schedule.missedCount)], &context)
        }
        for group in groups(of: schedule.passed) {
            let single = group.map { Announcement($0.reminder, of: $0.task, at: now) }
            let joint = Announcement(joining: group, at: now)
            try announcer.announce(single, as: joint, &context)
        }
        let needs = needs(at: now)
        for need in needs { try announcer.announce([Announcement(need, at: now)], &context) }
        // Noted afterwards: what a crash comes between is announced again rather than never.
        record.note(schedule.settled, at: now)
        record.note(needs.map(\.reminder))
        keep(context)
        return next(schedule, after: now)
    }

    /// What rooms need now and was not announced.
    private func needs(at now: Instant) -> [RoomNeed] {
        rooms.filter { $0.reminder.moment <= now && !record.rooms.contains($0.reminder) }
    }

    /// The time of the next announcement; nil if nothing is scheduled.
    private func next(_ schedule: ReminderSchedule, after now: Instant) -> Instant? {
        let room = rooms.map(\.reminder.moment).filter { $0 > now }.min()
        return [schedule.upcoming.first?.moment, room].compactMap(\.self).min()
    }

    /// The reminders with their tasks, those of one kind together, in the order of the first of each.
    private func groups(
        of reminders: [Reminder]
    ) -> [[(reminder: Reminder, task: TaskState)]] {
        var groups: [[(reminder: Reminder, task: TaskState)]] = []
        for reminder in reminders {
            guard let task = state[reminder.task] else { continue }
            if let index = groups.firstIndex(where: { $0[0].reminder.kind == reminder.kind }) {
                groups[index].append((reminder, task))
            } else {
                groups.append([(reminder, task)])
            }
        }
        return groups
    }

    /// Keeps the record. Where that fails this process still announces nothing twice.
    private func keep(_ context: borrowing CommandContext) {
        do throws(RedoError) {
            try repository.store.keep(record)
        } catch {
            context.complain(error)
        }
    }

    /// Announces what has passed, and notes since when reminders are announced.
    ///
    /// - Parameter patience: see ``announce(at:patience:_:)``.
    private mutating func begin(
        at now: Instant, patience: Int = 0, _ context: inout CommandContext
    ) throws(RedoError) -> Instant? {
        let next = try announce(at: now, patience: patience, &context)
        guard let lock = try repository.store.reminderLock(patience: patience) else { return next }
        defer { _ = lock }
        record.merge(repository.store.reminderRecord(at: now))
        try repository.store.keep(record)
        return next
    }

    /// Announces what has passed, and waits for the commands that do so.
    ///
    /// - Throws: see ``run(_:)``.
    mutating func runOnce(_ context: inout CommandContext) throws(RedoError) {
        // A command is ended before this process is.
        let deferral = DeferredTermination()
        defer { _ = deferral }
        _ = try begin(at: try context.now(), patience: Self.patience, &context)
        var loop = try Self.loop()
        while announcer.isBusy {
            loop.watch(announcer.source, as: .announcement)
            if loop.wait().contains(.termination) { loop.watch(.none, as: .termination) }
            announcer.advance(context)
        }
    }

    // MARK: Waiting

    /// Announces reminders until a signal ends the process.
    ///
    /// - Throws: STORAGE_001 if the store is gone or cannot be read, STORAGE_003 if nothing can be noted in it,
    ///   STORAGE_002 if nothing can be printed.
    mutating func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var loop = try Self.loop()
        let timer = try Self.waiting { () throws(SystemError) in try WallTimer() }
        var watch = try StoreWatch.begin(repository.store)
        // What came between the first reading and the watch.
        try read(&context)
        var next = try begin(at: try context.now(), &context)
        loop.watch(.closing(of: context.surroundings.output), as: .brokenPipe)
        loop.watch(.input(watch.descriptor, quiet: Self.quiet), as: .change)
        loop.watch(.input(timer.descriptor), as: .moment)
        while true {
            try set(timer, next, context)
            loop.watch(announcer.source, as: .announcement)
            for event in loop.wait() {
                switch event {
                case .termination:
                    announcer.stop()
                    return .done
                case .brokenPipe: return .brokenPipe
                case .announcement: announcer.advance(context)
                case .change: if try !watch.changes().isEmpty { try read(&context) }
                case .moment:
                    let ring = try Self.waiting { () throws(SystemError) in try timer.ring() }
                    if ring == .none { continue }
                    Clock.readTimeZone()
                    reminders = settings.rules.reminders(of: state.tasks)
                }
            }
            next = try announce(at: try context.now(), &context)
        }
    }

    private static func loop() throws(RedoError) -> EventLoop<Event> {
        try waiting { () throws(SystemError) in try EventLoop(termination: .termination) }
    }

    private static func waiting<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        try failing(.notFound, "the time of a reminder cannot be waited for", body)
    }

    /// Sets the timer to the next moment. A clock that stands still, as in tests, comes to none.
    private func set(
        _ timer: borrowing WallTimer, _ next: Instant?, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard !context.hasFixedClock else { return }
        let latest = try context.now().milliseconds + Self.maximumWait
        try Self.waiting { () throws(SystemError) in
            try timer.set(to: min(next?.milliseconds ?? latest, latest))
        }
    }

    /// Reads the tasks again.
    private mutating func read(_ context: inout CommandContext) throws(RedoError) {
        repository = try context.openRepository()
        state = try repository.tasks().state
        rooms = try context.roomNeeds(repository, at: try context.now())
        reminders = settings.rules.reminders(of: state.tasks)
    }
}
