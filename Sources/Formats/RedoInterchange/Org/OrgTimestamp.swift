import RedoCalendar
import RedoModel

/// A timestamp of org.
///
/// ```
/// <2025-11-20 Thu>    [2025-11-20 Thu 9:30]    <2025-11-20 Thu 09:30-10:00 ++1w -2d>
/// ```
///
/// Source: the Org manual, sections 8.1 to 8.3.
struct OrgTimestamp {
    /// The part that says when a task recurs after it is done.
    struct Repeater {
        /// The moment that the next date is counted from.
        enum Mark: String {
            /// The date, once, even if the result is past.
            case once = "+"
            /// The date, as often as it takes to get past the present.
            case skipping = "++"
            /// The completion.
            case completion = ".+"
        }

        let mark: Mark
        let count: Int
        let frequency: RecurrenceRule.Frequency
        /// The text, as in `.+2d/4d`.
        let text: Substring
    }

    /// `YYYY-MM-DD`.
    let date: String
    /// `HH:MM`; nil for a date.
    private(set) var time: String?
    private(set) var repeater: Repeater?
    /// Parts that have no counterpart: the end of the time, the warning period, a limit of the repeater.
    private(set) var others: [Substring] = []

    /// Reads the text between the brackets; nil if it is not a timestamp.
    init?(_ text: Substring) {
        let words = text.split { $0 == " " || $0 == "\t" }
        guard let date = words.first, Recurrence.isDay(String(date)) else { return nil }
        self.date = String(date)
        for (index, word) in words.dropFirst().enumerated() {
            if let (begin, end) = Self.times(word), time == nil {
                time = begin
                if let end { others.append(end) }
            } else if let repeater = Repeater(word), self.repeater == nil {
                self.repeater = repeater
                if let slash = word.firstIndex(of: "/") { others.append(word[slash...]) }
            } else if index > 0 || !Self.isDayName(word) {
                others.append(word)
            }
        }
    }

    /// The timestamp with which a text begins, and the text after it; nil if it begins with something else.
    static func first(of text: Substring) -> (stamp: OrgTimestamp, rest: Substring)? {
        guard let open = text.first, open == "<" || open == "[",
            let end = text.firstIndex(of: open == "<" ? ">" : "]"),
            let stamp = OrgTimestamp(text[..<end].dropFirst())
        else { return nil }
        return (stamp, text[text.index(after: end)...])
    }

    /// - Parameter endsDay: whether a date without a time means the last minute of its day, or the first.
    func moment(_ settings: InterchangeSettings, endsDay: Bool) -> Instant? {
        guard let time else { return settings.day(date, endsDay: endsDay) }
        return settings.moment(date: date, time: time)
    }

    /// `9:30` and `09:30-10:00`; nil for another word.
    private static func times(_ word: Substring) -> (begin: String, end: Substring?)? {
        let parts = word.split(separator: "-", maxSplits: 1)
        guard let begin = parts.first, let clock = clock(begin) else { return nil }
        return (clock, parts.count > 1 ? parts[1] : nil)
    }

    /// `9:30` as `09:30`; nil for another word.
    private static func clock(_ word: Substring) -> String? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
            let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), hour < 24, minute < 60
        else { return nil }
        return "\(hour < 10 ? "0" : "")\(hour):\(parts[1])"
    }

    /// The name of the day, in any language.
    private static func isDayName(_ word: Substring) -> Bool {
        word.allSatisfy { $0.isLetter || $0 == "." }
    }
}

extension OrgTimestamp.Repeater {
    /// Reads `+1w`, `++1w` or `.+1w`, with or without a limit such as `/2w`; nil for another word.
    fileprivate init?(_ word: Substring) {
        let sign = word.prefix { $0 == "+" || $0 == "." }
        let bare = word.dropFirst(sign.count).prefix { $0 != "/" }
        guard let mark = Mark(rawValue: String(sign)), let unit = bare.last,
            let count = Int(bare.dropLast()), (1...RecurrenceRule.maximumInterval).contains(count)
        else { return nil }
        switch unit {
        case "h": frequency = .hourly
        case "d": frequency = .daily
        case "w": frequency = .weekly
        case "m": frequency = .monthly
        case "y": frequency = .yearly
        default: return nil
        }
        (self.mark, self.count, text) = (mark, count, word)
    }
}
