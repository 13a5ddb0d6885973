import RedoLog

/// The words of a written time, taken from left to right. Letters count in either case.
struct WrittenWords {
    private var words: ArraySlice<Substring>

    init(_ text: String) {
        let folded = String(
            decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        words = folded.split(separator: " ")[...]
    }

    var isEmpty: Bool { words.isEmpty }

    /// What stands at this point and means nothing there.
    var notUnderstood: WrittenTime.Mistake {
        guard let word = words.first else { return WrittenTime.Mistake("a day is missing") }
        return .notUnderstood(word)
    }

    func end() throws(WrittenTime.Mistake) {
        if !isEmpty { throw notUnderstood }
    }

    mutating func take(_ word: String) -> Bool {
        guard let first = words.first, first == word else { return false }
        words.removeFirst()
        return true
    }

    /// Takes the first word if it means something.
    private mutating func take<Meaning>(_ meaning: (Substring) -> Meaning?) -> Meaning? {
        guard let found = words.first.flatMap(meaning) else { return nil }
        words.removeFirst()
        return found
    }

    // MARK: Spans

    /// `+3d`, `in 3 days`, and for the past `-3d`, `3 days ago`.
    mutating func takeSpan(
        _ direction: WrittenTime.Direction
    ) throws(WrittenTime.Mistake) -> WrittenSpan? {
        let isPast = direction == .past
        if let span = take({ WrittenSpan(signed: $0, allowsPast: isPast) }) { return span }
        if take("in") {
            guard let span = takeCountAndUnit() else {
                if isEmpty { throw WrittenTime.Mistake("a number is missing after 'in'") }
                throw notUnderstood
            }
            return span
        }
        guard isPast else { return nil }
        let start = words
        guard let span = takeCountAndUnit(), take("ago") else {
            words = start
            return nil
        }
        return WrittenSpan(count: -span.count, unit: span.unit)
    }

    /// `3 days` or `3d`.
    private mutating func takeCountAndUnit() -> WrittenSpan? {
        if let span = take({ WrittenSpan($0) }) { return span }
        let start = words
        guard let count = take({ $0 == "a" || $0 == "an" ? 1 : WrittenSpan.count($0) }),
            let unit = take({ WrittenSpan.Unit(word: $0) })
        else {
            words = start
            return nil
        }
        return WrittenSpan(count: count, unit: unit)
    }

    // MARK: Times of day

    /// The time of day that the text ends with.
    mutating func takeLastTime() throws(WrittenTime.Mistake) -> ClockTime {
        guard let time = try takeTime() else { throw notUnderstood }
        try end()
        return time
    }

    /// `[at] 9:15`, `9am`, `9 am`, `noon`, `eod`.
    mutating func takeTime() throws(WrittenTime.Mistake) -> ClockTime? {
        let isAnnounced = take("at")
        if let time = take({ ClockTime(word: $0) }) { return time }
        if words.count >= 2, let half = words.dropFirst().first, half == "am" || half == "pm",
            let time = words.first.flatMap({ ClockTime(word: $0 + half) })
        {
            words = words.dropFirst(2)
            return time
        }
        if isAnnounced {
            if isEmpty { throw WrittenTime.Mistake("a time of day is missing after 'at'") }
            throw notUnderstood
        }
        return nil
    }

    // MARK: Days

    /// A day, as what clocks show at some time of it.
    mutating func takeDay(_ time: WrittenTime) throws(WrittenTime.Mistake) -> Instant? {
        let clock = time.clock
        if take("today") { return clock }
        if take("tomorrow") { return clock.advanced(byDays: 1) }
        let isPast = time.direction == .past
        if isPast, take("yesterday") { return clock.advanced(byDays: -1) }
        if take("next") {
            guard let weekday = take({ Calendar.weekday(named: $0) }) else { throw notUnderstood }
            return clock.advanced(byDays: 7 - clock.weekday + weekday)
        }
        if isPast, take("last") {
            guard let weekday = take({ Calendar.weekday(named: $0) }) else { throw notUnderstood }
            return clock.advanced(byDays: -7 - clock.weekday + weekday)
        }
        if let weekday = take({ Calendar.weekday(named: $0) }) {
            let ahead = (weekday - clock.weekday + 7) % 7
            let days = isPast ? (ahead == 0 ? -7 : ahead - 7) : (ahead == 0 ? 7 : ahead)
            return clock.advanced(byDays: days)
        }
        if let day = try takeDate() { return day }
        return try takeDayOfMonth(clock, isPast)
    }

    /// `2026-12-24`; one with a time behind `T` is taken apart.
    private mutating func takeDate() throws(WrittenTime.Mistake) -> Instant? {
        guard let word = words.first, word.utf8.count >= 10 else { return nil }
        let bytes = Array(word.utf8)
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        let rest = bytes[10...]
        guard rest.isEmpty || (rest.first == UInt8(ascii: "t") && rest.count > 1) else {
            return nil
        }
        let text = Array(bytes[..<10]) + Array("T12:00:00Z".utf8)
        guard let day = Instant(iso8601: text.span) else {
            let isNumbers = bytes[..<10].allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
            guard isNumbers else { return nil }
            throw WrittenTime.Mistake("there is no day '\(word.prefix(10))'")
        }
        words.removeFirst()
        if !rest.isEmpty { words = [word.dropFirst(11)] + words }
        return day
    }

    /// `24 dec`, `dec 24`, `24 dec 2026`: without a year the next such day, today included.
    private mutating func takeDayOfMonth(
        _ clock: Instant, _ isPast: Bool
    ) throws(WrittenTime.Mistake) -> Instant? {
        let start = words
        let day: Int
        let month: Int
        if let first = take({ Calendar.number($0, 1...31) }),
            let second = take({ Calendar.month(named: $0) })
        {
            (day, month) = (first, second)
        } else {
            words = start
            guard let first = take({ Calendar.month(named: $0) }) else { return nil }
            guard let second = take({ Calendar.number($0, 1...31) }) else {
                if isEmpty { throw WrittenTime.Mistake("a day of the month is missing") }
                throw notUnderstood
            }
            (day, month) = (second, first)
        }
        let written = start[..<words.startIndex].joined(separator: " ")
        let year = take { $0.utf8.count == 4 ? Calendar.number($0, 0...9999) : nil }
        let today = clock.components
        // A leap day comes after eight years at the latest.
        let years = year.map { [$0] } ?? (0...8).map { today.year + (isPast ? -$0 : $0) }
        for year in years {
            let parts = Instant.Components(year: year, month: month, day: day, hour: 12)
            guard let found = Instant(parts) else { continue }
            let distance = (month, day)
            let isOver = distance < (today.month, today.day)
            let isAhead = distance > (today.month, today.day)
            if years.count > 1, year == today.year, isPast ? isAhead : isOver { continue }
            return found
        }
        throw WrittenTime.Mistake("there is no day '\(written)'")
    }
}
