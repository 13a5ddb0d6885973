import RedoCalendar
import RedoModel
import RedoSystem

/// How often a task comes again, as people write it: the grammar is in docs/dates.md.
package enum FrequencyExpression: Equatable, Sendable {
    /// A number of days after each completion; 0 for a task that is done once.
    case days(Int)
    case rule(RecurrenceRule)

    /// Reads `7`, `2w`, `mon,thu 9:00`, `last friday`, `1st`, `month`, `24 dec`, `none`, `FREQ=DAILY`.
    ///
    /// - Throws: what is not understood.
    package init(_ text: String) throws(TimeExpression.ParseError) {
        if text.utf8.contains(UInt8(ascii: "=")) {
            do throws(RecurrenceRule.ParseError) {
                self = .rule(try RecurrenceRule(text))
            } catch {
                throw TimeExpression.ParseError(error.reason)
            }
            return
        }
        guard text.utf8.count <= 64 else { throw TimeExpression.ParseError("it is too long") }
        if let days = Int(text), days >= 0 {
            self = .days(days)
            return
        }
        var words = ExpressionWords(text.split(separator: ",").joined(separator: " "))
        guard !words.isEmpty else { throw TimeExpression.ParseError("it is empty") }
        if words.take("none") || words.take("never") || words.take("once") {
            self = .days(0)
        } else {
            let isAnnounced = words.take("every")
            if isAnnounced, words.isEmpty {
                throw TimeExpression.ParseError("a number is missing after 'every'")
            }
            self = try words.takeFrequency()
        }
        try words.end()
    }
}

extension ExpressionWords {
    fileprivate mutating func takeFrequency() throws(TimeExpression.ParseError)
        -> FrequencyExpression
    {
        let start = words
        var rule: RecurrenceRule
        if let named = takeDays() {
            rule = named
        } else {
            words = start
            let (counted, isNumber) = try takeInterval()
            // Days alone are counted from each completion, as other clients do.
            if counted.frequency == .daily, isNumber, isEmpty { return .days(counted.interval) }
            rule = counted
        }
        if let time = try takeTime() {
            (rule.hours, rule.minutes) = ([time.hour], [time.minute])
            if time.second > 0 { rule.seconds = [time.second] }
        }
        return .rule(rule)
    }

    // MARK: Intervals

    /// A unit with or without a number, and whether there was one: `month`, `2w`, `3 days`, `other week`.
    private mutating func takeInterval() throws(TimeExpression.ParseError) -> (
        RecurrenceRule, isNumber: Bool
    ) {
        if let named = take(Self.namedFrequency) { return (RecurrenceRule(named), false) }
        let start = words
        if take("other"), let unit = take(Self.unit) {
            return (RecurrenceRule(unit, interval: 2), false)
        }
        words = start
        if let span = try takeCountAndUnit() {
            guard let unit = Self.frequency(of: span.unit) else {
                throw TimeExpression.ParseError("a task repeats after a day at the earliest")
            }
            return (try Self.rule(unit, span.count), true)
        }
        if let years = take(Self.years) { return (try Self.rule(.yearly, years), true) }
        let count = take { $0 == "a" ? 1 : DurationExpression.count($0) }
        if let unit = take(Self.unit) { return (try Self.rule(unit, count ?? 1), count != nil) }
        words = start
        throw notUnderstood
    }

    private static func rule(
        _ unit: RecurrenceRule.Frequency, _ count: Int
    ) throws(TimeExpression.ParseError) -> RecurrenceRule {
        guard count > 0, unit == .daily || count <= RecurrenceRule.maximumInterval else {
            throw TimeExpression.ParseError("\(count) is too \(count > 0 ? "many" : "few")")
        }
        return RecurrenceRule(unit, interval: count)
    }

    private static func namedFrequency(_ word: Substring) -> RecurrenceRule.Frequency? {
        switch word {
        case "daily": .daily
        case "weekly": .weekly
        case "monthly": .monthly
        case "yearly", "annually": .yearly
        default: nil
        }
    }

    private static func unit(_ word: Substring) -> RecurrenceRule.Frequency? {
        if word == "year" || word == "years" || word == "y" { return .yearly }
        return DurationExpression.Unit(word: word).flatMap(frequency)
    }

    private static func frequency(of unit: DurationExpression.Unit) -> RecurrenceRule.Frequency? {
        switch unit {
        case .minutes, .hours: nil
        case .days: .daily
        case .weeks: .weekly
        case .months: .monthly
        }
    }

