/// A parser of Git's configuration syntax. It splits a text into ranges: a section's header, an entry, or blank lines
/// and comments.
struct ConfigurationParser {
    struct Item {
        let text: String
        var header: (section: String, subsection: String?)?
        var entry: Configuration.Entry?
    }

    private let text: [UInt8]
    private var position = 0
    private var line = 1
    private var section: (section: String, subsection: String?)?

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(text: [UInt8]) { self.text = text }

    mutating func next() throws(Configuration.SyntaxError) -> Item? {
        guard position < text.count else { return nil }
        let start = position
        if start == 0, text.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
        skipBlanks()
        var header: (section: String, subsection: String?)?
        var entry: Configuration.Entry?
        switch current {
        case nil, UInt8(ascii: "\n"): skipLine()
        case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
        case UInt8(ascii: "["):
            header = try readHeader()
            section = header
            skipBlanks()
            if current == nil || current == UInt8(ascii: "\n") || isComment(current) { skipLine() }
        default: entry = try readEntry()
        }
        let piece = String(decoding: text[start..<position], as: UTF8.self)
        return Item(text: piece, header: header, entry: entry)
    }

    /// The lines up to one that is not in the syntax, as one item that means nothing. Behind a header that is not, there is
    /// no section until the next one.
    mutating func skipLines(to last: Int) -> Item {
        let start = position
        skipBlanks()
        if current == UInt8(ascii: "[") { section = nil }
        repeat { skipLine() } while line <= last && current != nil
        return Item(text: String(decoding: text[start..<position], as: UTF8.self))
    }

    private var current: UInt8? { position < text.count ? text[position] : nil }

    private var failure: Configuration.SyntaxError { Configuration.SyntaxError(line: line) }

    private func isComment(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";")
    }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
    }

    /// Skips to the start of the next line.
    private mutating func skipLine() {
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: "\n") {
                line += 1
                return
            }
        }
    }

    private mutating func readWord() -> String {
        let start = position
        while let byte = current, isWordByte(byte) || byte == UInt8(ascii: ".") { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// Reads `[section]`, `[section "subsection"]` or, in lower case, `[section.subsection]`.
    private mutating func readHeader() throws(Configuration.SyntaxError) -> (String, String?) {
        position += 1
        let names = readWord().lowercased()
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let section = names.first, isSectionName(section) else { throw failure }
        var subsections = names.dropFirst().map(String.init)
        if current != UInt8(ascii: "]") { subsections.append(try readSubsection()) }
        guard current == UInt8(ascii: "]") else { throw failure }
        position += 1
        return (String(section), subsections.isEmpty ? nil : subsections.joined(separator: "."))
    }

    /// Reads white space and a subsection in quotes.
    private mutating func readSubsection() throws(Configuration.SyntaxError) -> String {
        let start = position
        skipBlanks()
        guard position > start, current == UInt8(ascii: "\"") else { throw failure }
        position += 1
        var bytes: [UInt8] = []
        while let byte = current, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { position += 1 }
            guard let byte = current, byte != UInt8(ascii: "\n") else { throw failure }
            bytes.append(byte)
            position += 1
        }
        guard current != nil else { throw failure }
        position += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads `key` or `key = value`.
    private mutating func readEntry() throws(Configuration.SyntaxError) -> Configuration.Entry {
        let start = position
        while let byte = current, isWordByte(byte) { position += 1 }
        let key = String(decoding: text[start..<position], as: UTF8.self).lowercased()
        guard isKeyName(key), let section else { throw failure }
        let name = Configuration.Name(
            section: section.section, subsection: section.subsection, key: key)
        skipBlanks()
        switch current {
        case nil, UInt8(ascii: "\n"):
            skipLine()
            return Configuration.Entry(name: name, value: nil)
        case UInt8(ascii: "="):
            position += 1
            return Configuration.Entry(name: name, value: try readValue())
        default: throw failure
        }
    }

    /// Reads a value up to the end of the line, which a backslash continues on the next one. White space at both ends
    /// counts only inside quotes.
    private mutating func readValue() throws(Configuration.SyntaxError) -> String {
        skipBlanks()
        var value: [UInt8] = []
        var kept = 0
        var isQuoted = false
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\n"):
                if isQuoted { throw failure }
                line += 1
                return String(decoding: value[..<kept], as: UTF8.self)
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                kept = value.count
            case UInt8(ascii: "\\"):
                if let escaped = try readEscape() { value.append(escaped) }
                kept = value.count
            case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
                skipLine()
                return String(decoding: value[..<kept], as: UTF8.self)
            case 0x20 where !isQuoted, 0x09 where !isQuoted, 0x0D where !isQuoted:
                // Also after a line end that continues the value.
                if !value.isEmpty { value.append(byte) }
            default:
                value.append(byte)
                kept = value.count
            }
        }
        if isQuoted { throw failure }
        return String(decoding: value[..<kept], as: UTF8.self)
    }

    /// - Returns: nil for a line end, which continues the value.
    private mutating func readEscape() throws(Configuration.SyntaxError) -> UInt8? {
        if current == 0x0D, position + 1 < text.count, text[position + 1] == UInt8(ascii: "\n") {
            position += 1
        }
        guard let byte = current else { throw failure }
        position += 1
        switch byte {
        case UInt8(ascii: "\n"):
            line += 1
            return nil
        case UInt8(ascii: "n"): return UInt8(ascii: "\n")
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
        default: throw failure
        }
    }
}
