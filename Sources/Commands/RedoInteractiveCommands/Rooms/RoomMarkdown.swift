import RedoInsight
import RedoJSON
import RedoModel

/// A room as a Markdown document (CommonMark): who takes part, then messages and narrations, a paragraph each.
///
/// Texts stay texts: what would be markup is escaped, line feeds break lines, and what could harm a terminal is replaced.
struct RoomMarkdown {
    let text: String

    private static let special = Set("\\`*_<>[]&#~|!$".unicodeScalars)

    init(_ room: Room) {
        let names = room.roster.participants.map { Self.escaped($0.nickname) }
        var parts = ["# \(room.title(Self.escaped))"]
        for line in RoomTranscript(room).lines {
            let paragraphs = Self.paragraphs(line.text)
            if line.isNarration {
                parts += paragraphs.map { "*\($0)*" }
            } else {
                let speaker = "**\(names[line.participant]):** "
                parts.append(speaker + (paragraphs.first ?? ""))
                parts += paragraphs.dropFirst()
            }
        }
        text = parts.joined(separator: "\n\n") + "\n"
    }

    /// The paragraphs of a text: an empty line ends one, and each other line feed breaks a line.
    private static func paragraphs(_ text: JSONString) -> [String] {
        var paragraphs: [[String]] = [[]]
        for line in text.description.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            let escaped = escaped(JSONString(String(line)))
            if !escaped.isEmpty {
                paragraphs[paragraphs.count - 1].append(escaped)
            } else if paragraphs.last?.isEmpty == false {
                paragraphs.append([])
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: "\\\n") }
    }

    /// A line of text whose characters mean nothing in Markdown.
    private static func escaped(_ text: JSONString) -> String {
        let line = text.printable.drop { $0 == " " }
        var output = ""
        for scalar in line.unicodeScalars {
            if special.contains(scalar) { output.append("\\") }
            output.unicodeScalars.append(scalar)
        }
        while output.last == " " { output.removeLast() }
        return escapedBeginning(output)
    }

    /// What begins a list, a heading's underline or a rule does not at the beginning of a line.
    private static func escapedBeginning(_ line: String) -> String {
        if let first = line.first, "-+=".contains(first) { return "\\" + line }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        guard !digits.isEmpty, let mark = rest.first, mark == "." || mark == ")" else {
            return line
        }
        return digits + "\\" + rest
    }
}
