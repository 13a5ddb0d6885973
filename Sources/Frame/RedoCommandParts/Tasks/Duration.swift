import RedoModel

/// A span of time for people: `2 h 05 min`.
package struct Duration: CustomStringConvertible {
    package let minutes: Int

    package init(minutes: Int) { self.minutes = minutes }

    /// The duration between two moments in whole minutes, rounded down.
    package init(from start: Instant, to end: Instant) {
        minutes = Int(max(0, end.milliseconds - start.milliseconds) / 60_000)
    }

    package var description: String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(rest) min" }
        return "\(hours) h \(rest < 10 ? "0" : "")\(rest) min"
    }
}
