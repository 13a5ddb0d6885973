import RedoModel

/// The words of a written time, taken from left to right. Letters count in either case.
struct ExpressionWords {
    var words: ArraySlice<Substring>

    init(_ text: String) {
        let folded = String(
            decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        words = folded.split(separator: " ")[...]
    }

    var isEmpty: Bool { words.isEmpty }

    /// The text at this point, which has no meaning there.
    var notUnderstood: TimeExpression.ParseError {
        guard let word = words.first else { return TimeExpression.ParseError("a day is missing") }
        return .notUnderstood(word)
    }

    func end() throws(TimeExpression.ParseError) {
        if !isEmpty { throw notUnderstood }
    }

    mutating func take(_ word: String) -> Bool {
        guard let first = words.first, first == word else { return false }
        words.removeFirst()
        return true
    }

    /// Takes the first word if it means something.
    mutating func take<Meaning>(_ meaning: (Substring) -> Meaning?) -> Meaning? {
        guard let found = words.first.flatMap(meaning) else { return nil }
        words.removeFirst()
        return found
    }

    // MARK: Spans

    /// `+3d`, `-3d`, `in 3 days`, `3 days`, `3 days ago`; without a word that says so, the span leads
    /// where the direction does.
    mutating func takeSpan(
        _ direction: TimeExpression.Direction
    ) throws(TimeExpression.ParseError) -> DurationExpression? {
        if let count = words.first.flatMap(DurationExpression.ambiguousCount) {
            throw .ambiguousMinutes(count)
        }
        if let span = take({ DurationExpression(signed: $0) }) { return span }
        if take("in") {
            guard let span = try takeCountAndUnit() else {
                if isEmpty { throw TimeExpression.ParseError("a number is missing after 'in'") }
                throw notUnderstood
            }
            return span
        }
        guard let span = try takeCountAndUnit() else { return nil }
        let isAgo = take("ago") || direction == .past
        return isAgo ? DurationExpression(count: -span.count, unit: span.unit) : span
    }

    /// `3 days` or `3d`.
    mutating func takeCountAndUnit() throws(TimeExpression.ParseError) -> DurationExpression? {
        if let count = words.first.flatMap(DurationExpression.ambiguousCount) {
            throw .ambiguousMinutes(count)
        }
        if let span = take({ DurationExpression($0) }) { return span }
        let start = words
        guard let count = take({ $0 == "a" || $0 == "an" ? 1 : DurationExpression.count($0) })
        else {
            return nil
        }
        if words.first == "m" { throw .ambiguousMinutes("\(count)") }
        guard let unit = take({ DurationExpression.Unit(word: $0) }) else {
            words = start
            return nil
        }
        return DurationExpression(count: count, unit: unit)
    }

    // MARK: Times of day

    /// The time of day that the text ends with.
    mutating func takeLastTime() throws(TimeExpression.ParseError) -> ClockTime {
        guard let time = try takeTime() else { throw notUnderstood }
        try end()
        return time
    }

    /// `[at] 9:15`, `9am`, `9 am`, `noon`, `eod`.
    mutating func takeTime() throws(TimeExpression.ParseError) -> ClockTime? {
        let isAnnounced = take("at")
        if let time = take({ ClockTime(word: $0) }) { return time }
        if words.count >= 2, let half = words.dropFirst().first, half == "am" || half == "pm",
            let time = words.first.flatMap({ ClockTime(word: $0 + half) })
        {
            words = words.dropFirst(2)
            return time
        }
        if isAnnounced {
            if isEmpty { throw TimeExpression.ParseError("a time of day is missing after 'at'") }
            throw notUnderstood
        }
        return nil
    }
}
