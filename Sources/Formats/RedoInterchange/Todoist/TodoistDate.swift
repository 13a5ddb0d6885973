import RedoCalendar
import RedoModel

/// A date of Todoist: a date or a time, or how often the task recurs, in words.
///
/// ```
/// 2026-01-05    13 Jun    tomorrow at 5pm    every other fri at 9:00    every! 3 days starting 1 Mar
/// ```
///
/// `every` counts from the deadline, `every!` from the completion.
struct TodoistDate {
    /// The date, or the first occurrence.
    private(set) var moment: Instant?
    private(set) var recurrence: Recurrence?
    /// The number of days after each completion.
    private(set) var frequencyDays: Int?

    /// The maximum size in bytes of a text that is read.
    private static let maximumByteCount = 200

    /// - Parameters:
    ///   - language: the code of the language of the words; English if it is empty.
    ///   - endsDay: whether a date means the last minute of its day, or the first.
    /// - Returns: nil for a text that is not understood.
    init?(_ text: String, language: String, endsDay: Bool, _ settings: InterchangeSettings) {
        guard text.utf8.count <= Self.maximumByteCount else { return nil }
        if let moment = settings.moment(text, endsDay: endsDay) {
            self.moment = moment
            return
        }
        let isEnglish = language.isEmpty || language.lowercased().hasPrefix("en")
        guard isEnglish || text.utf8.allSatisfy({ !Self.isLetter($0) }) else { return nil }
        let phrase = Phrase(text)
        guard let frequency = phrase.frequency else {
            guard let moment = settings.words.moment(text, endsDay, settings.clock) else {
                return nil
            }
            self.moment = moment
            return
        }
        setRecurrence(frequency, phrase, endsDay: endsDay, settings)
        if recurrence == nil, frequencyDays == nil { return nil }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20)
    }

    private mutating func setRecurrence(
        _ text: String, _ phrase: Phrase, endsDay: Bool, _ settings: InterchangeSettings
    ) {
        guard var rule = Self.rule(text, settings) else { return }
        if let end = phrase.end {
            guard let until = settings.words.moment(end, true, settings.clock) else { return }
            rule.until = .moment(until)
        }
        if let start = phrase.start {
            let time = rule.hours.first.map { hour in
                " \(hour):\(Self.twoDigits(rule.minutes.first ?? 0))"
            }
            guard let moment = settings.words.moment(start + (time ?? ""), endsDay, settings.clock)
            else { return }
            self.moment = moment
        } else {
            // The interval counts from the first occurrence.
            var filled = rule
            filled.interval = 1
            if filled.hours.isEmpty {
                (filled.hours, filled.minutes) = endsDay ? ([23], [59]) : ([0], [0])
            }
            moment = settings.words.first(filled, settings.clock)
        }
        let isOfDays = rule == RecurrenceRule(.daily, interval: rule.interval)
        if phrase.isFromCompletion, isOfDays {
            frequencyDays = rule.interval
        } else {
            if !phrase.isFromCompletion { rule = rule.clippingMonths(moment, settings.zone) }
            recurrence = Recurrence(
                rule: rule.text, origin: phrase.isFromCompletion ? .completion : .deadline,
                zone: settings.zoneName)
        }
    }

    /// The rule of `fri at 9:00`, `3 days` or `other fri`; nil for another text.
    private static func rule(
        _ text: String, _ settings: InterchangeSettings
    ) -> RecurrenceRule? {
        switch settings.words.frequency(text) {
        case .rule(let rule)?: rule
        case .days(let days)? where days > 0 && days <= RecurrenceRule.maximumInterval:
            RecurrenceRule(.daily, interval: days)
        case .days?, .afterCompletion?, nil: nil
        }
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The parts of a text that says how often a task recurs.
    private struct Phrase {
        /// `every other fri 9:00`; nil for a text about a single date.
        var frequency: String?
        var start: String?
        var end: String?
        var isFromCompletion = false

        private static let adverbs: Set = ["daily", "weekly", "monthly", "yearly", "annually"]
        private enum Part { case frequency, start, end }

        init(_ text: String) {
            var words = text.lowercased().split(whereSeparator: \.isWhitespace)[...]
            guard let first = words.first else { return }
            switch first {
            case "every", "ev": words = words.dropFirst()
            case "every!", "ev!", "after":
                words = words.dropFirst()
                isFromCompletion = true
            default: if !Self.adverbs.contains(String(first)) { return }
            }
            var parts: [Part: [String]] = [:]
            var part = Part.frequency
            for word in words {
                switch word {
                case "starting", "from": part = .start
                case "ending", "until": part = .end
                default:
                    parts[part, default: []].append(String(word))
                }
            }
            frequency = parts[.frequency]?.joined(separator: " ") ?? ""
            start = parts[.start]?.joined(separator: " ")
            end = parts[.end]?.joined(separator: " ")
        }
    }
}
