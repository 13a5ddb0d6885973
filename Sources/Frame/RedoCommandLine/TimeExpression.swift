import RedoModel

/// Dates and times as people write them: the grammar is in docs/dates.md.
package struct TimeExpression: Sendable {
    /// The direction of a text without a year or day: a time in the past or the future.
    package enum Direction: Sendable {
        /// The next such time: deadlines.
        case future
        /// The last such time; words for the past are understood as well.
        case past
    }

    /// The time of day that a day stands for where none is written.
    package enum TimeOfDay: Sendable {
        case start
        /// 23:59.
        case end
        /// The last millisecond.
        case last
    }

    /// A text that is not a time.
    package struct ParseError: Error, Equatable, Sendable {
        package let reason: String
        /// A suggestion; nil if there is none.
        package let hint: String?

        package init(_ reason: String, hint: String? = nil) {
            self.reason = reason
            self.hint = hint
        }

        /// - Parameter word: in small letters.
        static func notUnderstood(_ word: some StringProtocol) -> ParseError {
            ParseError("'\(word)' is not understood")
        }

        /// - Parameter count: the number before `m`.
        static func ambiguousMinutes(_ count: Substring) -> ParseError {
            ParseError(
                "'\(count)m' could be minutes or months",
                hint: "write \(count)min for minutes, \(count)mo for months")
        }
    }

    let now: Instant
    let zone: TimeZoneRules
    let direction: Direction
    let timeOfDay: TimeOfDay
    /// The local time now, as if it were UTC.
    let clock: Instant

    package init(
        now: Instant, zone: TimeZoneRules = .local, direction: Direction = .future,
        timeOfDay: TimeOfDay = .end
    ) {
        self.now = now
        self.zone = zone
        self.direction = direction
        self.timeOfDay = timeOfDay
        clock = zone.clockReading(at: now)
    }

    /// The moment that a text means.
    ///
    /// - Returns: nil for `none`.
    /// - Complexity: O(length); texts of more than 64 bytes are refused unread.
    package func moment(of text: String) throws(ParseError) -> Instant? {
        guard text.utf8.count <= 64 else { throw ParseError("it is too long") }
        var instant = Self.zonedTime(text)
        if instant == nil { instant = try relativeOrLocal(text) }
        guard let instant else { return nil }
        guard (Instant.earliest...Instant.latest).contains(instant) else {
            throw ParseError("it is outside the years 0000 to 9999")
        }
        return instant
    }

    /// A date and a time with a zone, with or without seconds; nil for anything else.
    private static func zonedTime(_ text: String) -> Instant? {
        var bytes = text.utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
        let zones: [UInt8] = [UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-")]
        // As in 2026-12-24T18:30Z.
        if bytes.count > 16, zones.contains(bytes[16]) {
            bytes.insert(contentsOf: Array(":00".utf8), at: 16)
        }
        return Instant(iso8601: bytes.span)
    }

    private func relativeOrLocal(_ text: String) throws(ParseError) -> Instant? {
        var words = ExpressionWords(text)
        guard !words.isEmpty else { throw ParseError("it is empty") }
        if words.take("none") {
            try words.end()
            return nil
        }
        if words.take("now") {
            try words.end()
            return now
        }
        if let span = try words.takeSpan(direction) {
            if words.isEmpty { return try moment(after: span) }
            guard let day = clock(after: span) else {
                throw ParseError("a time of day cannot follow hours or minutes")
            }
            return try moment(on: day, try words.takeLastTime())
        }
        return try dayAndTime(&words)
    }

    /// `[time] day`, `day [time]` or `time`.
    private func dayAndTime(_ words: inout ExpressionWords) throws(ParseError) -> Instant {
        let first = try words.takeTime()
        if first != nil, words.isEmpty { return try moment(at: first) }
        guard let day = try words.takeDay(self) else { throw words.notUnderstood }
        if first != nil || words.isEmpty {
            try words.end()
            return try moment(on: day.clock, first ?? day.time)
        }
        return try moment(on: day.clock, try words.takeLastTime())
    }

    // MARK: Moments

    /// The moment of a time of a day.
    ///
    /// - Parameter time: minutes or seconds after midnight; nil for the one that a day stands for.
    private func moment(on day: Instant, _ time: ClockTime?) throws(ParseError) -> Instant {
        var parts = day.components
        (parts.second, parts.millisecond) = (0, 0)
        if let time {
            (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.second)
        } else {
            switch timeOfDay {
            case .start: (parts.hour, parts.minute) = (0, 0)
            case .end: (parts.hour, parts.minute) = (23, 59)
            case .last:
                (parts.hour, parts.minute, parts.second, parts.millisecond) = (23, 59, 59, 999)
            }
        }
        guard let reading = Instant(parts) else { throw ParseError("there is no such day") }
        return zone.instant(ofClockReading: reading)
    }

    /// The next time, or the last, at which local clocks show a time of day.
    private func moment(at time: ClockTime?) throws(ParseError) -> Instant {
        let today = try moment(on: clock, time)
        switch direction {
        case .future:
            return today >= now ? today : try moment(on: clock.advanced(byDays: 1), time)
        case .past:
            return today <= now ? today : try moment(on: clock.advanced(byDays: -1), time)
        }
    }

    /// The moment a span from now. A day has 24 hours, as in the protocol; months are counted by the
    /// calendar.
    private func moment(after span: DurationExpression) throws(ParseError) -> Instant {
        switch span.unit {
        case .months:
            guard let day = clock(after: span) else { throw ParseError("there is no such day") }
            return zone.instant(ofClockReading: day)
        case .minutes, .hours, .days, .weeks:
            return Instant(
                milliseconds: now.milliseconds + Int64(span.count) * span.unit.milliseconds)
        }
    }

    /// The local time this many days, weeks or months from now at this time of day, as if it
    /// were UTC; nil for other units.
    private func clock(after span: DurationExpression) -> Instant? {
        switch span.unit {
        case .minutes, .hours: nil
        case .days: clock.advanced(byDays: span.count)
        case .weeks: clock.advanced(byDays: span.count * 7)
        case .months: clock.advanced(byMonths: span.count)
        }
    }
}

/// A time of day.
struct ClockTime: Equatable, Sendable {
    var hour: Int
    var minute: Int
    var second = 0
}

extension Instant {
    /// The same time of day some months later, on the last day of a month that has no such day; nil
    /// outside the years 0000 to 9999.
    func advanced(byMonths months: Int) -> Instant? {
        var parts = components
        let month = parts.year * 12 + parts.month - 1 + months
        guard month >= 0, month < 120_000 else { return nil }
        (parts.year, parts.month) = (month / 12, month % 12 + 1)
        while parts.day > 28, Instant(parts) == nil { parts.day -= 1 }
        return Instant(parts)
    }

    /// 0 for Monday to 6 for Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = milliseconds / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)
        return Int(((days + 3) % 7 + 7) % 7)
    }
}
