import RedoModel
import RedoSystem

extension RecurrenceRule {
    /// The rule as English words, which `--every` understands unless the rule ends; nil for a rule of an unusual form.
    package var words: String? { words(from: .deadline) }

    /// The rule as English words with what it counts from: `every 3 days`, `3 days after it is done`.
    func words(from origin: Recurrence.Origin) -> String? {
        guard seconds.isEmpty || seconds == [0], yearDays.isEmpty, weekNumbers.isEmpty, let unit,
            let time
        else { return nil }
        guard origin == .completion else { return days(of: unit).map { $0 + time + end } }
        let isInterval =
            time.isEmpty && pattern == RecurrenceRule(frequency, interval: interval).pattern
        let days = isInterval ? "\(interval) \(unit)\(interval == 1 ? "" : "s")" : days(of: unit)
        return days.map { "\($0)\(time) after it is done\(end)" }
    }

    private var unit: String? {
        switch frequency {
        case .daily: "day"
        case .weekly: "week"
        case .monthly: "month"
        case .yearly: "year"
        case .secondly, .minutely, .hourly: nil
        }
    }

    /// `every 2 weeks on Monday`; nil for a rule of an unusual form.
    private func days(of unit: String) -> String? {
        let every = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
        if !positions.isEmpty {
            guard positions.count == 1, frequency == .monthly, months.isEmpty, monthDays.isEmpty,
                days == Weekday.workdays.map({ Day($0) })
            else { return nil }
            let ordinal = Self.ordinal(positions[0], "workday")
            return "\(every) on the \(ordinal)\(positions[0] > 0 ? " workday" : "")"
        }
        switch (months.count, monthDays.count, days.count) {
        case (0, 0, 0): return every
        case (0, 0, _) where frequency == .weekly:
            return "\(every) on \(Self.list(days.map(\.words)))"
        case (0, 0, _) where frequency == .monthly && days.allSatisfy { $0.ordinal != 0 }:
            return "\(every) on the \(Self.list(days.map(\.words)))"
        case (0, _, 0) where frequency == .monthly:
            return "\(every) on the \(Self.list(monthDays.map { Self.ordinal($0, "day") }))"
        case (1, 1, 0) where frequency == .yearly && monthDays[0] > 0:
            return "\(every) on \(monthDays[0]) \(Self.monthNames[months[0] - 1])"
        default: return nil
        }
    }

    /// Nothing for the end of the day, which a day without a time stands for; nil for several times.
    private var time: String? {
        switch (hours.count, minutes.count) {
        case (0, 0): ""
        case (1, 1) where (hours[0], minutes[0]) == (23, 59): ""
        case (1, 1): " at \(Self.twoDigits(hours[0])):\(Self.twoDigits(minutes[0]))"
        default: nil
        }
    }

    private var end: String {
        if let count { return count == 1 ? ", once" : ", \(count) times" }
        switch until {
        case .day(let day)?: return ", until \((Instant(day) ?? .latest).wallText.prefix(10))"
        case .clock(let time)?: return ", until \(Self.minute(time))"
        case .moment(let time)?: return ", until \(Self.minute(time)) UTC"
        case nil: return ""
        }
    }

    // MARK: Parts

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func minute(_ instant: Instant) -> String {
        instant.wallText.prefix(10) + " " + instant.wallText.dropFirst(11).prefix(5)
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// `2nd`; counted from the end, `last day` or `2nd last day`.
    fileprivate static func ordinal(_ number: Int, _ noun: String) -> String {
        let size = abs(number)
        let ending =
            (11...13).contains(size % 100) || size % 10 > 3 || size % 10 == 0
            ? "th" : ["st", "nd", "rd"][size % 10 - 1]
        if number > 0 { return "\(size)\(ending)" }
        return size == 1 ? "last \(noun)" : "\(size)\(ending) last \(noun)"
    }
}

extension RecurrenceRule.Day {
    fileprivate var words: String {
        let names = [
            "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
        ]
        let name = names[weekday.rawValue]
        if ordinal == 0 { return name }
        let text = RecurrenceRule.ordinal(ordinal, name)
        return ordinal > 0 ? "\(text) \(name)" : text
    }
}

extension Recurrence {
    /// The maximum number of characters of a rule that is shown as it is.
    private static let maximumRawCount = 60

    /// The recurrence as text, in words if the rule has a usual form: `every month on the 1st at 09:00`.
    package var words: String {
        if let words = (try? RecurrenceRule(rule))?.words(from: origin) { return words }
        let raw = rule.printable
        let text = raw.count > Self.maximumRawCount ? "\(raw.prefix(Self.maximumRawCount))…" : raw
        return origin == .completion ? "\(text), after it is done" : text
    }

    /// The recurrence as ``words``, with the time zone.
    package var zonedWords: String {
        "\(words), \(zone.prefix(Self.maximumRawCount).description.printable)"
    }
}
