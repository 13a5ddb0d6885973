import RedoModel

/// Dates and times as people write them: the grammar is in docs/dates.md.
package struct TimeExpression: Sendable {
    /// The direction of a text without a year or day: a time in the past or the future.
    package enum Direction: Sendable {
        /// The next such time: deadlines.
        case future
        /// The last such time; words for the past are understood as well.
        case past
        /// The nearest such date, from which a list begins; else as in the future.
        case nearest
    }

    /// The time of day that a day stands for where none is written.
    package enum TimeOfDay: Sendable {
        /// The first moment of the day.
        case start
        /// The last minute of the day, 23:59.
        case end
        /// The last millisecond.
        case last
    }

    /// A text that is not a time.
    package struct ParseError: Error, Equatable, Sendable {
        package let reason: String
        /// A suggestion; nil if there is none.
        package let hint: String?
        /// The bytes of the text that are wrong; nil if something is missing, or the text as a whole is wrong.
        package let range: Range<Int>?

        package init(_ reason: String, hint: String? = nil) {
            self.init(reason, hint: hint, at: nil)
        }

        /// - Parameter word: a part of the text, or of a text of the same length.
        init(_ reason: String, hint: String? = nil, at word: Substring?) {
            self.reason = reason
            self.hint = hint
            range = word.map { word in
                let text = word.base.utf8
                let start = text.distance(from: text.startIndex, to: word.startIndex)
                return start..<start + word.utf8.count
            }
        }

        /// - Parameter word: in small letters.
        static func notUnderstood(_ word: Substring) -> ParseError {
            ParseError("'\(word)' is not understood", at: word)
        }

        /// - Parameter count: the number before `m`.
        static func ambiguousMinutes(_ count: Substring, at word: Substring?) -> ParseError {
            ParseError(
                "'\(count)m' could be minutes or months",
                hint: "write \(count)min for minutes, \(count)mo for months", at: word)
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
        if words.take("someday") || words.take("later") {
            try words.end()
            return try someday
        }
        if words.take("now") {
            var moment = now
            while let span = try words.takeSignedSpan() {
                moment = try self.moment(after: span, from: moment)
            }
            try words.end()
            return moment
        }
        if let span = try words.takeSpan(direction) {
            if words.isEmpty { return try moment(after: span, from: now) }
            return try moment(on: try clock(after: span, from: clock), try words.takeLastTime())
        }
        return try dayAndTime(&words)
    }

    /// The end of a wait that has none.
    private var someday: Instant {
        get throws(ParseError) {
            guard direction == .future else { throw ParseError("it is not a day") }
            guard timeOfDay != .end else {
                throw ParseError(
                    "a deadline has an end",
                    hint: "'none' leaves it without a deadline; a task can wait: 'wait:someday'")
            }
            return .someday
        }
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
        guard let time else {
            return switch timeOfDay {
            case .start: zone.startOfDay(day)
            case .end: zone.lastMinuteOfDay(day)
            case .last: Instant(milliseconds: zone.endOfDay(day).milliseconds - 1)
            }
        }
        var parts = day.components
        (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.second)
        parts.millisecond = 0
        guard let reading = Instant(parts) else { throw ParseError("there is no such day") }
        return zone.instant(ofClockReading: reading)
    }

    /// The next time, or the last, at which local clocks show a time of day.
    private func moment(at time: ClockTime?) throws(ParseError) -> Instant {
        let today = try moment(on: clock, time)
        switch direction {
        case .future, .nearest:
            return today >= now ? today : try moment(on: clock.advanced(byDays: 1), time)
        case .past:
            return today <= now ? today : try moment(on: clock.advanced(byDays: -1), time)
        }
    }

    /// The moment a span after another. A day has 24 hours, as in the protocol; months are counted by the calendar.
    private func moment(
        after span: DurationExpression, from start: Instant
    ) throws(ParseError) -> Instant {
        guard let unit = span.unit.milliseconds else {
            return zone.instant(
                ofClockReading: try clock(after: span, from: zone.clockReading(at: start)))
        }
        return Instant(milliseconds: start.milliseconds + Int64(span.count) * unit)
    }

    /// The local time some days, weeks, months or years after another at the same time of day, as if it were UTC.
    func clock(
        after span: DurationExpression, from clock: Instant
    ) throws(ParseError) -> Instant {
        let found: Instant? =
            switch span.unit {
            case .seconds, .minutes, .hours:
                throw ParseError("a time of day cannot follow hours or minutes")
            case .days: clock.advanced(byDays: span.count)
            case .weeks: clock.advanced(byDays: span.count * 7)
            case .months: clock.advanced(byMonths: span.count)
            case .years: clock.advanced(byMonths: span.count * 12)
            }
        guard let found else { throw ParseError("there is no such day") }
        return found
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
