import RedoModel

/// The reminders to announce now, and those of the future.
package struct ReminderSchedule: Equatable, Sendable {
    /// The next reminders in the future, the earliest first; at most ``capacity``. Others are scheduled when there is
    /// room for them.
    package private(set) var upcoming: [Reminder] = []
    /// The past reminders to announce now, the oldest first. At most ``capacity``: a further one replaces the oldest.
    package private(set) var passed: [Reminder] = []
    /// The number of further past reminders: those that were replaced, and those that are older than a day.
    package private(set) var missedCount = 0
    /// All past reminders, which are settled with this announcement.
    package private(set) var settled: [Reminder] = []

    /// The maximum number of scheduled reminders (docs/extensions.md).
    package static let capacity = 64
    /// The maximum age of a reminder that is announced, in milliseconds. Older ones are counted.
    private static let day: Int64 = 86_400_000

    /// - Complexity: O(n log n) for n reminders.
    package init(_ reminders: [Reminder], after record: ReminderRecord, at now: Instant) {
        let record = record.adjusted(to: now)
        let yesterday = Instant(milliseconds: now.milliseconds - Self.day)
        var coming: [Reminder] = []
        var latest: [Reminder.Subject: Reminder] = [:]
        for reminder in reminders {
            if reminder.moment > now {
                // A clock that was put back repeats no announcement.
                if !record.announced.contains(reminder) { coming.append(reminder) }
                continue
            }
            guard reminder.moment > record.start, !record.announced.contains(reminder) else {
                continue
            }
            guard reminder.moment > yesterday else {
                if reminder.moment > record.through { missedCount += 1 }
                continue
            }
            settled.append(reminder)
            if let other = latest[reminder.subject], reminder < other { continue }
            latest[reminder.subject] = reminder
        }
        upcoming = Array(coming.sorted().prefix(Self.capacity))
        let all = latest.values.sorted()
        passed = all.suffix(Self.capacity)
        missedCount += all.count - passed.count
    }

    /// True if there is nothing to announce.
    package var isQuiet: Bool { settled.isEmpty && missedCount == 0 }
}

extension Reminder {
    /// The key by which a later announcement makes earlier ones unnecessary: of several past reminders of a deadline
    /// only the last one is announced.
    fileprivate var subject: Subject { Subject(task: task, kind: kind == .overdue ? .due : kind) }

    fileprivate struct Subject: Hashable {
        let task: TaskID
        let kind: Kind
    }
}
