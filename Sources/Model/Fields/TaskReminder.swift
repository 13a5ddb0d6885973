import RedoJSON

/// An element of the field `reminders`: when a task is announced, in place of the configured times.
package enum TaskReminder: Hashable, Sendable {
    /// A distance before the deadline, or without one before `scheduled`: whole days on the wall clock, then seconds.
    case before(days: Int, seconds: Int)
    case at(Instant)

    package static let field: JSONString = "reminders"
    /// The maximum number of elements.
    package static let maximumCount = 20

    package var moment: Instant? {
        guard case .at(let moment) = self else { return nil }
        return moment
    }

    /// The element in the field: an ISO 8601 time, or a duration of RFC 5545 that is not positive.
    package var json: JSONValue { .string(JSONString(text)) }

    package var text: String {
        switch self {
        case .at(let moment): return moment.wallText
        case .before(let days, let seconds):
            return days == 0 && seconds == 0
                ? "PT0S" : "-" + SignedDuration(days: days, seconds: seconds).text
        }
    }

    /// Reads an element; nil if it is neither.
    package init?(_ text: String) {
        if let moment = Instant(iso8601: Array(text.utf8).span) {
            self = .at(moment)
            return
        }
        guard let duration = SignedDuration(text), duration.days <= 0, duration.seconds <= 0 else {
            return nil
        }
        self = .before(days: -duration.days, seconds: -duration.seconds)
    }
}

/// A duration of RFC 5545, section 3.3.6: `-P1DT30M`. Days are those of the calendar, a week is seven of them.
package struct SignedDuration: Equatable, Sendable {
    /// The days; 0, or of the same sign as ``seconds``.
    package let days: Int
    package let seconds: Int

    package init(days: Int, seconds: Int) {
        self.days = days
        self.seconds = seconds
    }

    /// Reads a duration; nil if it is invalid or longer than 10,000 years.
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        func take(_ mark: Unicode.Scalar) -> Bool {
            guard let first = rest.first, first & 0xDF == UInt8(ascii: mark) & 0xDF else {
                return false
            }
            rest.removeFirst()
            return true
        }
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard take("P") else { return nil }
        var (days, seconds, isOfTime, count) = (0, 0, false, 0)
        var units: [(mark: Unicode.Scalar, size: Int, isOfTime: Bool)] = [
            ("W", 7, false), ("D", 1, false), ("H", 3600, true), ("M", 60, true), ("S", 1, true),
        ]
        while !rest.isEmpty {
            if !isOfTime, take("T") {
                isOfTime = true
                continue
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...9).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let number = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
            guard let unit = units.firstIndex(where: { $0.isOfTime == isOfTime && take($0.mark) })
            else { return nil }
            if isOfTime {
                seconds += number * units[unit].size
            } else {
                days += number * units[unit].size
            }
            units.removeSubrange(...unit)
            count += 1
        }
        guard count > 0, days < 3_660_000, seconds < 3_660_000 * 86_400 else { return nil }
        self.init(days: isNegative ? -days : days, seconds: isNegative ? -seconds : seconds)
    }

    /// The duration as RFC 5545 writes it.
    package var text: String {
        let isNegative = days < 0 || seconds < 0
        let (days, rest) = (abs(days), abs(seconds))
        var text = isNegative ? "-P" : "P"
        if days > 0 { text += days % 7 == 0 && rest == 0 ? "\(days / 7)W" : "\(days)D" }
        if rest > 0 || days == 0 {
            text += "T"
            let parts = [(rest / 3600, "H"), (rest / 60 % 60, "M"), (rest % 60, "S")]
            for (number, unit) in parts where number > 0 { text += "\(number)\(unit)" }
            if rest == 0 { text += "0S" }
        }
        return text
    }
}

extension TaskState {
    /// The field `reminders`; nil if it is absent or one of its elements is invalid.
    package var reminders: [TaskReminder]? {
        guard case .array(let elements)? = fields.extra("reminders"),
            elements.count <= TaskReminder.maximumCount
        else { return nil }
        let reminders = elements.compactMap { $0.string.flatMap { TaskReminder($0.description) } }
        return reminders.count == elements.count ? reminders : nil
    }

    /// The moment in the task's own field `scheduled`, whatever the current to-do's is.
    package var scheduledOfTask: Instant? {
        fields[TaskField.scheduled.name]?.string?.instant
    }
}
