import RedoModel

/// A day as it was written.
struct DayExpression {
    /// The local time at some time of the day, as if it were UTC.
    let clock: Instant
    /// The time of day that its name means; nil for the one that every day stands for.
    var time: ClockTime?
}

extension ExpressionWords {
    /// A day, with or without `on` before it.
    mutating func takeDay(_ time: TimeExpression) throws(TimeExpression.ParseError)
        -> DayExpression?
    {
        let isAnnounced = take("on")
        if let day = try takeBareDay(time) { return day }
        guard isAnnounced else { return nil }
        if isEmpty { throw TimeExpression.ParseError("a day is missing after 'on'") }
        throw notUnderstood
    }

    private mutating func takeBareDay(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> DayExpression? {
        if take("tonight") { return DayExpression(clock: time.clock, time: Self.evening(of: time)) }
        if let day = try takeNamedDay(time) { return DayExpression(clock: day) }
        if let day = try takeDate() { return DayExpression(clock: day) }
        return try takeDayOfMonth(time).map { DayExpression(clock: $0) }
    }

    /// 20:00; if that is over, nil for the end of the day, or 23:59 if a day means its beginning, which is over as well.
    private static func evening(of time: TimeExpression) -> ClockTime? {
        if time.clock.components.hour < 20 { return ClockTime(hour: 20, minute: 0) }
        return time.timeOfDay == .start ? ClockTime(hour: 23, minute: 59) : nil
    }

    // MARK: Names

    /// `today`, `fri`, `next week`, `eom` and others.
    private mutating func takeNamedDay(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> Instant? {
        let clock = time.clock
        if take("today") { return clock }
        if take("tomorrow") { return clock.advanced(byDays: 1) }
        if take("yesterday") { return clock.advanced(byDays: -1) }
        if take("eow") { return clock.advanced(byDays: 6 - clock.weekday) }
        if take("eom") { return try time.lastDayOfMonth(after: 0) }
        if take("eoy") { return try time.lastDayOfMonth(after: 12 - clock.components.month) }
        if take("next") { return try takePeriodOrWeekday(time, after: 1) }
        if take("last") { return try takePeriodOrWeekday(time, after: -1) }
        let isThis = take("this")
        if let weekday = take({ Calendar.weekday(named: $0) }) {
            return time.nearest(weekday, canBeToday: isThis)
        }
        if isThis { throw notUnderstood }
        return nil
    }

    /// The word after `next` or `last`: a weekday, `week` or `month`.
    ///
    /// - Parameter count: how many weeks or months after this one, which began on Monday.
    private mutating func takePeriodOrWeekday(
        _ time: TimeExpression, after count: Int
    ) throws(TimeExpression.ParseError) -> Instant {
        let endsPeriods = time.timeOfDay == .last
        let monday = time.clock.advanced(byDays: 7 * count - time.clock.weekday)
        if take("week") { return endsPeriods ? monday.advanced(byDays: 6) : monday }
        if take("month") {
            return endsPeriods
                ? try time.lastDayOfMonth(after: count) : try time.firstDayOfMonth(after: count)
        }
        guard let weekday = take({ Calendar.weekday(named: $0) }) else { throw notUnderstood }
        return monday.advanced(byDays: weekday)
    }

    // MARK: Dates

    /// `2026-12-24` or `20261224`; one with a time behind `T` is taken apart.
    private mutating func takeDate() throws(TimeExpression.ParseError) -> Instant? {
        guard let word = words.first else { return nil }
        let bytes = Array(word.utf8)
        let digits = bytes.prefix { (0x30...0x39).contains($0) }.count
        let isCompact = digits == 8
        let hyphen = UInt8(ascii: "-")
        guard isCompact || (bytes.count >= 10 && bytes[4] == hyphen && bytes[7] == hyphen) else {
            return nil
        }
        let length = isCompact ? 8 : 10
        let rest = bytes[length...]
        guard rest.isEmpty || (rest.first == UInt8(ascii: "t") && rest.count > 1) else {
            return nil
        }
        let date =
            isCompact
            ? bytes[..<4] + [hyphen] + bytes[4..<6] + [hyphen] + bytes[6..<8] : bytes[..<10]
        guard let day = Instant(iso8601: (Array(date) + Array("T12:00:00Z".utf8)).span) else {
            guard date.allSatisfy({ $0 == hyphen || (0x30...0x39).contains($0) }) else {
                return nil
            }
            throw TimeExpression.ParseError("there is no day '\(word.prefix(length))'")
        }
        words.removeFirst()
        if !rest.isEmpty { words = [word.dropFirst(length + 1)] + words }
        return day
    }

    /// `24 dec`, `dec 24`, `24 dec 2026`, `24.12.`, `24.12.2026`, `the 24th of dec`, `the 15th`.
    private mutating func takeDayOfMonth(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> Instant? {
        let start = words
        if let (day, month, year) = take(Self.dottedDate) {
            return try takeYear(of: day, month, year, writtenFrom: start, time)
        }
        let hasArticle = take("the")
        if let day = take({ Calendar.ordinal($0) }) {
            let hasOf = take("of")
            if let month = take({ Calendar.month(named: $0) }) {
                return try takeYear(of: day, month, nil, writtenFrom: start, time)
            }
            if hasOf {
                throw isEmpty ? TimeExpression.ParseError("a month is missing") : notUnderstood
            }
            return time.nearest(dayOfMonth: day)
        }
        if hasArticle {
            throw isEmpty
                ? TimeExpression.ParseError("a day is missing after 'the'") : notUnderstood
        }
        if let day = take({ Calendar.number($0, 1...31) }),
            let month = take({ Calendar.month(named: $0) })
        {
            return try takeYear(of: day, month, nil, writtenFrom: start, time)
        }
        words = start
        guard let month = take({ Calendar.month(named: $0) }) else { return nil }
        guard let day = take({ Calendar.dayOfMonth($0) }) else {
            if isEmpty { throw TimeExpression.ParseError("a day of the month is missing") }
            throw notUnderstood
        }
        return try takeYear(of: day, month, nil, writtenFrom: start, time)
    }

    /// `24.12.` or `24.12.2026`: day, month and perhaps year.
    private static func dottedDate(_ word: Substring) -> (Int, Int, Int?)? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, (1...2).contains(parts[0].utf8.count),
            (1...2).contains(parts[1].utf8.count),
            let day = Calendar.number(parts[0], 1...31),
            let month = Calendar.number(parts[1], 1...12)
        else { return nil }
        if parts[2].isEmpty { return (day, month, nil) }
        guard parts[2].utf8.count == 4, let year = Calendar.number(parts[2], 0...9999) else {
            return nil
        }
        return (day, month, year)
    }

    /// The day of a month in the year that follows; without a year the nearest such day.
    private mutating func takeYear(
        of day: Int, _ month: Int, _ year: Int?, writtenFrom start: ArraySlice<Substring>,
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> Instant {
        let written = start[..<words.startIndex].joined(separator: " ")
        let year = year ?? take { $0.utf8.count == 4 ? Calendar.number($0, 0...9999) : nil }
        if let found = time.nearest(day: day, month, year) { return found }
        throw TimeExpression.ParseError("there is no day '\(written)'")
    }
}

// MARK: Days that a calendar finds

extension TimeExpression {
    /// The nearest day with a name in the direction of the text.
    ///
    /// - Parameter weekday: 0 for Monday.
    fileprivate func nearest(_ weekday: Int, canBeToday: Bool) -> Instant {
        let ahead = (weekday - clock.weekday + 7) % 7
        if ahead == 0, canBeToday { return clock }
        switch direction {
        case .future: return clock.advanced(byDays: ahead == 0 ? 7 : ahead)
        case .past: return clock.advanced(byDays: ahead - 7)
        }
    }

    /// The first day of the month some months after this one.
    fileprivate func firstDayOfMonth(after months: Int) throws(ParseError) -> Instant {
        var parts = clock.components
        parts.day = 1
        guard let first = Instant(parts)?.advanced(byMonths: months) else {
            throw ParseError("there is no such day")
        }
        return first
    }

    /// The last day of the month some months after this one.
    fileprivate func lastDayOfMonth(after months: Int) throws(ParseError) -> Instant {
        var parts = try firstDayOfMonth(after: months).components
        parts.day = 31
        while parts.day > 28, Instant(parts) == nil { parts.day -= 1 }
        guard let last = Instant(parts) else { throw ParseError("there is no such day") }
        return last
    }

    /// The nearest such day of a month, today included; nil outside the years 0000 to 9999.
    fileprivate func nearest(dayOfMonth day: Int) -> Instant? {
        let today = clock.components
        // Two months in a row always have one with 31 days, but for the first of a direction.
        for step in 0...3 {
            let month = today.year * 12 + today.month - 1 + (direction == .past ? -step : step)
            if step == 0, direction == .past ? day > today.day : day < today.day { continue }
            let parts = Instant.Components(
                year: month / 12, month: month % 12 + 1, day: day, hour: 12)
            if month >= 0, month < 120_000, let found = Instant(parts) { return found }
        }
        return nil
    }

    /// A day of a year; without one the nearest such day, today included. Nil where there is none.
    fileprivate func nearest(day: Int, _ month: Int, _ year: Int?) -> Instant? {
        let today = clock.components
        let isPast = direction == .past
        // A leap day comes after eight years at the latest.
        let years = year.map { [$0] } ?? (0...8).map { today.year + (isPast ? -$0 : $0) }
        for year in years {
            let parts = Instant.Components(year: year, month: month, day: day, hour: 12)
            guard let found = Instant(parts) else { continue }
            let isOver = (month, day) < (today.month, today.day)
            let isAhead = (month, day) > (today.month, today.day)
            if years.count > 1, year == today.year, isPast ? isAhead : isOver { continue }
            return found
        }
        return nil
    }
}
