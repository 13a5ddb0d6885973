import RedoJSON
import RedoModel

/// The distance of a deadline, in words: "today 18:30", "tomorrow", "in 2 weeks", "3 days overdue".
package struct DueDescription: Sendable {
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

    /// A deadline as people say it: `tomorrow 09:00`, `5 days overdue`.
    package func text(_ due: Instant) -> String {
        var text: [UInt8] = []
        append(due, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the words, which are in ASCII.
    func append(_ due: Instant, to output: inout [UInt8]) {
        let distance = due.milliseconds - now.milliseconds
        if distance < 0 { return appendOverdue(by: -distance, to: &output) }
        let reading = zone.clockReading(at: due)
        let days = Self.day(reading) - today
        func append(_ count: Int64, _ units: StaticString) {
            output.append("in ")
            appendDecimal(count, to: &output)
            output.append(units)
        }
        switch days {
        // Clocks that are put back across midnight can show the day before.
        case ...1:
            output.append(days == 1 ? "tomorrow" : "today")
            appendTime(reading, to: &output)
        case ..<14: append(days, " days")
        case ..<60: append(days / 7, " weeks")
        case ..<730: append(days / 30, " months")
        default: append(days / 365, " years")
        }
    }

    private func appendOverdue(by distance: Int64, to output: inout [UInt8]) {
        let minutes = distance / 60_000
        let days = distance / Self.dayMilliseconds
        func append(_ count: Int64, _ unit: StaticString) {
            appendDecimal(count, to: &output)
            output.append(unit)
            if count != 1 { output.append(UInt8(ascii: "s")) }
            output.append(" overdue")
        }
        switch days {
        case 0 where minutes < 60: append(max(1, minutes), " minute")
        case 0: append(minutes / 60, " hour")
        case ..<14: append(days, " day")
        case ..<60: append(days / 7, " week")
        case ..<730: append(days / 30, " month")
        default: append(days / 365, " year")
        }
    }

    /// Appends the time of day. The end of the day is left out: it means a day without a time.
    private func appendTime(_ reading: Instant, to output: inout [UInt8]) {
        guard Self.hasTime(reading) else { return }
        output.append(" ")
        Self.appendClock(reading, to: &output)
    }

    private static func hasTime(_ reading: Instant) -> Bool {
        let parts = reading.components
        return parts.hour != 23 || parts.minute != 59
    }

    /// The time of day of a deadline, `18:30`; nil for the end of the day, which a day without a time stands for.
    package func timeOfDay(_ due: Instant) -> String? {
        let reading = zone.clockReading(at: due)
        guard Self.hasTime(reading) else { return nil }
        var text: [UInt8] = []
        Self.appendClock(reading, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// True if a deadline is within the next 24 hours.
    package func isSoon(_ due: Instant) -> Bool {
        (0..<Self.dayMilliseconds).contains(due.milliseconds - now.milliseconds)
    }

    private static func appendClock(_ reading: Instant, to output: inout [UInt8]) {
        let parts = reading.components
        for (index, number) in [parts.hour, parts.minute].enumerated() {
            if index > 0 { output.append(":") }
            if number < 10 { output.append("0") }
            appendDecimal(number, to: &output)
        }
    }

    /// The last moment of the day that is this many days after today.
    package func end(ofDay days: Int) -> Instant {
        var parts = zone.clock(at: now)
        (parts.hour, parts.minute, parts.second, parts.millisecond) = (23, 59, 59, 999)
        guard let reading = Instant(parts) else { return .latest }
        return zone.instant(ofClockReading: reading.advanced(byDays: days))
    }
}
