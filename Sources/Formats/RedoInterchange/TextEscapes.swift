import RedoSystem

/// Control characters in formats of lines and cells, which have no escape of their own: `\u{a}` for a line feed.
///
/// A backslash is written as `\u{5c}` if `u{` follows it, and as itself otherwise, so that any text can be restored.
package enum TextEscapes {
    private static let backslash: Unicode.Scalar = "\\"

    /// Escapes characters that end lines, control terminals, change the direction of writing or are invisible.
    ///
    /// - Parameter others: further characters that are escaped.
    package static func escaped(
        _ text: String, also others: Set<Unicode.Scalar> = []
    ) -> String {
        let isPlain = text.utf8.allSatisfy {
            (0x20...0x7E).contains($0) && $0 != 0x5C
        }
        if isPlain, others.isEmpty { return text }
        var output = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let startsEscape =
                scalar == backslash && scalars[(index + 1)...].starts(with: "u{".unicodeScalars)
            if startsEscape || TerminalCharacter(scalar).needsEscape || others.contains(scalar) {
                output += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
            } else {
                output.append(scalar)
            }
        }
        return String(output)
    }

    /// The white space characters of a text with some at its ends, where readers of lists would remove it; empty for
    /// other texts.
    static func outerSpaces(of text: String) -> Set<Unicode.Scalar> {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else {
            return []
        }
        return Set(text.unicodeScalars.filter(\.properties.isWhitespace))
    }

    /// Restores what ``escaped(_:also:)`` replaced; anything else stays as it is.
    package static func unescaped(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(0x5C) else { return String(text) }
        var output = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == backslash, let (value, end) = escape(rest) {
                output.append(value)
                rest = rest[end...]
            } else {
                output.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return String(output)
    }

    /// The character that an escape at the beginning means, and the index after the escape.
    private static func escape<Text: BidirectionalCollection<Unicode.Scalar>>(
        _ text: Text
    ) -> (Unicode.Scalar, Text.Index)? {
        guard text.starts(with: "\\u{".unicodeScalars) else { return nil }
        let digits = text.dropFirst(3).prefix { $0 != "}" && $0.isASCII }
        guard (1...6).contains(digits.count), digits.endIndex < text.endIndex,
            text[digits.endIndex] == "}",
            let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
            let scalar = Unicode.Scalar(number)
        else { return nil }
        return (scalar, text.index(after: digits.endIndex))
    }
}
