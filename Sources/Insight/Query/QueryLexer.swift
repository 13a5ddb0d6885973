import RedoModel

/// The division of a query's text into tokens, from left to right.
struct QueryLexer {
    struct Token: Hashable {
        enum Kind: Hashable {
            case open, close, negation, and, or, not
            case text(String)
            case term(QueryTerm, isNegated: Bool)
        }

        let kind: Kind
        let range: Range<Int>
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var end: Int { bytes.count }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// The next token; nil at the end.
    mutating func next() throws(QueryError) -> Token? {
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        let start = index
        switch bytes[index] {
        case UInt8(ascii: "("):
            index += 1
            return Token(kind: .open, range: start..<index)
        case UInt8(ascii: ")"):
            index += 1
            return Token(kind: .close, range: start..<index)
        case UInt8(ascii: "-") where isWord(at: index + 1):
            index += 1
            return Token(kind: .negation, range: start..<index)
        case UInt8(ascii: "/"):
            guard let pattern = expression() else { fallthrough }
            let term = QueryTerm(
                QueryKey.text.rawValue, .expression(pattern), at: QueryRange(start..<index))
            return Token(kind: .term(term, isNegated: false), range: start..<index)
        default:
            let word = try word()
            return Token(kind: try kind(of: word, start..<index), range: start..<index)
        }
    }

    private func isWord(at index: Int) -> Bool {
        index < bytes.count && !Self.isSpace(bytes[index]) && bytes[index] != UInt8(ascii: ")")
    }

    // MARK: Signs

    /// The signs that a text without quotes cannot begin with.
    static let signs = ["-", "+", "#", "@", "/"]

