import RedoModel

/// How often a task comes again, as people write it: the grammar is in docs/dates.md.
package struct WrittenFrequency: Equatable, Sendable {
    /// 0 for a task that is done once.
    package let days: Int
    /// What the days stand for where a number of days cannot say it exactly: a month or a year.
    package let approximated: String?

    private static let daysOfMonth = 30
    private static let daysOfYear = 365

    /// Reads `7`, `weekly`, `2w`, `3 days`, `month`, `none`.
    ///
    /// - Throws: what is not understood.
    package init(_ text: String) throws(WrittenTime.Mistake) {
        guard text.utf8.count <= 64 else { throw WrittenTime.Mistake("it is too long") }
        if let days = Int(text), days >= 0 {
            self.init(days: days)
            return
        }
        var words = WrittenWords(text)
        guard !words.isEmpty else { throw WrittenTime.Mistake("it is empty") }
        if let frequency = words.take(Self.named) {
            self = frequency
        } else {
            _ = words.take("every")
            self = try Self.counted(&words, text)
        }
        try words.end()
    }

    private init(days: Int, approximated: String? = nil) {
        self.days = days
        self.approximated = approximated
    }

    /// Words that stand alone.
    private static func named(_ word: Substring) -> WrittenFrequency? {
        switch word {
        case "none", "never", "once": WrittenFrequency(days: 0)
        case "daily": WrittenFrequency(days: 1)
        case "weekly": WrittenFrequency(days: 7)
        case "monthly": WrittenFrequency(days: daysOfMonth, approximated: "a month")
        case "yearly", "annually": WrittenFrequency(days: daysOfYear, approximated: "a year")
        default: nil
        }
    }

    /// A unit with or without a number: `month`, `2w`, `3 days`.
    private static func counted(
        _ words: inout WrittenWords, _ text: String
    ) throws(WrittenTime.Mistake) -> WrittenFrequency {
        let start = words
        if let span = try words.takeCountAndUnit() { return try frequency(span.count, span.unit) }
        if let unit = words.take({ WrittenSpan.Unit(word: $0) }) { return try frequency(1, unit) }
        if let years = words.take(Self.years) { return frequency(years: years) }
        // `a year`, `2 years`.
        let count = words.take { $0 == "a" ? 1 : WrittenSpan.count($0) }
        if let years = words.take(Self.years) { return frequency(years: years * (count ?? 1)) }
        words = start
        throw words.isEmpty
            ? WrittenTime.Mistake("a number is missing after 'every'") : words.notUnderstood
    }

    /// `year`, `2y`.
    private static func years(_ word: Substring) -> Int? {
        if word == "year" || word == "years" || word == "y" { return 1 }
        return word.hasSuffix("y") ? WrittenSpan.count(word.dropLast()).flatMap { $0 } : nil
    }

    private static func frequency(years: Int) -> WrittenFrequency {
        WrittenFrequency(
            days: years * daysOfYear, approximated: years == 1 ? "a year" : "\(years) years")
    }

    private static func frequency(
        _ count: Int, _ unit: WrittenSpan.Unit
    ) throws(WrittenTime.Mistake) -> WrittenFrequency {
        switch unit {
        case .minutes, .hours: throw WrittenTime.Mistake("a task comes again after days at least")
        case .days: WrittenFrequency(days: count)
        case .weeks: WrittenFrequency(days: count * 7)
        case .months:
            WrittenFrequency(
                days: count * daysOfMonth, approximated: count == 1 ? "a month" : "\(count) months")
        }
    }
}

extension WrittenFrequency {
    /// The frequency that a value means.
    ///
    /// - Parameter name: of the option or the field, for the error.
    /// - Throws: wrong usage for what means none, with examples.
    package static func asked(
        _ text: String, by name: String
    ) throws(CommandError) -> WrittenFrequency {
        do throws(WrittenTime.Mistake) {
            return try WrittenFrequency(text)
        } catch {
            let reason = error == .notUnderstood(text.lowercased()) ? "" : ", \(error.reason)"
            throw .usage(
                "not a valid value of \(name): '\(text)'\(reason)",
                hints: [
                    error.hint
                        ?? "say for example 7, daily, weekly, 2w, 3 days, month, yearly or none"
                ])
        }
    }

    /// What somebody is told of a frequency that days alone cannot say exactly; nil for others.
    package var note: String? {
        approximated.map { "\($0) is counted as \(days) days" }
    }
}
