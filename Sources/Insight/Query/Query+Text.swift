import RedoModel

extension Query: CustomStringConvertible {
    /// The text of the query in the language of redo-query(7).
    package var description: String { text(within: .alternatives) }

    /// The strength with which a part must bind in its context.
    private enum Level: Int {
        case alternatives, conjunction, factor
    }

    private func text(within level: Level) -> String {
        switch self {
        case .everything: ""
        case .text(let text): Self.word(text, isBare: Self.isBareText(text))
        case .term(let term): term.description
        case .not(let query): "not \(query.text(within: .factor))"
        case .all(let parts):
            Self.enclosed(
                parts.map { $0.text(within: .factor) }.joined(separator: " "), if: level == .factor)
        case .any(let parts):
            Self.enclosed(
                parts.map { $0.text(within: .conjunction) }.joined(separator: " or "),
                if: level != .alternatives)
        }
    }

    private static func enclosed(_ text: String, if isNeeded: Bool) -> String {
        isNeeded ? "(\(text))" : text
    }

    /// True if a text can be a word without quotes.
    private static func isBareText(_ text: String) -> Bool {
        !["and", "or", "not"].contains(text)
            && !QueryLexer.signs.contains(where: text.hasPrefix)
            && !text.utf8.contains(UInt8(ascii: ":")) && isBare(text)
    }

    /// True if a text can be a value or a bound without quotes.
    fileprivate static func isBareValue(_ text: String) -> Bool {
        text != "none" && text != "any" && !text.hasPrefix(".") && !text.hasSuffix(".")
            && !text.hasPrefix("=") && !text.hasPrefix("/") && !hasTwoDots(text) && isBare(text)
    }

    private static func hasTwoDots(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return zip(bytes, bytes.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
    }

    private static let marks = Array("_-+@#/:,=.".utf8)

    private static func isBare(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80
                    || marks.contains($0)
            }
    }

    fileprivate static func word(_ text: String, isBare: Bool) -> String {
        if isBare { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension QueryTerm: CustomStringConvertible {
    package var description: String {
        func value(_ text: String) -> String { Query.word(text, isBare: Query.isBareValue(text)) }
        let shown =
            switch test {
            case .absent: "none"
            case .present: "any"
            case .value(let text): value(text)
            case .range(let low, let high): "\(low.map(value) ?? "")..\(high.map(value) ?? "")"
            case .comparison(let comparison, let text): "\(comparison.rawValue)\(value(text))"
            case .exact(let text): "=\(value(text))"
            case .expression(let pattern): QueryLexer.text(ofExpression: pattern)
            }
        // Only an expression about any text can have spaces.
        if case .expression = test, key == QueryKey.text.rawValue { return shown }
        return "\(key):\(shown)"
    }
}
