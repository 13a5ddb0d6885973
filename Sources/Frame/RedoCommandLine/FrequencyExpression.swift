import RedoCalendar
import RedoModel
import RedoSystem

/// The recurrence of a task, as people write it: the grammar is in docs/dates.md.
package enum FrequencyExpression: Equatable, Sendable {
    /// A number of days after each completion; 0 for a task that is done once.
    case days(Int)
    /// A rule that counts from the deadline, unless something else is said beside it.
    case rule(RecurrenceRule)
    /// A rule that counts from each completion.
    case afterCompletion(RecurrenceRule)

    /// Reads `7`, `2w`, `mon,thu 9:00`, `last friday`, `1st`, `month`, `24 dec`, `3 days after done`, `none`,
    /// `FREQ=DAILY`.
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
        guard text.utf8.count <= Self.maximumByteCount else {
            throw TimeExpression.ParseError("it is too long")
        }
        if let days = Int(text), days >= 0 {
            self = .days(days)
            return
        }
        var words = ExpressionWords(text)
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

    /// The maximum size in bytes of a text, which can also be the words of a rule.
    private static let maximumByteCount = 200
}

extension ExpressionWords {
    fileprivate mutating func takeFrequency() throws(TimeExpression.ParseError)
        -> FrequencyExpression
    {
        var rule: RecurrenceRule
        if let time = try takeTime() {
            rule = RecurrenceRule(.daily)
            rule.setTime(time)
        } else {
            let isOther = take("other")
            if let days = takeDays() { rule = days } else { rule = try takeInterval() }
            if isOther {
                guard rule.interval == 1, rule.frequency != .yearly || rule.months.isEmpty else {
                    throw TimeExpression.ParseError("'other' stands before a unit or a weekday")
                }
                rule.interval = 2
            }
            if let time = try takeTime() { rule.setTime(time) }
        }
        guard takeCompletion() else { return .rule(rule) }
        // Days alone are counted by every client.
        if rule == RecurrenceRule(.daily, interval: rule.interval) { return .days(rule.interval) }
        if rule == RecurrenceRule(.weekly, interval: rule.interval) {
            return .days(7 * rule.interval)
        }
        return .afterCompletion(rule)
    }

    /// `after done`, `after it is done`, `after completion`.
    private mutating func takeCompletion() -> Bool {
        take("after", "done") || take("after", "it", "is", "done") || take("after", "completion")
            || take("after", "each", "completion")
    }

    // MARK: Intervals

    /// A unit with or without a number, and the days of it: `month`, `2w`, `3 days`, `2 weeks on mon thu`.
    private mutating func takeInterval() throws(TimeExpression.ParseError) -> RecurrenceRule {
        if let named = take(Self.named) { return named }
        let start = words
        var rule: RecurrenceRule
        if let span = try takeCountAndUnit() {
            guard let unit = Self.frequency(of: span.unit) else {
                throw TimeExpression.ParseError(
                    "a task repeats after a day at the earliest", at: start.first)
            }
            rule = try Self.rule(unit, span.count)
        } else if let unit = take(Self.unit) {
            rule = RecurrenceRule(unit)
        } else {
            let count = take { $0 == "a" ? 1 : DurationExpression.count($0) } ?? 1
            guard take("quarter") || take("quarters") else {
                words = start
                throw notUnderstood
            }
            rule = try Self.rule(.monthly, 3 * count)
        }
        guard take("on") else { return rule }
        let days = words
        guard let chosen = takeDays(), chosen.frequency == rule.frequency else {
            words = days
            if isEmpty { throw TimeExpression.ParseError("a day is missing after 'on'") }
            throw notUnderstood
        }
        let interval = rule.interval
        rule = chosen
        rule.interval = interval
        return rule
    }

    private static func rule(
        _ unit: RecurrenceRule.Frequency, _ count: Int
    ) throws(TimeExpression.ParseError) -> RecurrenceRule {
        guard count > 0, count <= RecurrenceRule.maximumInterval else {
            throw TimeExpression.ParseError("\(count) is too \(count > 0 ? "many" : "few")")
        }
        return RecurrenceRule(unit, interval: count)
    }

    private static func named(_ word: Substring) -> RecurrenceRule? {
        switch word {
        case "daily": RecurrenceRule(.daily)
        case "weekly": RecurrenceRule(.weekly)
        case "biweekly", "fortnightly": RecurrenceRule(.weekly, interval: 2)
        case "monthly": RecurrenceRule(.monthly)
        case "quarterly": RecurrenceRule(.monthly, interval: 3)
        case "yearly", "annually": RecurrenceRule(.yearly)
        default: nil
        }
    }

