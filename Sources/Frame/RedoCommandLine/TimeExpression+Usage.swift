import RedoModel
import RedoSystem

extension TimeExpression {
    /// The moment that an option's value means, or nil for `none`.
    ///
    /// - Throws: wrong usage for what means no moment, with examples.
    package func momentOrNone(_ text: String) throws(RedoError) -> Instant? {
        do throws(ParseError) {
            return try moment(of: text)
        } catch {
            throw error.usage("not a valid date", in: text, examples)
        }
    }

    /// The moment that an option's value means.
    ///
    /// - Throws: wrong usage for what means no moment, with examples.
    package func moment(_ text: String) throws(RedoError) -> Instant {
        guard let moment = try momentOrNone(text) else {
            throw ParseError("one is needed here").usage("not a valid date", in: text, examples)
        }
        return moment
    }

    /// Values that are right, and words of others.
    var examples: ExpressionExamples {
        ExpressionExamples(
            texts: direction == .past
                ? ["yesterday 18:30", "last fri", "3 days ago"]
                : ["tomorrow 9am", "next fri", "24 dec"],
            words: Self.words)
    }

    /// The words of dates that hints about a typing mistake suggest.
    static let words =
        [
            "today", "tomorrow", "yesterday", "tonight", "someday", "later", "weekend", "morning",
            "afternoon", "evening", "night", "noon", "week", "weeks", "month", "months", "quarter",
            "year", "years", "days", "hours", "minutes", "next", "last", "monday", "tuesday",
            "wednesday", "thursday", "friday", "saturday", "sunday",
        ] + Calendar.monthNames
}

/// What helps with a value that is not understood.
struct ExpressionExamples {
    /// Values that are right, as they are typed.
    let texts: [String]
    /// Words that a mistyped one can mean.
    let words: [String]
}

extension TimeExpression.ParseError {
    /// The mistake in a value, without its location.
    ///
    /// - Parameter what: what the value is not: `not a valid date`.
    func message(_ what: String, in text: String) -> String {
        let value = "\(what): '\(String(text.prefix(200)).printable)'"
        // Of a text that is one word nothing is left to be said.
        return isOfWholeText(text) ? value : "\(value), \(reason)"
    }

    /// The mistake in a value as what a command ends with: the wrong word, and what helps.
    ///
    /// - Parameter what: what the value is not: `not a valid date`.
    func usage(_ what: String, in text: String, _ examples: ExpressionExamples) -> RedoError {
        var position = ""
        if let range, range != 0..<text.utf8.count {
            let before = String(decoding: text.utf8.prefix(range.lowerBound), as: UTF8.self)
            position = ", at character \(before.count + 1)"
        }
        return RedoError(
            .usage, message(what, in: text) + position,
            excerpt: markedExcerpt(of: text, range ?? text.utf8.count..<text.utf8.count),
            hints: hints(in: text, examples), detail: WrongValue(text, at: range))
    }

    func hints(in text: String, _ examples: ExpressionExamples) -> [String] {
        if let hint { return [hint] }
        let typed = range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self).lowercased() }
        let meant = typed.map { similarNames(to: $0, among: examples.words) } ?? []
        return meant.map { "did you mean '\($0)'?" } + [
            "for example: \(examples.texts.joined(separator: ", ")); 'redo help dates' has more"
        ]
    }

    private func isOfWholeText(_ text: String) -> Bool {
        range == 0..<text.utf8.count && hint == nil && reason.hasSuffix("is not understood")
    }
}

extension TimeExpression {
    /// The past moment that a text names, whose day is meant to its end.
    ///
    /// - Returns: the end of the current day for a text that means this day.
    /// - Throws: wrong usage for what means no moment, or one that is still to come.
    package static func pastMoment(_ text: String, now: Instant) throws(RedoError) -> Instant {
        let expression = TimeExpression(now: now, direction: .past, timeOfDay: .last)
        let end = try expression.moment(text)
        if end <= now { return end }
        let start = TimeExpression(now: now, direction: .past, timeOfDay: .start)
        guard try start.moment(text) <= now else {
            let examples = expression.examples.texts.joined(separator: ", ")
            throw .usage(
                "'\(text.printable)' is in the future",
                hints: ["a time that has passed is needed: \(examples)"])
        }
        return end
    }
}

extension CommandContext {
    /// The past moment that a text names, whose day is meant to its end.
    ///
    /// - Throws: wrong usage for what means no moment, with examples, or one that is still to come.
    package func pastMoment(_ text: String) throws(RedoError) -> Instant {
        try TimeExpression.pastMoment(text, now: try now())
    }
}
