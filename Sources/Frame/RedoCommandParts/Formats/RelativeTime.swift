import RedoModel

/// The distance of a moment from another, in the largest whole unit: "3 days ago", "in 2 hours", "now".
package func relativeText(_ moment: Instant, to now: Instant) -> String {
    let (difference, overflow) = now.milliseconds.subtractingReportingOverflow(moment.milliseconds)
    let seconds = (overflow ? Int64.max : difference).magnitude / 1000
    guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "now" }
    let count = seconds / unit.seconds
    let span = "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    return difference >= 0 ? "\(span) ago" : "in \(span)"
}

private let units: [(name: String, seconds: UInt64)] = [
    ("year", 365 * 86_400), ("month", 30 * 86_400), ("week", 7 * 86_400), ("day", 86_400),
    ("hour", 3600), ("minute", 60), ("second", 1),
]
