import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The reminders that are shown in a line: what `redo remind` would announce, once each. Nothing is noted in the store,
/// so that what announces reminders on the desktop continues to do so.
struct ReminderLine {
    private var reminders: [Reminder] = []
    /// The announced reminders, of other processes and this one.
    private var record: ReminderRecord?
    /// The reminders to show, the oldest first.
    private(set) var announced: [String] = []
    /// When there is more to announce; nil if nothing is scheduled.
    private(set) var next: Instant?

    /// How many lines wait at most; a further one replaces the oldest.
    private static let maximumCount = 64

    /// Notes the tasks as they are now, and announces what has passed.
    mutating func update(_ board: TaskBoard, at now: Instant) {
        let store = board.repository.store
        // A wrong setting is told by the command; here it means that there are no reminders.
        guard let settings = try? ReminderSettings(store.configuration) else { return }
        reminders = settings.rules.reminders(of: board.tasks.state.tasks)
        if record == nil { record = store.reminderRecord(at: now) }
        advance(board, at: now)
    }

    /// Announces what has passed since.
    mutating func advance(_ board: TaskBoard, at now: Instant) {
        guard var record else { return }
        let schedule = ReminderSchedule(reminders, after: record, at: now)
        if schedule.missedCount > 0 {
            say(Announcement(missed: schedule.missedCount))
        }
        for reminder in schedule.passed {
            guard let task = board.tasks.state[reminder.task] else { continue }
            say(Announcement(reminder, of: task, at: now))
        }
        record.note(schedule.settled, at: now)
        self.record = record
        next = schedule.upcoming.first?.moment
    }

    private mutating func say(_ announcement: Announcement) {
        announced.append("\(announcement.heading)  \(announcement.text)")
        if announced.count > Self.maximumCount { announced.removeFirst() }
    }

    /// Notes that the first line was read.
    mutating func dismiss() {
        if !announced.isEmpty { announced.removeFirst() }
    }
}