    private static func unit(_ word: Substring) -> RecurrenceRule.Frequency? {
        DurationExpression.Unit(word: word).flatMap(frequency)
    }

    private static func frequency(of unit: DurationExpression.Unit) -> RecurrenceRule.Frequency? {
        switch unit {
        case .seconds, .minutes, .hours: nil
        case .days: .daily
        case .weeks: .weekly
        case .months: .monthly
        case .years: .yearly
        }
    }

    // MARK: Days

    /// Days that have names: `mon thu`, `weekday`, `last friday`, `last workday`, `1st`, `last day`, `24 dec`; nil
    /// without taking anything if there are none.
    private mutating func takeDays() -> RecurrenceRule? {
        let start = words
        if let rule = takeNamedDays() { return rule }
        words = start
        return nil
    }

    private mutating func takeNamedDays() -> RecurrenceRule? {
        if takeWorkday() { return Self.weekly(RecurrenceRule.Weekday.workdays) }
        if take("weekend") || take("weekends") { return Self.weekly([.saturday, .sunday]) }
        if let weekdays = takeList({ $0.takeWeekdays() }) {
            return Self.weekly(weekdays.flatMap { $0 })
        }
        _ = take("the")
        if let days = takeList({ $0.takeOrdinalWeekday() }) {
            var rule = RecurrenceRule(.monthly)
            rule.days = days
            return rule
        }
        if let position = takeOrdinalWorkday() {
            var rule = RecurrenceRule(.monthly)
            rule.days = RecurrenceRule.Weekday.workdays.map { RecurrenceRule.Day($0) }
            rule.positions = [position]
            return rule
        }
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

    /// One or more elements, with or without `and` or `the` between them; nil for none.
    private mutating func takeList<Element>(
        _ element: (inout ExpressionWords) -> Element?
    ) -> [Element]? {
        var list: [Element] = []
        while true {
            let start = words
            if !list.isEmpty {
                _ = take("and")
                _ = take("the")
            }
            guard let next = element(&self) else {
                words = start
                return list.isEmpty ? nil : list
            }
            list.append(next)
        }
    }

    /// `mon`, `mondays`, `mon-fri`.
    private mutating func takeWeekdays() -> [RecurrenceRule.Weekday]? {
        if let weekday = takeWeekday() { return [weekday] }
        return take { word in
            let ends = word.split(separator: "-").compactMap { Calendar.weekday(named: $0) }
            guard ends.count == 2, ends[0] < ends[1], word.utf8.contains(UInt8(ascii: "-")) else {
                return nil
            }
            return (ends[0]...ends[1]).compactMap { RecurrenceRule.Weekday(rawValue: $0) }
        }
    }

    private mutating func takeWeekday() -> RecurrenceRule.Weekday? {
        take { word in
            let number =
                Calendar.weekday(named: word)
                ?? (word.hasSuffix("days") ? Calendar.weekday(named: word.dropLast()) : nil)
            return number.flatMap { RecurrenceRule.Weekday(rawValue: $0) }
        }
    }

    /// `2nd`, `second`, `last`, `2nd last`.
    private mutating func takeOrdinal() -> Int? {
        let found = take { (word) -> Int? in
            let names: [Substring] = ["first", "second", "third", "fourth", "fifth"]
            if let index = names.firstIndex(of: word) { return index + 1 }
            return word == "last" ? -1 : Calendar.ordinal(word)
        }
        guard let found, found > 0, take("last") else { return found }
        return -found
    }

    private mutating func takeOrdinalWeekday() -> RecurrenceRule.Day? {
        guard let ordinal = takeOrdinal(), abs(ordinal) <= 5, let weekday = takeWeekday() else {
            return nil
        }
        return RecurrenceRule.Day(weekday, ordinal: ordinal)
    }

    private mutating func takeOrdinalWorkday() -> Int? {
        let start = words
        if let ordinal = takeOrdinal(), abs(ordinal) <= 20, takeWorkday() { return ordinal }
        words = start
        return nil
    }

    private mutating func takeWorkday() -> Bool {
        take("workday") || take("workdays") || take("weekday") || take("weekdays")
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

extension RecurrenceRule {
    fileprivate mutating func setTime(_ time: ClockTime) {
        (hours, minutes) = ([time.hour], [time.minute])
        if time.second > 0 { seconds = [time.second] }
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
            throw error.usage(
                "not a valid value of \(name)", in: text,
                ExpressionExamples(
                    texts: ["every 2 weeks", "\"mon,thu 9:00\"", "3 days after done"],
                    words: TimeExpression.words + [
                        "daily", "weekly", "biweekly", "monthly", "quarterly", "yearly", "every",
                        "weekday", "workday", "never", "once", "first",
                        "second", "third",
                    ]))
        }
    }
}
