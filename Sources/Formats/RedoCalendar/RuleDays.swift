import RedoModel

/// The days that a rule selects, according to RFC 5545, section 3.3.10.
///
/// libical 3.0 computes many of them wrongly: negative days of the month in daily rules, week 53 of years that do not
/// have it, days of the month in yearly rules (docs/dates.md).
struct RuleDays {
    private let rule: RecurrenceRule
    private let start: CalendarDay

    /// - Parameter start: the day of DTSTART.
    init(_ rule: RecurrenceRule, start: CalendarDay) {
        self.rule = rule
        self.start = start
    }

    /// The maximum distance in days of the first match of a rule, unless its interval is larger: the calendar repeats
    /// after this many days.
    static let maximumDistance = 146_097

    /// Returns the first matching day from a given one on; nil if there is none within 400 years.
    func first(from day: Int) -> Int? {
        (day..<day + Self.maximumDistance).first { matches(CalendarDay($0)) }
    }

    func matches(_ day: CalendarDay) -> Bool {
        guard rule.months.isEmpty || rule.months.contains(day.month), isInInterval(day),
            Self.contains(rule.monthDays, day.day, of: day.monthLength),
            Self.contains(rule.yearDays, day.dayOfYear, of: day.yearLength)
        else { return false }
        if !rule.weekNumbers.isEmpty {
            let week = day.weekOfYear(startingOn: weekStart)
            guard Self.contains(rule.weekNumbers, week.number, of: week.count) else { return false }
        }
        return rule.days.isEmpty ? matchesStart(day) : rule.days.contains { matches($0, day) }
    }

    /// The number of the period that a day is in.
    func period(of day: CalendarDay) -> Int {
        switch rule.frequency {
        case .weekly: day.week(startingOn: weekStart)
        case .monthly: day.year * 12 + day.month
        case .yearly where rule.weekNumbers.isEmpty: day.year
        case .yearly: day.weekOfYear(startingOn: weekStart).year
        case .secondly, .minutely, .hourly, .daily: day.number
        }
    }

    private var weekStart: RecurrenceRule.Weekday { rule.weekStart ?? .monday }

    /// Whether a day is in a week, month or year that the interval selects. libical counts shorter periods.
    private func isInInterval(_ day: CalendarDay) -> Bool {
        guard rule.frequency >= .weekly, rule.interval > 1 else { return true }
        return (period(of: day) - period(of: start)).isMultiple(of: rule.interval)
    }

    /// Whether a list is empty, or contains a number counted from either end.
    private static func contains(_ list: [Int], _ number: Int, of count: Int) -> Bool {
        list.isEmpty || list.contains(number) || list.contains(number - count - 1)
    }

    private func matches(_ wanted: RecurrenceRule.Day, _ day: CalendarDay) -> Bool {
        guard wanted.weekday == day.weekday else { return false }
        if wanted.ordinal == 0 { return true }
        let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
        let (number, count) =
            isOfYear ? (day.dayOfYear, day.yearLength) : (day.day, day.monthLength)
        return wanted.ordinal == (number - 1) / 7 + 1
            || wanted.ordinal == -((count - number) / 7 + 1)
    }

    /// Compares a day with that of DTSTART, if the rule itself selects no days.
    private func matchesStart(_ day: CalendarDay) -> Bool {
        let namesDay = !rule.monthDays.isEmpty || !rule.yearDays.isEmpty
        switch rule.frequency {
        case .weekly: return day.weekday == start.weekday
        case .monthly: return namesDay || day.day == start.day
        case .yearly where namesDay: return true
        case .yearly where !rule.weekNumbers.isEmpty: return day.weekday == start.weekday
        case .yearly:
            return day.day == start.day && (!rule.months.isEmpty || day.month == start.month)
        case .secondly, .minutely, .hourly, .daily: return true
        }
    }
}

/// A day of the Gregorian calendar.
struct CalendarDay {
    /// Days since 1970-01-01.
    let number: Int
    let year: Int
    let month: Int
    let day: Int

    init(_ number: Int) {
        self.number = number
        let parts = Instant(milliseconds: Int64(number) * 86_400_000).components
        (year, month, day) = (parts.year, parts.month, parts.day)
    }

    /// The day of a clock reading.
    init(of reading: Instant) {
        self.init(Int(reading.milliseconds.flooredQuotient(by: 86_400_000)))
    }

    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let instant = Instant(Instant.Components(year: year, month: month, day: day))
        return Int((instant ?? .latest).milliseconds.flooredQuotient(by: 86_400_000))
    }

    var monthLength: Int { daysInMonth(month, of: year) }
    var yearLength: Int { isLeapYear(year) ? 366 : 365 }
    var dayOfYear: Int { number - Self.number(year, 1, 1) + 1 }

    var weekday: RecurrenceRule.Weekday {
        RecurrenceRule.Weekday(rawValue: number + 3 - week(startingOn: .monday) * 7) ?? .monday
    }

    /// The number of the week since that of 1970-01-01, a Thursday.
    func week(startingOn first: RecurrenceRule.Weekday) -> Int {
        (number + 3 - first.rawValue).flooredQuotient(by: 7)
    }

    /// The number of the week in its year, and how many weeks that year has. The first week of a year has at least
    /// four days of it.
    func weekOfYear(
        startingOn first: RecurrenceRule.Weekday
    ) -> (year: Int, number: Int, count: Int) {
        func firstWeek(of year: Int) -> Int {
            CalendarDay(Self.number(year, 1, 4)).week(startingOn: first)
        }
        let week = week(startingOn: first)
        let isOfNext = week >= firstWeek(of: year + 1)
        let isOfPrevious = week < firstWeek(of: year)
        let year = isOfNext ? year + 1 : isOfPrevious ? year - 1 : year
        let start = firstWeek(of: year)
        return (year, week - start + 1, firstWeek(of: year + 1) - start)
    }
}
