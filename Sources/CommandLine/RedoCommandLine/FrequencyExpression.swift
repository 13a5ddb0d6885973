import RedoModel
import RedoSystem

/// How often a task comes again, as people write it: the grammar is in docs/dates.md.
package struct FrequencyExpression: Equatable, Sendable {
    /// 0 for a task that is done once.
    package let days: Int
    /// What the days stand for where a number of days cannot say it exactly: a month or a year.
    package let approximated: String?

    private static let daysOfMonth = 30
    private static let daysOfYear = 365

    /// Reads `7`, `weekly`, `2w`, `3 days`, `month`, `none`.
    ///
    /// - Throws: what is not understood.
    package init(_ text: String) throws(TimeExpression.ParseError) {
        guard text.utf8.count <= 64 else { throw TimeExpression.ParseError("it is too long") }
        if let days = Int(text), days >= 0 {
            self.init(days: days)
            return
        }
        var words = ExpressionWords(text)
        guard !words.isEmpty else { throw TimeExpression.ParseError("it is empty") }
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
    private static func named(_ word: Substring) -> FrequencyExpression? {
        switch word {
        case "none", "never", "once": FrequencyExpression(days: 0)
        case "daily": FrequencyExpression(days: 1)
        case "weekly": FrequencyExpression(days: 7)
        case "monthly": FrequencyExpression(days: daysOfMonth, approximated: "a month")
        case "yearly", "annually": FrequencyExpression(days: daysOfYear, approximated: "a year")
        default: nil
        }
    }

    /// A unit with or without a number: `month`, `2w`, `3 days`.
    private static func counted(
        _ words: inout ExpressionWords, _ text: String
    ) throws(TimeExpression.ParseError) -> FrequencyExpression {
        let start = words
        if let span = try words.takeCountAndUnit() { return try frequency(span.count, span.unit) }
        if let unit = words.take({ DurationExpression.Unit(word: $0) }) {
            return try frequency(1, unit)
        }
        if let years = words.take(Self.years) { return frequency(years: years) }
        // `a year`, `2 years`.
        let count = words.take { $0 == "a" ? 1 : DurationExpression.count($0) }
        if let years = words.take(Self.years) { return frequency(years: years * (count ?? 1)) }
        words = start
        throw words.isEmpty
            ? TimeExpression.ParseError("a number is missing after 'every'") : words.notUnderstood
    }

    /// `year`, `2y`.
    private static func years(_ word: Substring) -> Int? {
        if word == "year" || word == "years" || word == "y" { return 1 }
        return word.hasSuffix("y") ? DurationExpression.count(word.dropLast()).flatMap { $0 } : nil
    }

    private static func frequency(years: Int) -> FrequencyExpression {
        FrequencyExpression(
            days: years * daysOfYear, approximated: years == 1 ? "a year" : "\(years) years")
    }

    private static func frequency(
        _ count: Int, _ unit: DurationExpression.Unit
    ) throws(TimeExpression.ParseError) -> FrequencyExpression {
        switch unit {
        case .minutes, .hours:
            throw TimeExpression.ParseError("a task comes again after days at least")
        case .days: FrequencyExpression(days: count)
        case .weeks: FrequencyExpression(days: count * 7)
        case .months:
            FrequencyExpression(
                days: count * daysOfMonth, approximated: count == 1 ? "a month" : "\(count) months")
        }
    }
}

extension FrequencyExpression {
    /// The frequency that a value means.
    ///
    /// - Parameter name: of the option or the field, for the error.
    /// - Throws: wrong usage for what means none, with examples.
    package static func asked(
        _ text: String, by name: String
    ) throws(RedoError) -> FrequencyExpression {
        do throws(TimeExpression.ParseError) {
            return try FrequencyExpression(text)
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

    /// The note about a frequency that days alone cannot say exactly; nil for others.
    package var note: String? {
        approximated.map { "\($0) is counted as \(days) days" }
    }
}
