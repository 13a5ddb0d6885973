/// A number of days, or of other units, as people write it.
struct DurationExpression: Equatable, Sendable {
    enum Unit: Sendable {
        case seconds, minutes, hours, days, weeks, months, years

        /// Parses the letters of a unit. `m` alone is refused: it could mean minutes or months.
        init?(letters: Substring) {
            switch letters {
            case "s", "sec": self = .seconds
            case "min": self = .minutes
            case "h": self = .hours
            case "d": self = .days
            case "w": self = .weeks
            case "mo": self = .months
            case "y": self = .years
            default: return nil
            }
        }

        init?(word: Substring) {
            switch word {
            case "second", "seconds", "secs": self = .seconds
            case "minute", "minutes", "mins": self = .minutes
            case "hour", "hours": self = .hours
            case "day", "days": self = .days
            case "week", "weeks": self = .weeks
            case "month", "months": self = .months
            case "year", "years": self = .years
            default: self.init(letters: word)
            }
        }

        /// The length of a unit that clocks count; nil for a unit that a calendar counts, though a day from now is 24
        /// hours.
        var milliseconds: Int64? {
            switch self {
            case .seconds: 1000
            case .minutes: 60_000
            case .hours: 3_600_000
            case .days: 86_400_000
            case .weeks: 7 * 86_400_000
            case .months, .years: nil
            }
        }

        /// True if a calendar has it: a day is one of local clocks there.
        var isOfCalendar: Bool {
            switch self {
            case .seconds, .minutes, .hours: false
            case .days, .weeks, .months, .years: true
            }
        }
    }

    let count: Int
    let unit: Unit

    init(count: Int, unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// The same span in the other direction.
    var negated: DurationExpression { DurationExpression(count: -count, unit: unit) }

    /// Parses `3d`; nil for another word.
    init?(_ word: Substring) {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let count = Self.count(digits), let unit = Unit(letters: word.dropFirst(digits.count))
        else { return nil }
        self.init(count: count, unit: unit)
    }

    /// Parses `+3d` or `-3d`; nil for another word.
    init?(signed word: Substring) {
        guard let sign = word.first, sign == "+" || sign == "-", let span = Self(word.dropFirst())
        else { return nil }
        self = sign == "-" ? span.negated : span
    }

    /// A number without a sign, up to a million.
    static func count(_ word: Substring) -> Int? { Calendar.number(word, 0...1_000_000) }

    /// The number and the rest of `+1m`, `-1m` or `1m`, which could be minutes or months; nil for
    /// anything else.
    static func ambiguousCount(_ word: Substring) -> Substring? {
        guard word.last == "m" else { return nil }
        let digits = word.dropLast().drop { $0 == "+" || $0 == "-" }
        return word.count - digits.count <= 2 && count(digits) != nil ? digits : nil
    }
}

/// Names and numbers of days and months, in lower case.
enum Calendar {
    /// 0 for Monday.
    static func weekday(named word: Substring) -> Int? {
        switch word {
        case "mon", "monday": 0
        case "tue", "tues", "tuesday": 1
        case "wed", "wednesday": 2
        case "thu", "thur", "thurs", "thursday": 3
        case "fri", "friday": 4
        case "sat", "saturday": 5
        case "sun", "sunday": 6
        default: nil
        }
    }

    static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]

    /// 1 for January: in full, its first three letters, or `sept`.
    static func month(named word: Substring) -> Int? {
        if word == "sept" { return 9 }
        return monthNames.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
    }

    /// The day of the month that `1st`, `2nd`, `3rd` or `15th` names.
    static func ordinal(_ word: Substring) -> Int? {
        guard let day = number(word.dropLast(2), 1...31) else { return nil }
        let ending =
            switch (day % 10, day / 10) {
            case (1, 0), (1, 2), (1, 3): "st"
            case (2, 0), (2, 2): "nd"
            case (3, 0), (3, 2): "rd"
            default: "th"
            }
        return word.hasSuffix(ending) ? day : nil
    }

    /// A day of the month as a number or an ordinal.
    static func dayOfMonth(_ word: Substring) -> Int? { number(word, 1...31) ?? ordinal(word) }

    /// A number in ASCII digits, without a sign.
    static func number(_ word: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(word),
            range.contains(number)
        else { return nil }
        return number
    }
}

extension ClockTime {
    /// The parts of a day, each by the time with which it begins.
    static let partsOfDay: [Substring: ClockTime] = [
        "morning": ClockTime(hour: 9, minute: 0), "afternoon": ClockTime(hour: 15, minute: 0),
        "evening": ClockTime(hour: 18, minute: 0), "night": ClockTime(hour: 20, minute: 0),
    ]

    private static let named: [Substring: ClockTime] = [
        "noon": ClockTime(hour: 12, minute: 0), "eod": ClockTime(hour: 23, minute: 59),
    ]

    /// Parses a time of day: `9:15`, `09:15:30`, `9am`, `9:15pm`, `noon`, `evening`, `eod`; nil for another word.
    init?(word: Substring) {
        if let time = Self.partsOfDay[word] ?? Self.named[word] {
            self = time
            return
        }
        let isMorning = word.hasSuffix("am")
        let isTwelveHours = isMorning || word.hasSuffix("pm")
        let digits = isTwelveHours ? word.dropLast(2) : word
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        // A lone number is a time only with am or pm.
        guard parts.count > (isTwelveHours ? 0 : 1), parts.count <= 3,
            let hour = Calendar.number(parts[0], isTwelveHours ? 1...12 : 0...23),
            (1...2).contains(parts[0].utf8.count)
        else { return nil }
        var rest = [0, 0]
        for (index, part) in parts.dropFirst().enumerated() {
            guard part.utf8.count == 2, let number = Calendar.number(part, 0...59) else {
                return nil
            }
            rest[index] = number
        }
        let twelve = hour % 12 + (isMorning ? 0 : 12)
        self.init(hour: isTwelveHours ? twelve : hour, minute: rest[0], second: rest[1])
    }
}
