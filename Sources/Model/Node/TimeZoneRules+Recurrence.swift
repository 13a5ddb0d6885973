extension TimeZoneRules {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The deadline of the next occurrence of a task (protocol, section 3): the local day of the completion
    /// and some days, at the local time of day that the completed deadline had.
    ///
    /// - Parameters:
    ///   - deadline: of the completed occurrence; without one the next is due days of 24 hours after the
    ///     completion.
    ///   - days: greater than 0.
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
