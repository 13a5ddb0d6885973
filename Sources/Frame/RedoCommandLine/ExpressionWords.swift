import RedoModel

/// The words of a written time, taken from left to right. Letters count in either case.
struct ExpressionWords {
    /// Slices of one text, which has the length of the written one.
    var words: ArraySlice<Substring>

    /// - Parameter text: a comma counts as a space.
    init(_ text: String) {
        let folded = String(
            decoding: text.utf8.map { byte in
                if byte == UInt8(ascii: ",") { return UInt8(ascii: " ") }
                return (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }, as: UTF8.self)
        words = folded.split(separator: " ").flatMap(Self.parts)[...]
    }

    /// The parts of a word: `now+2h` is `now` and `+2h`.
    private static func parts(of word: Substring) -> [Substring] {
        guard let first = word.utf8.first, (0x61...0x7A).contains(first),
            let sign = word.lastIndex(where: { $0 == "+" || $0 == "-" }),
            let digit = word[sign...].utf8.dropFirst().first, (0x30...0x39).contains(digit)
        else { return [word] }
        return parts(of: word[..<sign]) + [word[sign...]]
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

    /// Takes some words if all of them come next.
    mutating func take(_ first: String, _ others: String...) -> Bool {
        guard words.prefix(1 + others.count).elementsEqual([first] + others, by: { $0 == $1 })
        else {
            return false
        }
        words = words.dropFirst(1 + others.count)
        return true
    }

    /// Removes the first word and returns its meaning; nil, with the words unchanged, if it has none.
    mutating func take<Meaning>(_ meaning: (Substring) -> Meaning?) -> Meaning? {
        guard let found = words.first.flatMap(meaning) else { return nil }
        words.removeFirst()
        return found
    }

    // MARK: Spans

    /// `+3d`, `-3d`, `in 3 days`, `3 days`, `3 days ago`, `3 days from now`; without a word that says so, the span leads
    /// where the direction does. A span that is counted from a day is part of the day.
    mutating func takeSpan(
        _ direction: TimeExpression.Direction
    ) throws(TimeExpression.ParseError) -> DurationExpression? {
        if let span = try takeSignedSpan() { return span }
        // 'in the evening' is a time of day.
        if words.first == "in", words.dropFirst().first != "the" {
            words.removeFirst()
            guard let span = try takeCountAndUnit() else {
                if isEmpty { throw TimeExpression.ParseError("a number is missing after 'in'") }
                throw notUnderstood
            }
            return span
        }
        let start = words
        guard let span = try takeCountAndUnit() else { return nil }
        if take("from", "now") { return span }
        if take("ago") { return span.negated }
        if let word = words.first, ["from", "after", "before"].contains(word) {
            words = start
            return nil
        }
        return direction == .past ? span.negated : span
    }

    /// `+3d`, `-3d` or `+ 3 days`.
    mutating func takeSignedSpan() throws(TimeExpression.ParseError) -> DurationExpression? {
        if let word = words.first, let count = DurationExpression.ambiguousCount(word) {
            throw .ambiguousMinutes(count, at: word)
        }
        if let span = take({ DurationExpression(signed: $0) }) { return span }
        guard let sign = words.first, sign == "+" || sign == "-" else { return nil }
        words.removeFirst()
        guard let span = try takeCountAndUnit() else {
            if isEmpty { throw TimeExpression.ParseError("a number is missing after '\(sign)'") }
            throw notUnderstood
        }
        return sign == "-" ? span.negated : span
    }

    /// `3 days` or `3d`.
    mutating func takeCountAndUnit() throws(TimeExpression.ParseError) -> DurationExpression? {
        if let word = words.first, let count = DurationExpression.ambiguousCount(word) {
            throw .ambiguousMinutes(count, at: word)
        }
        if let span = take({ DurationExpression($0) }) { return span }
        let start = words
        guard let count = take({ $0 == "a" || $0 == "an" ? 1 : DurationExpression.count($0) })
        else {
            return nil
        }
        if words.first == "m" { throw .ambiguousMinutes("\(count)", at: start.first) }
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

    /// `[at] 9:15`, `9am`, `9 am`, `noon`, `[in the] evening`, `eod`.
    mutating func takeTime() throws(TimeExpression.ParseError) -> ClockTime? {
        if words.count > 2, words.starts(with: ["in", "the"]),
            ClockTime.partsOfDay[words[words.startIndex + 2]] != nil
        {
            words = words.dropFirst(2)
        }
        if take("end", "of", "day") || take("end", "of", "the", "day") {
            return ClockTime(word: "eod")
        }
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
