import RedoModel

/// A day as it was written.
struct DayExpression {
    /// The local time at some time of the day, as if it were UTC.
    let clock: Instant
    /// The time of day that its name means; nil for the one that every day stands for.
    var time: ClockTime?
}

extension ExpressionWords {
    /// A day, with or without `on` before it, and what is added to it: `fri`, `eom -2d`.
    mutating func takeDay(_ time: TimeExpression) throws(TimeExpression.ParseError)
        -> DayExpression?
    {
        let isAnnounced = take("on")
        guard let day = try takeBareDay(time) else {
            guard isAnnounced else { return nil }
            if isEmpty { throw TimeExpression.ParseError("a day is missing after 'on'") }
            throw notUnderstood
        }
        var clock = day.clock
        while let span = try takeSignedSpan() {
            guard span.unit.isOfCalendar else {
                throw TimeExpression.ParseError("hours and minutes cannot be added to a day")
            }
            clock = try time.clock(after: span, from: clock)
        }
        return DayExpression(clock: clock, time: day.time)
    }

    private mutating func takeBareDay(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> DayExpression? {
        if take("tonight") { return DayExpression(clock: time.clock, time: Self.evening(of: time)) }
        if let day = try takeDistantDay(time) { return day }
        if let day = try takeNamedDay(time) { return DayExpression(clock: day) }
        if let day = try takePeriodEdge(time) { return DayExpression(clock: day) }
        if let day = try takeWeek(time) { return DayExpression(clock: day) }
        if let day = try takeDate() { return DayExpression(clock: day) }
        return try takeDayOfMonth(time).map { DayExpression(clock: $0) }
    }

    /// 20:00; if that is over, nil for the end of the day, or 23:59 if a day means its beginning, which is over as well.
    private static func evening(of time: TimeExpression) -> ClockTime? {
        if time.clock.components.hour < 20 { return ClockTime(hour: 20, minute: 0) }
        return time.timeOfDay == .start ? ClockTime(hour: 23, minute: 59) : nil
    }

    /// `the day after tomorrow`, `2 weeks before 24 dec`, `a week from friday`.
    private mutating func takeDistantDay(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> DayExpression? {
        let start = words
        _ = take("the")
        let span =
            take("day") ? DurationExpression(count: 1, unit: .days) : try takeCountAndUnit()
        let isBefore = take("before")
        guard let span, isBefore || take("after") || take("from") else {
            words = start
            return nil
        }
        guard let day = try takeBareDay(time) else { throw notUnderstood }
        let distance = isBefore ? span.negated : span
        return DayExpression(
            clock: try time.clock(after: distance, from: day.clock), time: day.time)
    }

    // MARK: Names

    /// `today`, `fri`, `next week`, `this weekend` and others.
    private mutating func takeNamedDay(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> Instant? {
        let clock = time.clock
        if take("today") { return clock }
        if take("tomorrow") { return clock.advanced(byDays: 1) }
        if take("yesterday") { return clock.advanced(byDays: -1) }
        if take("next") { return try takePeriodOrWeekday(time, after: 1) }
        if take("last") {
            // Last night was yesterday's; the time of day follows.
            if words.first == "night" { return clock.advanced(byDays: -1) }
            return try takePeriodOrWeekday(time, after: -1)
        }
        let isThis = take("this")
        if isThis, let part = words.first, ClockTime.partsOfDay[part] != nil { return clock }
        if take("weekend") { return time.weekend(after: nil) }
        if let weekday = take({ Calendar.weekday(named: $0) }) {
            return time.nearest(weekday, canBeToday: isThis)
        }
        if isThis { throw notUnderstood }
        return nil
    }

    /// The word after `next` or `last`: a weekday, `weekend` or a period.
    ///
    /// - Parameter count: how many periods after this one, which began on Monday if it is a week.
    private mutating func takePeriodOrWeekday(
        _ time: TimeExpression, after count: Int
    ) throws(TimeExpression.ParseError) -> Instant {
        if take("weekend") { return time.weekend(after: count) }
        if let period = take({ CalendarPeriod(word: $0) }) {
            return try time.day(
                of: period, after: count, atEnd: time.timeOfDay == .last)
        }
        guard let weekday = take({ Calendar.weekday(named: $0) }) else { throw notUnderstood }
        return time.monday(after: count).advanced(byDays: weekday)
    }

    // MARK: Periods

    /// `eom`, `sonw`, `end of month`, `start of the next week`.
    private mutating func takePeriodEdge(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> Instant? {
        if let edge = take({ PeriodEdge(code: $0) }) {
            return try time.day(of: edge.period, after: edge.count, atEnd: edge.isEnd)
        }
        let isEnd = words.first == "end"
        guard words.dropFirst().first == "of",
            take("end") || take("start") || take("beginning"), take("of")
        else { return nil }
        _ = take("the")
        var count = 0
        if take("next") { count = 1 } else if take("last") { count = -1 } else { _ = take("this") }
        guard let period = take({ CalendarPeriod(word: $0) }) else {
            throw isEmpty
                ? TimeExpression.ParseError("a period is missing after 'of'") : notUnderstood
        }
        return try time.day(of: period, after: count, atEnd: isEnd)
    }

    /// `w49`, `week 49`, `2026-w49`, `2026-w49-3`: the Monday of a week of ISO 8601, or another day of it.
    private mutating func takeWeek(
        _ time: TimeExpression
    ) throws(TimeExpression.ParseError) -> Instant? {
        let start = words
        guard let week = takeWrittenWeek() else { return nil }
        let written = start[..<words.startIndex].joined(separator: " ")
        let year = week.year ?? take { $0.utf8.count == 4 ? Calendar.number($0, 0...9999) : nil }
        guard let monday = time.monday(ofWeek: week.number, year) else {
            throw TimeExpression.ParseError("there is no week '\(written)'", at: start.first)
        }
        let isWhole = week.day == nil
        return monday.advanced(
            byDays: isWhole && time.timeOfDay == .last ? 6 : (week.day ?? 1) - 1)
    }

    private mutating func takeWrittenWeek() -> (year: Int?, number: Int, day: Int?)? {
        if words.first == "week",
            let number = words.dropFirst().first.flatMap({ Calendar.number($0, 1...53) })
        {
            words = words.dropFirst(2)
            return (nil, number, nil)
        }
        return take { word in
            let halves = word.split(separator: "w", omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            var year: Int?
            if !halves[0].isEmpty {
                let digits = halves[0].last == "-" ? halves[0].dropLast() : halves[0]
                guard digits.utf8.count == 4, let number = Calendar.number(digits, 0...9999) else {
                    return nil
                }
                year = number
            }
            let parts = halves[1].split(separator: "-", omittingEmptySubsequences: false)
            guard let first = parts.first, (1...2).contains(first.utf8.count), parts.count <= 2,
                let number = Calendar.number(first, 1...53)
            else { return nil }
            guard parts.count == 2 else { return (year, number, nil) }
            guard year != nil, let day = Calendar.number(parts[1], 1...7) else { return nil }
            return (year, number, day)
        }
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
            throw TimeExpression.ParseError("there is no day '\(word.prefix(length))'", at: word)
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
        throw TimeExpression.ParseError("there is no day '\(written)'", at: start.first)
    }
}
