/// The text of a table according to RFC 4180.
///
/// ```
/// uid,title           CRLF    a header
/// 1,"a ""b"" , c"     CRLF    records; cells with commas, quotes or line ends are in quotes
/// ```
enum CSVText {
    /// A record, and the line at which it begins.
    struct Record {
        var line: Int
        var cells: [[UInt8]] = []
        /// The fault of the text; nil if it is valid.
        var mistake: String?
    }

    private static let quote = UInt8(ascii: "\"")

    /// The separator of a header: a comma, else a semicolon or a tab; nil if its line has none of these.
    static func separator(of text: [UInt8]) -> UInt8? {
        let first = text.prefix { $0 != 0x0A }
        return ",;\t".utf8.first(where: first.contains)
    }

    /// Splits a text into its records. Blank lines are skipped.
    ///
    /// - Complexity: O(n).
    static func records(_ text: [UInt8], separator: UInt8) -> [Record] {
        var records: [Record] = []
        var position = 0
        var line = 1
        while position < text.count {
            var record = Record(line: line)
            var isAtEnd = false
            while !isAtEnd {
                let (cell, mistake) = cell(text, &position, &line, separator)
                record.cells.append(cell)
                record.mistake = record.mistake ?? mistake
                if position >= text.count {
                    isAtEnd = true
                } else if text[position] == separator {
                    position += 1
                    if position >= text.count {
                        record.cells.append([])
                        isAtEnd = true
                    }
                } else {
                    if text[position] == 0x0D { position += 1 }
                    if position < text.count, text[position] == 0x0A { position += 1 }
                    line += 1
                    isAtEnd = true
                }
            }
            if record.cells != [[]] { records.append(record) }
        }
        return records
    }

    /// Reads a cell; afterwards the position is that of the separator or line end after it.
    private static func cell(
        _ text: [UInt8], _ position: inout Int, _ line: inout Int, _ separator: UInt8
    ) -> (cell: [UInt8], mistake: String?) {
        var cell: [UInt8] = []
        var mistake: String?
        if position < text.count, text[position] == quote {
            position += 1
            while true {
                guard position < text.count else { return (cell, "a quote is not closed") }
                let byte = text[position]
                position += 1
                if byte == quote {
                    guard position < text.count, text[position] == quote else { break }
                    position += 1
                } else if byte == 0x0A {
                    line += 1
                }
                cell.append(byte)
            }
        }
        while position < text.count, text[position] != separator, text[position] != 0x0A {
            if text[position] == 0x0D, position + 1 == text.count || text[position + 1] == 0x0A {
                break
            }
            // A quote inside a cell, or text after a quoted cell has ended.
            if text[position] == quote || (!cell.isEmpty && text[position - 1] == quote) {
                mistake = "a quote inside of a cell is not doubled"
            }
            cell.append(text[position])
            position += 1
        }
        return (cell, mistake)
    }

    /// Appends a cell, in quotes if it needs them.
    static func append(_ cell: String, to output: inout [UInt8]) {
        let bytes = Array(cell.utf8)
        let isPlain = bytes.allSatisfy {
            $0 != quote && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") && $0 >= 0x20
        }
        let hasOuterSpace = bytes.first == 0x20 || bytes.last == 0x20
        if isPlain, !hasOuterSpace {
            output += bytes
            return
        }
        output.append(quote)
        for byte in bytes {
            if byte == quote { output.append(quote) }
            output.append(byte)
        }
        output.append(quote)
    }
}

/// Cells that a spreadsheet would take for a formula.
enum CSVFormula {
    /// Puts an apostrophe before a cell that begins with one of `= + - @`, a tab or a line end, or with apostrophes
    /// before one of these. Other cells stay as they are, including those that begin with an apostrophe.
    static func disarmed(_ cell: String) -> String { isFormula(cell) ? "'\(cell)" : cell }

    /// Removes the apostrophe that ``disarmed(_:)`` adds.
    static func armed(_ cell: String) -> String {
        guard cell.utf8.first == UInt8(ascii: "'"), isFormula(cell) else { return cell }
        return String(cell.dropFirst())
    }

    private static func isFormula(_ cell: String) -> Bool {
        guard let first = cell.utf8.first(where: { $0 != UInt8(ascii: "'") }) else { return false }
        return "=+-@\t\r\n".utf8.contains(first)
    }
}
