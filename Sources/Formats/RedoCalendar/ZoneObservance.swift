import RedoModel

/// A part of a `VTIMEZONE`, STANDARD or DAYLIGHT: when clocks change to an offset (RFC 5545, section 3.6.5).
package struct ZoneObservance: Equatable, Sendable {
    package let isDaylight: Bool
    /// Seconds by which clocks are ahead of UTC before the change, and after it.
    package let before: Int
    package let after: Int
    /// The first change, as the clock shows it before the change.
    package let start: Instant
    /// The rule of the further changes.
    package let rule: RecurrenceRule?
    /// Further changes, as the clock shows them before the change.
    package let dates: [Instant]

    package init(
        isDaylight: Bool, before: Int, after: Int, start: Instant, rule: RecurrenceRule? = nil,
        dates: [Instant] = []
    ) {
        self.isDaylight = isDaylight
        self.before = before
        self.after = after
        self.start = start
        self.rule = rule
        self.dates = dates
    }
}
