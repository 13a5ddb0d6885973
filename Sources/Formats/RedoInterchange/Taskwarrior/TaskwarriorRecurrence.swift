import RedoCalendar

/// Frequencies in the form of Taskwarrior's `recur`.
enum TaskwarriorRecurrence {
    private static let words: [String: RecurrenceRule] = [
        "daily": RecurrenceRule(.daily), "day": RecurrenceRule(.daily),
        "weekly": RecurrenceRule(.weekly), "sennight": RecurrenceRule(.weekly),
        "biweekly": RecurrenceRule(.weekly, interval: 2),
        "fortnight": RecurrenceRule(.weekly, interval: 2),
        "monthly": RecurrenceRule(.monthly), "bimonthly": RecurrenceRule(.monthly, interval: 2),
        "quarterly": RecurrenceRule(.monthly, interval: 3),
        "semiannual": RecurrenceRule(.monthly, interval: 6),
        "annual": RecurrenceRule(.yearly), "yearly": RecurrenceRule(.yearly),
        "biannual": RecurrenceRule(.yearly, interval: 2),
        "biyearly": RecurrenceRule(.yearly, interval: 2), "hourly": RecurrenceRule(.hourly),
        "weekdays": workdays,
    ]

    private static let workdays: RecurrenceRule = {
        var rule = RecurrenceRule(.weekly)
        rule.days = RecurrenceRule.Weekday.allCases.prefix(5).map { RecurrenceRule.Day($0) }
        return rule
    }()

    /// Units by prefixes of their names, the longer ones first.
    private static let units: [(prefix: String, RecurrenceRule.Frequency, factor: Int)] = [
        ("mo", .monthly, 1), ("mth", .monthly, 1), ("min", .minutely, 1), ("q", .monthly, 3),
        ("y", .yearly, 1), ("w", .weekly, 1), ("d", .daily, 1), ("h", .hourly, 1),
        ("s", .secondly, 1),
    ]

    /// The rule that a frequency means; nil if it is invalid: `weekly`, `3d`, `2 weeks`, `P1M`, `PT12H`.
    static func rule(_ text: String) -> RecurrenceRule? {
        let text = text.lowercased()
        if let rule = words[text] { return rule }
        if text.hasPrefix("p") { return duration(text.dropFirst()) }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let name = text.dropFirst(digits.count).drop { $0 == " " }
        guard let unit = units.first(where: { name.hasPrefix($0.prefix) }) else { return nil }
        return rule(
            unit.1,
            (digits.isEmpty ? 1 : Int(digits)).map {
                $0.multipliedReportingOverflow(by: unit.factor)
            })
    }

    /// A duration of ISO 8601 with one part, after its `P`.
    private static func duration(_ text: Substring) -> RecurrenceRule? {
        let isTime = text.hasPrefix("t")
        let rest = isTime ? text.dropFirst() : text
        guard let unit = rest.last, let count = Int(rest.dropLast()) else { return nil }
        let frequency: RecurrenceRule.Frequency
        switch (unit, isTime) {
        case ("y", false): frequency = .yearly
        case ("m", false): frequency = .monthly
        case ("w", false): frequency = .weekly
        case ("d", false): frequency = .daily
        case ("h", true): frequency = .hourly
        case ("m", true): frequency = .minutely
        case ("s", true): frequency = .secondly
        default: return nil
        }
        return rule(frequency, (count, false))
    }

    private static func rule(
        _ frequency: RecurrenceRule.Frequency, _ count: (partialValue: Int, overflow: Bool)?
    ) -> RecurrenceRule? {
        guard let count, !count.overflow,
            (1...RecurrenceRule.maximumInterval).contains(count.partialValue)
        else { return nil }
        return RecurrenceRule(frequency, interval: count.partialValue)
    }

    /// The frequency that means a rule; nil for a rule that Taskwarrior cannot express.
    ///
    /// Times of day come from the deadline there, so those of the rule do not matter.
    static func text(_ rule: RecurrenceRule) -> String? {
        var bare = rule
        (bare.hours, bare.minutes, bare.seconds) = ([], [], [])
        guard rule.hours.count <= 1, rule.minutes.count <= 1 else { return nil }
        bare = bare.withoutClippedMonths
        if bare == workdays { return "weekdays" }
        guard bare == RecurrenceRule(rule.frequency, interval: rule.interval) else { return nil }
        switch rule.frequency {
        case .secondly, .minutely: return nil
        case .hourly: return "PT\(rule.interval)H"
        case .daily: return rule.interval == 1 ? "daily" : "P\(rule.interval)D"
        case .weekly: return rule.interval == 1 ? "weekly" : "P\(rule.interval)W"
        case .monthly: return rule.interval == 1 ? "monthly" : "P\(rule.interval)M"
        case .yearly: return rule.interval == 1 ? "yearly" : "P\(rule.interval)Y"
        }
    }
}
