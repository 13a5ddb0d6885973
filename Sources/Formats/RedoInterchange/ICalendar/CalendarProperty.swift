/// A property of a component of iCalendar (RFC 5545, section 3.1), as it is in a file.
///
/// ```
/// DUE;TZID="Europe/Berlin":20251120T100000
/// name parameter           value
/// ```
package struct CalendarProperty: Equatable, Sendable {
    /// In upper case.
    package let name: String
    /// The parameters by their names in upper case, without quotes and the escapes of RFC 6868. Of several parameters
    /// of one name the first counts.
    package let parameters: [String: String]
    /// The value with its escapes.
    package let value: String
    /// The line of the file at which it begins, from 1.
    package let line: Int

    /// Whether the line is UTF-8; otherwise it is read with replacement characters.
    package let isUTF8: Bool

    /// Reads a content line; nil for one without a name or a colon.
    package init?(_ line: CalendarText.Line) {
        let valid = String(validating: line.bytes, as: UTF8.self)
        let text = valid ?? String(decoding: line.bytes, as: UTF8.self)
        guard
            let parts = Self.parts(text, readsQuotes: true) ?? Self.parts(text, readsQuotes: false)
        else { return nil }
        isUTF8 = valid != nil
        name = parts.head.uppercased()
        value = parts.value
        self.line = line.number
        var parameters: [String: String] = [:]
        for parameter in parts.parameters {
            guard let sign = parameter.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = parameter[..<sign].uppercased()
            if parameters[name] == nil {
                parameters[name] = Self.parameterText(
                    parameter[parameter.utf8.index(after: sign)...])
            }
        }
        self.parameters = parameters
    }

    /// The value as a text: section 3.3.11. A backslash before a character that needs no escape stays.
    package var text: String { texts(separator: nil)[0] }

    /// The values of a list of texts, which commas separate.
    package var texts: [String] { texts(separator: UInt8(ascii: ",")) }

    private func texts(separator: UInt8?) -> [String] {
        var texts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value.utf8 {
            let last = texts.count - 1
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: "n"), UInt8(ascii: "N"): texts[last].append(0x0A)
                case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"):
                    texts[last].append(byte)
                default: texts[last] += [UInt8(ascii: "\\"), byte]
                }
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == separator {
                texts.append([])
            } else {
                texts[last].append(byte)
            }
        }
        if isEscaped { texts[texts.count - 1].append(UInt8(ascii: "\\")) }
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The parts of a content line; nil if it has no name or no colon.
    ///
    /// - Parameter readsQuotes: whether colons and semicolons in quotes are part of a parameter.
    private static func parts(
        _ line: String, readsQuotes: Bool
    ) -> (head: Substring, parameters: [Substring], value: String)? {
        let bytes = line.utf8
        var parts: [Substring] = []
        var (start, index, isQuoted) = (bytes.startIndex, bytes.startIndex, false)
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\""), readsQuotes { isQuoted.toggle() }
            let isEnd = byte == UInt8(ascii: ":") && !isQuoted
            if isEnd || (byte == UInt8(ascii: ";") && !isQuoted) {
                parts.append(line[start..<index])
                start = bytes.index(after: index)
            }
            index = bytes.index(after: index)
            if isEnd {
                guard let head = parts.first, !head.isEmpty else { return nil }
                return (head, Array(parts.dropFirst()), String(line[index...]))
            }
        }
        return nil
    }

    /// The value of a parameter without quotes; `^n`, `^'` and `^^` are a line feed, a quote and a circumflex
    /// (RFC 6868).
    private static func parameterText(_ value: Substring) -> String {
        let quote = UInt8(ascii: "\"")
        guard value.utf8.contains(where: { $0 == quote || $0 == UInt8(ascii: "^") }) else {
            return String(value)
        }
        var output: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 where byte != quote {
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: "n"): output.append(0x0A)
                case UInt8(ascii: "'"): output.append(quote)
                case UInt8(ascii: "^"): output.append(byte)
                default: output += [UInt8(ascii: "^"), byte]
                }
            } else if byte == UInt8(ascii: "^") {
                isEscaped = true
            } else {
                output.append(byte)
            }
        }
        if isEscaped { output.append(UInt8(ascii: "^")) }
        return String(decoding: output, as: UTF8.self)
    }
}

/// A component of iCalendar with its properties and the components in it: `BEGIN:VTODO` to `END:VTODO`.
package struct CalendarObject: Sendable {
    /// In upper case.
    package let name: String
    /// The line of its `BEGIN`, from 1.
    package let line: Int
    package private(set) var properties: [CalendarProperty] = []
    package private(set) var components: [CalendarObject] = []
    /// Lines that are not properties.
    package private(set) var otherLines: [CalendarText.Line] = []

    /// The maximum depth of nested components. Deeper ones are skipped.
    private static let maximumDepth = 16

    /// Reads a component from its content lines, `BEGIN` to `END`; nil unless the first one is a `BEGIN`.
    package init?(_ lines: some Collection<CalendarText.Line>) {
        guard let first = lines.first, first.name == "BEGIN" else { return nil }
        var open = [Self(of: first)]
        var skipped = 0
        for line in lines.dropFirst() {
            switch line.name {
            case "BEGIN" where open.count < Self.maximumDepth && skipped == 0:
                open.append(Self(of: line))
            case "BEGIN": skipped += 1
            case "END" where skipped > 0: skipped -= 1
            case "END":
                guard open.count > 1, let done = open.popLast() else { continue }
                open[open.count - 1].components.append(done)
            default:
                if skipped > 0 { continue }
                if let property = CalendarProperty(line) {
                    open[open.count - 1].properties.append(property)
                } else {
                    open[open.count - 1].otherLines.append(line)
                }
            }
        }
        while open.count > 1, let done = open.popLast() {
            open[open.count - 1].components.append(done)
        }
        self = open[0]
    }

    private init(of begin: CalendarText.Line) {
        name = begin.value.uppercased()
        line = begin.number
    }
}
