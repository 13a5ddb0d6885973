import RedoModel

/// What to announce now, and what is scheduled.
package struct ReminderSchedule: Equatable, Sendable {
    /// The nearest moments to come, the first one first; at most ``capacity``. Others are scheduled when there is
    /// room for them.
    package private(set) var upcoming: [Reminder] = []
    /// What has passed and is announced now, the oldest first; at most ``capacity``, of which a further one
    /// replaces the oldest.
    package private(set) var passed: [Reminder] = []
    /// How many more have passed: those that were replaced, and those that are older than a day.
    package private(set) var missedCount = 0
    /// All that has passed and is settled with this announcement.
    package private(set) var settled: [Reminder] = []

    /// How many are scheduled at most (docs/extensions.md).
    package static let capacity = 64
    /// What has passed for longer is counted, not announced, in milliseconds.
    private static let day: Int64 = 86_400_000

    /// - Complexity: O(n log n) for n reminders.
    package init(_ reminders: [Reminder], after record: ReminderRecord, at now: Instant) {
        let record = record.adjusted(to: now)
        let yesterday = Instant(milliseconds: now.milliseconds - Self.day)
        var coming: [Reminder] = []
        var latest: [Reminder.Subject: Reminder] = [:]
        for reminder in reminders {
            if reminder.moment > now {
                // A clock that was put back repeats nothing.
                if !record.told.contains(reminder) { coming.append(reminder) }
                continue
            }
            guard reminder.moment > record.start, !record.told.contains(reminder) else { continue }
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

    /// Whether there is nothing to announce.
    package var isQuiet: Bool { settled.isEmpty && missedCount == 0 }
}

extension Reminder {
    /// What makes a later announcement needless: of a deadline only the last one is made where several have passed.
    fileprivate var subject: Subject { Subject(task: task, kind: kind == .overdue ? .due : kind) }

    fileprivate struct Subject: Hashable {
        let task: TaskID
        let kind: Kind
    }
}
