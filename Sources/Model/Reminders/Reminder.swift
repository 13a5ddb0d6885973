/// An announcement of a task at a moment (docs/dates.md, "Reminders").
package struct Reminder: Hashable, Sendable {
    /// The reason of the announcement.
    package enum Kind: String, CaseIterable, Sendable {
        /// The deadline of the current to-do.
        case due
        /// The morning of the day after the deadline.
        case overdue
        /// The task is scheduled to start.
        case scheduled
        /// `wait` no longer hides the task.
        case waitOver = "wait-over"
        /// A snooze no longer hides the task.
        case snoozeOver = "snooze-over"
    }

    package let kind: Kind
    package let task: TaskID
    /// The date in the task: its deadline, its start, or the end of its being hidden.
    package let date: Instant
    /// The moment of the announcement.
    package let moment: Instant

    package init(_ kind: Kind, of task: TaskID, date: Instant, at moment: Instant) {
        self.kind = kind
        self.task = task
        self.date = date
        self.moment = moment
    }
}

extension Reminder: Comparable {
    /// The reminder that is announced first comes first.
    package static func < (left: Reminder, right: Reminder) -> Bool {
        if left.moment != right.moment { return left.moment < right.moment }
        if left.task != right.task { return left.task < right.task }
        return left.kind == right.kind
            ? left.date < right.date : left.kind.rawValue < right.kind.rawValue
    }
}

extension Reminder: CustomStringConvertible {
    /// The line of a ``ReminderRecord``.
    package var description: String {
        "\(moment.wallText) \(kind.rawValue) \(task) \(date.wallText)"
    }

    /// Reads such a line; nil for any other text.
    package init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4, let moment = Instant(iso8601: Array(words[0].utf8).span),
            let kind = Kind(rawValue: words[1]), let task = TaskID(words[2]),
            let date = Instant(iso8601: Array(words[3].utf8).span)
        else { return nil }
        self.init(kind, of: task, date: date, at: moment)
    }
}
