import RedoModel

/// A part of the calendar that has a first and a last day.
enum CalendarPeriod: Sendable {
    case week, workWeek, month, quarter, year

    init?(word: Substring) {
        switch word {
        case "week": self = .week
        case "month": self = .month
        case "quarter": self = .quarter
        case "year": self = .year
        default: return nil
        }
    }

    /// Parses the letters by which ``PeriodEdge`` is named.
    fileprivate init?(letters: Substring) {
        switch letters {
        case "w": self = .week
        case "ww": self = .workWeek
        case "m": self = .month
        case "q": self = .quarter
        case "y": self = .year
        default: return nil
        }
    }
}

/// The first or the last day of a period, by the letters of Taskwarrior: `eom` is the end of this month, `sonw` the start
/// of the next week, `eopq` the end of the previous quarter, `socy` the start of the current year.
struct PeriodEdge: Sendable {
    let period: CalendarPeriod
    let isEnd: Bool
    /// The number of periods after this one.
    let count: Int

    init?(code: Substring) {
        isEnd = code.hasPrefix("eo")
        guard isEnd || code.hasPrefix("so") else { return nil }
        var letters = code.dropFirst(2)
        switch letters.first {
        case "n": count = 1
        case "p": count = -1
        default: count = 0
        }
        if count != 0 || letters.first == "c" { letters = letters.dropFirst() }
        guard let period = CalendarPeriod(letters: letters) else { return nil }
        self.period = period
    }
}

// MARK: Days that a calendar finds

extension TimeExpression {
    /// The Monday of the week some weeks after this one.
    func monday(after weeks: Int) -> Instant {
        clock.advanced(byDays: 7 * weeks - clock.weekday)
    }

    /// The first or the last day of a period.
    ///
    /// - Parameter count: how many periods after this one.
    func day(
        of period: CalendarPeriod, after count: Int, atEnd isEnd: Bool
    ) throws(ParseError) -> Instant {
        switch period {
        case .week: return monday(after: count).advanced(byDays: isEnd ? 6 : 0)
        case .workWeek: return monday(after: count).advanced(byDays: isEnd ? 4 : 0)
        case .month: return try monthDay(fromMonth: count, length: 1, atEnd: isEnd)
        case .quarter:
            let months = 3 * count - (clock.components.month - 1) % 3
            return try monthDay(fromMonth: months, length: 3, atEnd: isEnd)
        case .year:
            let months = 12 * count - (clock.components.month - 1)
            return try monthDay(fromMonth: months, length: 12, atEnd: isEnd)
        }
    }

    /// The first day of some months, or the last one.
    ///
    /// - Parameter first: the first month, counted from this one.
    private func monthDay(
        fromMonth first: Int, length: Int, atEnd isEnd: Bool
    ) throws(ParseError) -> Instant {
        var parts = clock.components
        parts.day = 1
        guard let day = Instant(parts)?.advanced(byMonths: isEnd ? first + length : first) else {
            throw ParseError("there is no such day")
        }
        return isEnd ? day.advanced(byDays: -1) : day
    }

    /// The Saturday of a weekend. As a deadline it is the Sunday once Saturday is over, and as the end of a time that
    /// includes the weekend always.
    ///
    /// - Parameter count: how many weeks after this one; nil for the nearest in the direction of the text.
    func weekend(after count: Int?) -> Instant {
        let isOver = direction == .past && clock.weekday < 5
        let saturday = monday(after: count ?? (isOver ? -1 : 0)).advanced(byDays: 5)
        switch timeOfDay {
        case .start: return saturday
        case .end: return saturday.advanced(byDays: saturday < clock && count != -1 ? 1 : 0)
        case .last: return saturday.advanced(byDays: 1)
        }
    }

    /// The nearest day with a name in the direction of the text.
    ///
    /// - Parameter weekday: 0 for Monday.
    func nearest(_ weekday: Int, canBeToday: Bool) -> Instant {
        let ahead = (weekday - clock.weekday + 7) % 7
        if ahead == 0, canBeToday { return clock }
        switch direction {
        case .future, .nearest: return clock.advanced(byDays: ahead == 0 ? 7 : ahead)
        case .past: return clock.advanced(byDays: ahead - 7)
        }
    }

    /// The one of two days that the direction of the text means.
    private func nearest(_ day: (_ isPast: Bool) -> Instant?) -> Instant? {
        switch direction {
        case .future: return day(false)
        case .past: return day(true)
        case .nearest:
            guard let next = day(false), let last = day(true) else {
                return day(false) ?? day(true)
            }
            return clock.days(to: next) <= last.days(to: clock) ? next : last
        }
    }

    /// The nearest such day of a month, today included; nil outside the years 0000 to 9999.
    func nearest(dayOfMonth day: Int) -> Instant? {
        let today = clock.components
        return nearest { isPast in
            // Two months in a row always have one with 31 days, but for the first of a direction.
            for step in 0...3 {
                let month = today.year * 12 + today.month - 1 + (isPast ? -step : step)
                if step == 0, isPast ? day > today.day : day < today.day { continue }
                let parts = Instant.Components(
                    year: month / 12, month: month % 12 + 1, day: day, hour: 12)
                if month >= 0, month < 120_000, let found = Instant(parts) { return found }
            }
            return nil
        }
    }

    /// A day of a year; without one the nearest such day, today included. Nil if there is none.
    func nearest(day: Int, _ month: Int, _ year: Int?) -> Instant? {
        func found(in year: Int) -> Instant? {
            Instant(Instant.Components(year: year, month: month, day: day, hour: 12))
        }
        if let year { return found(in: year) }
        let today = clock.components
        return nearest { isPast in
            // A leap day comes after eight years at the latest.
            for step in 0...8 {
                if step == 0 {
                    let distance = (month - today.month, day - today.day)
                    if isPast ? distance > (0, 0) : distance < (0, 0) { continue }
                }
                if let found = found(in: today.year + (isPast ? -step : step)) { return found }
            }
            return nil
        }
    }

    /// The Monday of a week of ISO 8601; without a year of the nearest one, this week included. Nil if there is none.
    func monday(ofWeek week: Int, _ year: Int?) -> Instant? {
        func found(in year: Int) -> Instant? {
            // The fourth of January is in week 1.
            let parts = Instant.Components(year: year, month: 1, day: 4, hour: 12)
            guard let fourth = Instant(parts) else { return nil }
            let monday = fourth.advanced(byDays: 7 * (week - 1) - fourth.weekday)
            // The year that a week belongs to is that of its Thursday.
            return monday.advanced(byDays: 3).components.year == year ? monday : nil
        }
        if let year { return found(in: year) }
        let now = clock.advanced(byDays: -clock.weekday)
        let noon = Instant(
            milliseconds: now.milliseconds.flooredQuotient(by: 86_400_000) * 86_400_000 + 43_200_000
        )
        return nearest { isPast in
            // Week 53 comes after seven years at the latest; today can be in a week of the year before or after.
            for step in -1...8 {
                let year = clock.components.year + (isPast ? -step : step)
                guard let monday = found(in: year) else { continue }
                if isPast ? monday <= noon : monday >= noon { return monday }
            }
            return nil
        }
    }
}