    /// The pattern between the slash at the index and one at the end of a word, which the index is moved behind; nil if
    /// there is no such slash.
    private mutating func expression() -> String? {
        var end = index + 1
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: "\\") {
                end += 2
            } else if bytes[end] == UInt8(ascii: "/"), !isWord(at: end + 1) {
                let pattern = bytes[index + 1..<end]
                guard !pattern.isEmpty else { return nil }
                index = end + 1
                return Self.pattern(pattern)
            } else {
                end += 1
            }
        }
        return nil
    }

    /// True if a value is a pattern between slashes, the last of which has no backslash before it.
    private static func isExpression(_ value: ArraySlice<UInt8>) -> Bool {
        let slash = UInt8(ascii: "/")
        guard value.count > 2, value.first == slash, value.last == slash else { return false }
        let escapes = value.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }
        return escapes.count % 2 == 0
    }

    /// A pattern without the backslashes before its slashes.
    private static func pattern(_ written: ArraySlice<UInt8>) -> String {
        var pattern: [UInt8] = []
        var rest = written
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
                if next != UInt8(ascii: "/") { pattern.append(byte) }
                pattern.append(next)
            } else {
                pattern.append(byte)
            }
        }
        return String(decoding: pattern, as: UTF8.self)
    }

    /// A pattern as it is written.
    static func text(ofExpression pattern: String) -> String {
        var text = "/"
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if scalar == "/", !isEscaped { text += "\\" }
            isEscaped = scalar == "\\" && !isEscaped
            text.unicodeScalars.append(scalar)
        }
        return text + "/"
    }

    /// The tag of `+tag`, `#tag` or `@tag`; nil for any other word. A tag begins with a letter.
    private static func tag(_ word: Word) -> String? {
        guard word.quotes.isEmpty, word.bytes.count > 1,
            [UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "@")].contains(word.bytes[0])
        else { return nil }
        let tag = word.text(1..<word.bytes.count)
        return tag.unicodeScalars.first?.properties.isAlphabetic == true ? tag : nil
    }

    // MARK: Words

    /// A word without its quotes.
    private struct Word {
        var bytes: [UInt8] = []
        /// For each byte, whether it was in quotes.
        var isQuoted: [Bool] = []
        /// The indexes of the bytes before which quotes opened.
        var quotes: [Int] = []

        func first(_ byte: UInt8) -> Int? {
            bytes.indices.first { bytes[$0] == byte && !isQuoted[$0] }
        }

        /// The index of two dots outside quotes, at or after an index.
        func dots(from start: Int) -> Int? {
            let dot = UInt8(ascii: ".")
            return bytes.indices.dropLast().first {
                $0 >= start && bytes[$0] == dot && bytes[$0 + 1] == dot && !isQuoted[$0]
                    && !isQuoted[$0 + 1]
            }
        }

        func text(_ range: Range<Int>) -> String {
            String(decoding: bytes[range], as: UTF8.self)
        }

        /// True if a byte that is not quoted is at an index.
        func has(_ byte: UInt8, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == byte && !isQuoted[index]
        }
    }

    private mutating func word() throws(QueryError) -> Word {
        var word = Word()
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                try takeQuotes(into: &word)
                continue
            }
            if Self.isSpace(byte) || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") {
                break
            }
            word.bytes.append(byte)
            word.isQuoted.append(false)
            index += 1
        }
        return word
    }

    private mutating func takeQuotes(into word: inout Word) throws(QueryError) {
        let start = index
        word.quotes.append(word.bytes.count)
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == UInt8(ascii: "\\"),
                next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
            {
                index += 1
            }
            word.bytes.append(bytes[index])
            word.isQuoted.append(true)
            index += 1
        }
        guard index < bytes.count else {
            throw QueryError("quotes are not closed", at: start..<bytes.count)
        }
        index += 1
    }

    private func kind(of word: Word, _ range: Range<Int>) throws(QueryError) -> Token.Kind {
        let text = word.text(0..<word.bytes.count)
        if word.quotes.isEmpty {
            switch text {
            case "and": return .and
            case "or": return .or
            case "not": return .not
            default: break
            }
        }
        if let tag = Self.tag(word) {
            let term = QueryTerm(TaskField.tags.key, .value(tag), at: QueryRange(range))
            return .term(term, isNegated: false)
        }
        if let colon = word.first(UInt8(ascii: ":")), Self.isKey(word, colon) {
            return try term(word, colon, range)
        }
        guard !FoldedText(pattern: text).bytes.isEmpty else {
            throw QueryError("an empty text is in every task", at: range)
        }
        return .text(text)
    }

    /// True if the text before a colon can be a key.
    private static func isKey(_ word: Word, _ colon: Int) -> Bool {
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        guard colon > 0, isLetter(word.bytes[0]), word.quotes.allSatisfy({ $0 > colon }) else {
            return false
        }
        return word.bytes[..<colon].allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    /// `key:test`, or `key.modifier:value`.
    private func term(_ word: Word, _ colon: Int, _ range: Range<Int>) throws(QueryError)
        -> Token.Kind
    {
        let written = word.text(0..<colon)
        let parts = written.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let key = QueryKeyName.name(of: name)
        func made(_ test: QueryTerm.Test, isNegated: Bool = false) -> Token.Kind {
            .term(
                QueryTerm(key ?? name, test, at: QueryRange(range, key: name)),
                isNegated: isNegated)
        }
        guard parts.count == 2 else {
            return made(try test(word, from: colon + 1, range, key: key, name))
        }
        guard let modifier = QueryModifier.all.first(where: { $0.name == parts[1] }) else {
            guard key != nil else { throw QueryKeyName.unknown(written, at: range) }
            throw QueryError(
                "'\(parts[1])' is not a test of \(name)", at: range, name: String(parts[1]),
                among: QueryModifier.names)
        }
        let value = word.text(colon + 1..<word.bytes.count)
        switch modifier.meaning {
        case .absent, .present: break
        case .value, .exactly, .unlike, .comparison:
            guard !value.isEmpty || word.quotes.contains(where: { $0 > colon }) else {
                throw Self.missingValue(word.text(0..<colon + 1), range, key: key, name)
            }
        }
        let test = modifier.test(value)
        return made(test.test, isNegated: test.isNegated)
    }

    private static func missingValue(
        _ text: String, _ range: Range<Int>, key: String?, _ name: String
    ) -> QueryError {
        guard key == nil else {
            return QueryError("a value is missing after '\(text)'", at: range)
        }
        return QueryKeyName.unknown(name, at: range)
    }

    // MARK: Tests

    private func test(
        _ word: Word, from start: Int, _ range: Range<Int>, key: String?, _ name: String
    ) throws(QueryError) -> QueryTerm.Test {
        let count = word.bytes.count
        let hasQuotes = word.quotes.contains { $0 >= start }
        guard count > start || hasQuotes else {
            throw Self.missingValue(word.text(0..<start), range, key: key, name)
        }
        if word.has(UInt8(ascii: "="), at: start), start + 1 < count {
            return .exact(word.text(start + 1..<count))
        }
        if !hasQuotes, Self.isExpression(word.bytes[start...]) {
            return .expression(Self.pattern(word.bytes[start + 1..<count - 1]))
        }
        // Of two comparisons with a common beginning the longer one comes first.
        for comparison in [QueryTerm.Comparison.atMost, .less, .atLeast, .greater] {
            let sign = comparison.rawValue.utf8
            guard sign.enumerated().allSatisfy({ word.has($1, at: start + $0) }) else { continue }
            let first = start + sign.count
            guard first < count else {
                throw QueryError("a value is missing after '\(word.text(0..<first))'", at: range)
            }
            return .comparison(comparison, word.text(first..<count))
        }
        if let dots = word.dots(from: start) {
            let low = word.text(start..<dots)
            let high = word.text(dots + 2..<count)
            guard !low.isEmpty || !high.isEmpty else {
                throw QueryError("a range needs a beginning or an end", at: range)
            }
            return .range(low: low.isEmpty ? nil : low, high: high.isEmpty ? nil : high)
        }
        let value = word.text(start..<count)
        if !hasQuotes, value == "none" { return .absent }
        if !hasQuotes, value == "any" { return .present }
        return .value(value)
    }
}