    /// `2y`.
    private static func years(_ word: Substring) -> Int? {
        word.hasSuffix("y") ? DurationExpression.count(word.dropLast()).flatMap { $0 } : nil
    }

    // MARK: Days

    /// Days that have names: `mon thu`, `weekday`, `last friday`, `1st`, `last day`, `24 dec`.
    private mutating func takeDays() -> RecurrenceRule? {
        if take("weekday") || take("weekdays") {
            return Self.weekly(RecurrenceRule.Weekday.allCases.filter { $0.rawValue < 5 })
        }
        if let weekdays = takeList({ $0.takeWeekday() }) { return Self.weekly(weekdays) }
        if let days = takeList({ $0.takeOrdinalWeekday() }) {
            var rule = RecurrenceRule(.monthly)
            rule.days = days
            return rule
        }
        _ = take("the")
        if let days = takeList({ $0.takeDayOfMonth() }) {
            let isOfMonth = take("of")
            var rule = RecurrenceRule(.monthly)
            rule.monthDays = Set(days).sorted()
            guard let month = take({ Calendar.month(named: $0) }) else {
                return isOfMonth ? nil : rule
            }
            return days.count == 1 ? Self.yearly(month, days[0]) : nil
        }
        if let day = take({ Calendar.number($0, 1...31) }) {
            return take { Calendar.month(named: $0) }.flatMap { Self.yearly($0, day) }
        }
        guard let month = take({ Calendar.month(named: $0) }) else { return nil }
        return take { Calendar.dayOfMonth($0) }.flatMap { Self.yearly(month, $0) }
    }

    /// One or more elements, with or without `and` between them; nil for none.
    private mutating func takeList<Element>(
        _ element: (inout ExpressionWords) -> Element?
    ) -> [Element]? {
        var list: [Element] = []
        while true {
            let start = words
            if !list.isEmpty { _ = take("and") }
            guard let next = element(&self) else {
                words = start
                return list.isEmpty ? nil : list
            }
            list.append(next)
        }
    }

    private mutating func takeWeekday() -> RecurrenceRule.Weekday? {
        take { Calendar.weekday(named: $0).flatMap { RecurrenceRule.Weekday(rawValue: $0) } }
    }

    /// `2nd`, `second`, `last`.
    private mutating func takeOrdinal() -> Int? {
        take { word in
            let names: [Substring] = ["first", "second", "third", "fourth", "fifth"]
            if let index = names.firstIndex(of: word) { return index + 1 }
            return word == "last" ? -1 : Calendar.ordinal(word)
        }
    }

    private mutating func takeOrdinalWeekday() -> RecurrenceRule.Day? {
        guard let ordinal = takeOrdinal(), ordinal <= 5, let weekday = takeWeekday() else {
            return nil
        }
        return RecurrenceRule.Day(weekday, ordinal: ordinal)
    }

    private mutating func takeDayOfMonth() -> Int? {
        guard let day = takeOrdinal() else { return nil }
        let isDay = take("day")
        return day > 0 || isDay ? day : nil
    }

    private static func weekly(_ weekdays: [RecurrenceRule.Weekday]) -> RecurrenceRule {
        var rule = RecurrenceRule(.weekly)
        rule.days = Set(weekdays).sorted { $0.rawValue < $1.rawValue }
            .map { RecurrenceRule.Day($0) }
        return rule
    }

    /// A day of each year; nil if no year has it.
    private static func yearly(_ month: Int, _ day: Int) -> RecurrenceRule? {
        guard Instant(Instant.Components(year: 2000, month: month, day: day)) != nil else {
            return nil
        }
        var rule = RecurrenceRule(.yearly)
        (rule.months, rule.monthDays) = ([month], [day])
        return rule
    }
}

extension FrequencyExpression {
    /// The frequency that a value means.
    ///
    /// - Parameter name: of the option or the field, for the error.
    /// - Throws: wrong usage for what means none, with examples.
    package static func asked(
        _ text: String, by name: String
    ) throws(RedoError) -> FrequencyExpression {
        do throws(TimeExpression.ParseError) {
            return try FrequencyExpression(text)
        } catch {
            let reason = error == .notUnderstood(text.lowercased()) ? "" : ", \(error.reason)"
            throw .usage(
                "not a valid value of \(name): '\(String(text.prefix(200)).printable)'\(reason)",
                hints: [
                    error.hint
                        ?? "for example: 7, day, 2w, \"mon,thu 9:00\", \"last friday\", 1st, month or none"
                ])
        }
    }
}
