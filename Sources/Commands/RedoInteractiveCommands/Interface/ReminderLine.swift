import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The reminders that are shown in a line: what `redo remind` would announce, the newest with the number of all that
/// were not read.
///
/// The store records a reminder only when a key dismisses it: an interface that is not seen must not take an
/// announcement from the desktop.
struct ReminderLine {
    /// A reminder as it is shown.
    struct Line: Equatable {
        let text: String
        /// Its subject; nil for a count of missed reminders.
        let link: OutputPage.Link?
    }

    private var reminders: [Reminder] = []
    /// The needs of rooms, including future ones.
    private var rooms: [RoomNeed] = []
    /// The announced reminders, of other processes and this one.
    private var record: ReminderRecord?
    /// The reminders since the start, the oldest first.
    private(set) var lines: [Line] = []
    /// The number of the last of them that were not dismissed.
    private(set) var unreadCount = 0
    /// The number of unread ones that were not printed yet, for plain sessions.
    private var unsaidCount = 0
    /// Those that were shown and are not recorded in the store.
    private var unrecorded: (tasks: [Reminder], rooms: [RoomReminder]) = ([], [])
    private var now = Instant.earliest
    /// When there is more to announce; nil if nothing is scheduled.
    private(set) var next: Instant?

    /// The maximum number of lines; a further one replaces the oldest.
    private static let maximumCount = 64
    /// The time for which recording waits for another process that announces, in milliseconds.
    private static let patience = 20

    /// The newest unread one, with the number of all; nil if everything was read.
    var text: String? {
        guard unreadCount > 0, let newest = lines.last else { return nil }
        return unreadCount == 1
            ? newest.text : "\(counted(unreadCount, "reminder")), the newest: \(newest.text)"
    }

    /// Replaces the tasks by those of now, and announces what has passed.
    mutating func update(_ board: TaskBoard, at now: Instant) {
        let store = board.repository.store
        // The commands report an invalid setting; here it means that there are no reminders.
        guard let settings = try? ReminderSettings(store.configuration) else { return }
        reminders = settings.rules.reminders(of: board.tasks.state.tasks)
        rooms = (try? board.roomNeeds(at: now)) ?? []
        if record == nil { record = store.reminderRecord(at: now) }
        advance(board, at: now)
    }

    /// Announces what has passed since.
    mutating func advance(_ board: TaskBoard, at now: Instant) {
        guard var record else { return }
        self.now = now
        let schedule = ReminderSchedule(reminders, after: record, at: now)
        if schedule.missedCount > 0 { add(Announcement(missed: schedule.missedCount), nil) }
        for reminder in schedule.passed {
            guard let task = board.tasks.state[reminder.task] else { continue }
            add(Announcement(reminder, of: task, at: now), .task(task.id.description))
        }
        let needs = rooms.filter {
            $0.reminder.moment <= now && !record.rooms.contains($0.reminder)
        }
        for need in needs {
            add(Announcement(need, at: now), .room(need.reminder.room))
        }
        unrecorded.tasks += schedule.settled
        unrecorded.rooms += needs.map(\.reminder)
        record.note(schedule.settled, at: now)
        record.note(needs.map(\.reminder))
        self.record = record
        let later = rooms.map(\.reminder.moment).filter { $0 > now }.min()
        next = [schedule.upcoming.first?.moment, later].compactMap(\.self).min()
    }

    private mutating func add(_ announcement: Announcement, _ link: OutputPage.Link?) {
        let text = "\(announcement.heading)  \(announcement.text)"
        lines.append(Line(text: text, link: link))
        if lines.count > Self.maximumCount { lines.removeFirst() }
        unreadCount = min(unreadCount + 1, lines.count)
        unsaidCount = min(unsaidCount + 1, lines.count)
    }

    /// The unread lines that were not printed yet, once.
    mutating func takeUnsaid() -> [String] {
        defer { unsaidCount = 0 }
        return lines.suffix(unsaidCount).map(\.text)
    }

    /// Notes that a key dismissed the line, and records that in the store.
    ///
    /// Fails silently: what is not recorded now is recorded with the next key, or announced a second time.
    mutating func dismiss(_ store: Store) {
        (unreadCount, unsaidCount) = (0, 0)
        guard !unrecorded.tasks.isEmpty || !unrecorded.rooms.isEmpty else { return }
        do throws(RedoError) {
            guard let lock = try store.reminderLock(patience: Self.patience) else { return }
            defer { _ = lock }
            var record = store.reminderRecord(at: now)
            record.note(unrecorded.tasks, at: now)
            record.note(unrecorded.rooms)
            try store.keep(record)
            unrecorded = ([], [])
        } catch {}
    }
}
