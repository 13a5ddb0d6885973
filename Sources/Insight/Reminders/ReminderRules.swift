import RedoModel

/// The rules by which moments of tasks are announced.
package struct ReminderRules: Sendable {
    /// The times before a deadline or a scheduled start at which it is announced, in milliseconds.
    private let leads: [Int64]
    /// The time at which a date without a time is announced, in minutes after local midnight.
    private let dayMinute: Int
    private let zone: TimeZoneRules

    /// - Parameter leads: one announcement for each; if it is empty, one announcement at the moment itself.
    package init(leads: [Int64], dayMinute: Int, zone: TimeZoneRules) {
        self.leads = leads.isEmpty ? [0] : leads
        self.dayMinute = dayMinute
        self.zone = zone
    }

    /// The reminders of open tasks, in no order.
    ///
    /// - Complexity: O(n) for n tasks.
    package func reminders(of tasks: [TaskState]) -> [Reminder] {
        var reminders: [Reminder] = []
        for task in tasks where task.isOpen { append(task, to: &reminders) }
        return reminders
    }

    private func append(_ task: TaskState, to reminders: inout [Reminder]) {
        func add(_ kind: Reminder.Kind, _ date: Instant, at moment: Instant) {
            // A user who has hidden a task wants no announcement of it.
            guard !task.isSnoozed(at: moment), !task.isWaiting(at: moment),
                (Instant.earliest...Instant.latest).contains(moment)
            else { return }
            reminders.append(Reminder(kind, of: task.id, date: date, at: moment))
        }
        let (due, scheduled) = (task.due, task.date(.scheduled))
        if let reminders = task.reminders {
            for reminder in Set(reminders) {
                guard let date = due ?? scheduled ?? reminder.moment else { continue }
                add(due == nil ? .scheduled : .due, date, at: moment(of: reminder, of: date))
            }
        } else {
            for (kind, date) in [(Reminder.Kind.due, due), (.scheduled, scheduled)] {
                guard let date else { continue }
                let start = start(of: date, kind)
                for lead in Set(leads) {
                    add(kind, date, at: Instant(milliseconds: start.milliseconds - lead))
                }
            }
            if let due { add(.overdue, due, at: morning(after: due)) }
        }
        if let wait = task.date(.wait) { add(.waitOver, wait, at: wait) }
        if let snoozed = task.snoozedUntil?.instant { add(.snoozeOver, snoozed, at: snoozed) }
    }

    /// The time at which a date is announced without a lead: a date without a time in its morning. Such a deadline is the
    /// last minute of its day, and such a start the first moment.
    private func start(of date: Instant, _ kind: Reminder.Kind) -> Instant {
        let parts = zone.clock(at: date)
        let isDay =
            (parts.hour, parts.minute) == (23, 59)
            || (kind == .scheduled && zone.isStartOfDay(date))
        return isDay ? morning(of: date, daysLater: 0) : date
    }

    /// When a reminder of a task announces a date: days before it on the wall clock, then seconds.
    private func moment(of reminder: TaskReminder, of date: Instant) -> Instant {
        switch reminder {
        case .at(let moment): return moment
        case .before(let days, let seconds):
            let reading = zone.clockReading(at: date).advanced(byDays: -days)
            let day = zone.instant(ofClockReading: reading)
            return Instant(milliseconds: day.milliseconds - Int64(seconds) * 1000)
        }
    }

    private func morning(after date: Instant) -> Instant { morning(of: date, daysLater: 1) }

    private func morning(of date: Instant, daysLater days: Int) -> Instant {
        var parts = zone.clock(at: date)
        (parts.hour, parts.minute) = (dayMinute / 60, dayMinute % 60)
        (parts.second, parts.millisecond) = (0, 0)
        guard let reading = Instant(parts) else { return date }
        return zone.instant(ofClockReading: reading.advanced(byDays: days))
    }
}
