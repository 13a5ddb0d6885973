/// The rules of a time zone: what local clocks show at each moment.
package struct TimeZoneRules: Sendable {
    /// The seconds by which local clocks are ahead of UTC, at a second since 1970.
    private let secondsFromUTC: @Sendable (_ second: Int64) -> Int

    package init(secondsFromUTC: @escaping @Sendable (_ second: Int64) -> Int) {
        self.secondsFromUTC = secondsFromUTC
    }

    /// The seconds by which local clocks are ahead of UTC at a moment.
    package func secondsFromUTC(at instant: Instant) -> Int {
        secondsFromUTC(instant.milliseconds.flooredQuotient(by: 1000))
    }

    /// The date and time that local clocks show at a moment.
    package func clock(at instant: Instant) -> Instant.Components {
        clockReading(at: instant).components
    }

    /// The moment at which clocks in UTC show what local clocks show at a given moment.
    package func clockReading(at instant: Instant) -> Instant {
        Instant(
            milliseconds: instant.milliseconds + Int64(secondsFromUTC(at: instant)) * 1000)
    }

    /// The moment at which local clocks show a time.
    ///
    /// If clocks show the time twice, because they are put back, it is the first moment. If they never show it, because
    /// they are put forward, it is the moment as if they had not been: half past two becomes half past three.
    ///
    /// - Parameter reading: the time that clocks show, as if it were UTC.
    package func instant(ofClockReading reading: Instant) -> Instant {
        let second = reading.milliseconds.flooredQuotient(by: 1000)
        // No zone is further from UTC than this, and none changes twice within it.
        let before = secondsFromUTC(second - Self.maximumOffset)
        let after = secondsFromUTC(second + Self.maximumOffset)
        let early = second - Int64(max(before, after))
        let late = second - Int64(min(before, after))
        for candidate in [early, late] where candidate + Int64(secondsFromUTC(candidate)) == second
        {
            return Instant(milliseconds: reading.milliseconds + (candidate - second) * 1000)
        }
        return Instant(milliseconds: reading.milliseconds - Int64(before) * 1000)
    }

    private static let maximumOffset: Int64 = 26 * 3600
}

extension TimeZoneRules {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The deadline of the next occurrence of a task (protocol, section 3): the local day of the completion plus some
    /// days, at the local time of day of the completed deadline.
    ///
    /// - Parameters:
    ///   - deadline: the deadline of the completed occurrence; without one the next is due days of 24 hours after the
    ///     completion.
    ///   - days: the number of days, greater than 0.
    /// - Returns: at most ``Instant/latest``.
    package func nextDeadline(
        after deadline: Instant?, completed: Instant, everyDays days: Int
    ) -> Instant {
        guard let deadline else { return completed.advanced(byDays: days) }
        let due = clockReading(at: deadline).milliseconds
        let timeOfDay =
            due - due.flooredQuotient(by: Self.millisecondsPerDay) * Self.millisecondsPerDay
        let today = clockReading(at: completed).milliseconds
            .flooredQuotient(by: Self.millisecondsPerDay)
        let day = Instant(milliseconds: today * Self.millisecondsPerDay).advanced(byDays: days)
        let reading = Instant(milliseconds: day.milliseconds + timeOfDay)
        return min(instant(ofClockReading: reading), .latest)
    }
}
