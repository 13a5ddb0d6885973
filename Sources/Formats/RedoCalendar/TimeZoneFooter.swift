import RedoModel

/// The rule of a time zone for all later years: the value of `TZ` in POSIX, as in `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneFooter: Equatable, Sendable {
    /// Seconds by which clocks are ahead of UTC in standard time.
    let standard: Int
    /// Daylight saving time; nil if clocks are never put forward.
    private(set) var daylight: Daylight?

    struct Daylight: Equatable, Sendable {
        /// Seconds by which clocks are ahead of UTC.
        let offset: Int
        let start: Change
        let end: Change
    }

    /// The day of a year and the second of that day at which clocks change.
    struct Change: Equatable, Sendable {
        enum Day: Equatable, Sendable {
            /// A day from 1 to 365; February 29 is not counted.
            case common(Int)
            /// A day from 0 to 365.
            case ordinal(Int)
            /// A weekday from 0, Sunday, in a week from 1 to 5, the last, of a month.
            case weekday(month: Int, week: Int, day: Int)
        }

        let day: Day
        let second: Int
    }

    /// Reads a rule; nil if the text is invalid.
    init?(_ text: String) {
        var reader = Reader(rest: Array(text.utf8)[...])
        guard reader.skipName(), let west = reader.time() else { return nil }
        standard = -west
        if reader.rest.isEmpty { return }
        guard reader.skipName() else { return nil }
        var offset = standard + 3600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.time() else { return nil }
            offset = -west
        }
        guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
            return nil
        }
        daylight = Daylight(offset: offset, start: start, end: end)
    }

    /// Seconds by which clocks are ahead of UTC at a second since 1970.
    func secondsFromUTC(at second: Int64) -> Int {
        guard let daylight else { return standard }
        let year = Instant(milliseconds: (second + Int64(standard)) * 1000).components.year
        let start = daylight.start.second(in: year) - Int64(standard)
        let end = daylight.end.second(in: year) - Int64(daylight.offset)
        let isDaylight =
            start < end ? second >= start && second < end : second >= start || second < end
        return isDaylight ? daylight.offset : standard
    }

    // MARK: Reading

    private struct Reader {
        var rest: ArraySlice<UInt8>

        private mutating func take(_ mark: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: mark) else { return false }
            rest.removeFirst()
            return true
        }

        private mutating func number() -> Int? {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...4).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }

        /// Skips a name: letters, or anything in angle brackets.
        mutating func skipName() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let letters = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
            rest = rest.dropFirst(letters.count)
            return !letters.isEmpty
        }

        /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
        mutating func time() -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard var seconds = number().map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where take(":") {
                guard let part = number() else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// Reads `,M3.5.0`, `,J60` or `,59`, each with or without `/time`.
        mutating func change() -> Change? {
            guard take(",") else { return nil }
            let day: Change.Day
            if take("M") {
                guard let month = number(), take("."), let week = number(), take("."),
                    let weekday = number(), (1...12).contains(month), (1...5).contains(week),
                    (0...6).contains(weekday)
                else { return nil }
                day = .weekday(month: month, week: week, day: weekday)
            } else if take("J") {
                guard let ordinal = number() else { return nil }
                day = .common(ordinal)
            } else {
                guard let ordinal = number() else { return nil }
                day = .ordinal(ordinal)
            }
            guard take("/") else { return Change(day: day, second: 2 * 3600) }
            return time().map { Change(day: day, second: $0) }
        }
    }
}

extension TimeZoneFooter.Change {
    /// The change in a year, in seconds since 1970 as clocks showed them before it.
    func second(in year: Int) -> Int64 {
        func days(_ month: Int, _ day: Int) -> Int {
            let first = Instant(Instant.Components(year: year, month: month, day: day))
            return Int((first?.milliseconds ?? 0) / 86_400_000)
        }
        let number: Int
        switch day {
        case .common(let ordinal):
            let isLeap = days(3, 1) - days(2, 1) == 29
            number = days(1, 1) + ordinal - 1 + (isLeap && ordinal > 59 ? 1 : 0)
        case .ordinal(let ordinal): number = days(1, 1) + ordinal
        case .weekday(let month, let week, let weekday):
            // 1970-01-01 was a Thursday.
            let first = days(month, 1)
            let offset = ((weekday - first - 4) % 7 + 7) % 7
            let last = month == 12 ? first + 30 : days(month + 1, 1) - 1
            var found = first + offset + (week - 1) * 7
            if found > last { found -= 7 }
            number = found
        }
        return Int64(number) * 86_400 + Int64(second)
    }
}
