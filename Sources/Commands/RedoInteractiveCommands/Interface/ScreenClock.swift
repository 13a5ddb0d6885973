import RedoModel

/// The clock of the screen: when something that it shows changes although no one writes or types.
///
/// Lists follow exactly when a task becomes soon, overdue, startable, visible or expired, and when a claim ends. The
/// words of a deadline that has passed follow each minute, hour or day, whichever they count. Everything else that
/// depends on the time, such as ranks and the words for days, follows with the next full hour of local clocks.
enum ScreenClock {
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    private static let day = 24 * hour

    /// The next moment after `now` at which a line about tasks can be another one.
    ///
    /// - Complexity: O(t + c) for t tasks and c claims.
    static func nextChange(
        of tasks: [TaskState], claims: some Sequence<HeldClaim>, after now: Instant,
        zone: TimeZoneRules = .local
    ) -> Instant {
        var next = nextHour(after: now, zone).milliseconds
        func add(_ moment: Int64) { if moment > now.milliseconds { next = min(next, moment) } }
        for index in tasks.indices where tasks[index].isOpen {
            if let due = tasks[index].due { add(nextChange(ofDeadline: due, after: now)) }
            if let moment = tasks[index].snoozedUntil?.instant { add(moment.milliseconds) }
            guard tasks[index].fields.hasExtraMembers else { continue }
            for field in [TaskField.wait, .scheduled, .until] {
                guard let moment = tasks[index].date(field)?.milliseconds else { continue }
                // A date that is still included, and one that no longer is.
                add(moment)
                add(moment + 1)
            }
        }
        for claim in claims { add(claim.until.milliseconds) }
        return Instant(milliseconds: next)
    }

    /// The next moment at which a deadline is called another name, by the unit that counts then.
    static func nextChange(ofDeadline due: Instant, after now: Instant) -> Int64 {
        let late = now.milliseconds - due.milliseconds
        // At the deadline itself, and exactly a day before it, nothing has changed yet.
        if late <= -day { return due.milliseconds - day + 1 }
        if late <= 0 { return due.milliseconds + 1 }
        let unit = late < hour ? minute : late < day ? hour : day
        return due.milliseconds + (late / unit + 1) * unit
    }

    static func nextHour(after now: Instant, _ zone: TimeZoneRules) -> Instant {
        let reading = zone.clockReading(at: now).milliseconds
        let start = reading - (reading % hour + hour) % hour
        let next = zone.instant(ofClockReading: Instant(milliseconds: start + hour))
        // Clocks that are put back show an hour twice.
        return next > now ? next : Instant(milliseconds: now.milliseconds + hour)
    }
}
