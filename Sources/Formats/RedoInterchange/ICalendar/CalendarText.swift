import RedoSystem

/// The lines of iCalendar (RFC 5545, section 3.1): content lines, folded at 75 octets.
///
/// ```
/// BEGIN:VTODO
/// SUMMARY;LANGUAGE=en:A title that
///   continues after a line end and a space
/// END:VTODO
/// ```
package enum CalendarText {
    /// A content line, and the line of the file at which it begins.
    package struct Line: Sendable {
        package let number: Int
        /// Without the line ends and spaces of its folds.
        package let bytes: [UInt8]
        /// The range of the line in the text, with its folds and its end.
        package let range: Range<Int>

        /// The name before parameters and value, in upper case.
        package var name: String {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
            return String(decoding: name, as: UTF8.self).uppercased()
        }

        /// What follows the first colon, without white space at its ends; for lines without parameters.
        package var value: String {
            let value = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst()
            return String(decoding: value, as: UTF8.self).trimmed
        }

        /// Whether the line is a `BEGIN` or `END` of a component, in either case.
        package func isMark(_ mark: String, of component: String) -> Bool {
            name == mark && value.uppercased() == component
        }
    }

    /// The content lines of a text. O(n).
    package static func lines(_ text: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var current: [UInt8] = []
        var (number, first, start, position) = (0, 0, 0, 0)
        func finish() {
            if first > 0, !current.isEmpty {
                lines.append(Line(number: first, bytes: current, range: start..<position))
            }
        }
        while position < text.count {
            number += 1
            var end = position
            while end < text.count, text[end] != 0x0A { end += 1 }
            let isReturn = end > position && text[end - 1] == 0x0D
            let bare = text[position..<(isReturn ? end - 1 : end)]
            if let byte = bare.first, byte == 0x20 || byte == 0x09, first > 0 {
                current += bare.dropFirst()
            } else {
                finish()
                (current, first, start) = (Array(bare), number, position)
            }
            position = min(end + 1, text.count)
        }
        finish()
        return lines
    }

    /// The maximum number of octets of a line without its end.
    private static let maximumCount = 75

    /// Appends a content line, folded, with its end. Folds are between characters.
    ///
    /// - Parameter lineEnd: CR LF, as section 3.1 demands, or that of the file to which the line is added.
    package static func append(
        _ line: CalendarLine, to output: inout [UInt8], lineEnd: [UInt8] = [0x0D, 0x0A]
    ) {
        var count = 0
        var character: [UInt8] = []
        func finish() {
            if count + character.count > maximumCount {
                output += lineEnd + [0x20]
                count = 1
            }
            output += character
            count += character.count
            character = []
        }
        for byte in line.text.utf8 {
            if byte & 0xC0 != 0x80, !character.isEmpty { finish() }
            character.append(byte)
        }
        finish()
        output += lineEnd
    }

    /// A text as a value: RFC 5545, section 3.3.11. Control characters other than line feeds, which no value may
    /// have, are written in the form of ``TextEscapes``.
    ///
    /// - Parameter others: further characters that are written in that form.
    package static func escaped(
        _ text: String, also others: Set<Unicode.Scalar> = []
    ) -> String {
        var output: [UInt8] = []
        for (index, part) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { output += Array("\\n".utf8) }
            for byte in TextEscapes.escaped(String(Substring(part)), also: others).utf8 {
                if "\\;,".utf8.contains(byte) { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
