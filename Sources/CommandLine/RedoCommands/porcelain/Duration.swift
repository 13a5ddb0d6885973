import RedoModel

/// A span of time for people: `2 h 05 min`.
struct Duration: CustomStringConvertible {
    let minutes: Int

    init(minutes: Int) { self.minutes = minutes }

    /// In whole minutes, rounded down.
    init(from start: Instant, to end: Instant) {
        minutes = Int(max(0, end.milliseconds - start.milliseconds) / 60_000)
    }

    var description: String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(rest) min" }
        return "\(hours) h \(rest < 10 ? "0" : "")\(rest) min"
    }
}
