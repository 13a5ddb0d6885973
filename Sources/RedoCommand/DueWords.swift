import RedoLog

/// How far a deadline is, in words: "today 18:30", "tomorrow", "in 2 weeks", "3 days overdue".
package struct DueWords: Sendable {
    private let now: Instant
    private let zone: TimeZoneRules
    private let today: Int64

    private static let dayMilliseconds: Int64 = 86_400_000

    package init(now: Instant, zone: TimeZoneRules = .local) {
        self.now = now
        self.zone = zone
        today = Self.day(zone.clockReading(at: now))
    }

    /// Days since 1970 by local clocks.
    private static func day(_ reading: Instant) -> Int64 {
        (reading.milliseconds - Instant.earliest.milliseconds) / dayMilliseconds
    }

    package func text(_ due: Instant) -> String {
        let distance = due.milliseconds - now.milliseconds
        if distance < 0 { return overdue(by: -distance) }
        let reading = zone.clockReading(at: due)
        let days = Self.day(reading) - today
        switch days {
        // Clocks that are put back across midnight can show the day before.
        case ...0: return "today" + time(reading)
        case 1: return "tomorrow" + time(reading)
        case ..<14: return "in \(days) days"
        case ..<60: return "in \(days / 7) weeks"
        case ..<730: return "in \(days / 30) months"
        default: return "in \(days / 365) years"
        }
    }

    private func overdue(by distance: Int64) -> String {
        let minutes = distance / 60_000
        let days = distance / Self.dayMilliseconds
        func text(_ count: Int64, _ unit: String) -> String {
            count == 1 ? "1 \(unit) overdue" : "\(count) \(unit)s overdue"
        }
        switch days {
        case 0:
            return minutes < 60 ? text(max(1, minutes), "minute") : text(minutes / 60, "hour")
        case ..<14: return text(days, "day")
        case ..<60: return text(days / 7, "week")
        case ..<730: return text(days / 30, "month")
        default: return text(days / 365, "year")
        }
    }

    /// The time of day, but for the end of the day, which a day without a time stands for.
    private func time(_ reading: Instant) -> String {
        let parts = reading.components
        if parts.hour == 23, parts.minute == 59 { return "" }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return " \(digits(parts.hour)):\(digits(parts.minute))"
    }

    /// The last moment of the day that is so many days after today.
    package func end(ofDay days: Int) -> Instant {
        var parts = zone.clock(at: now)
        (parts.hour, parts.minute, parts.second, parts.millisecond) = (23, 59, 59, 999)
        guard let reading = Instant(parts) else { return .latest }
        return zone.instant(ofClockReading: reading.advanced(byDays: days))
    }
}
