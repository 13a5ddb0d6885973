import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// A room as people read it: who takes part, narrations in the middle, speech behind names, and how the room stands.
///
/// Nothing of a node is shown as it is: control characters are replaced, and further lines of a text are indented, so
/// that none of them looks like a line of its own.
struct RoomPage {
    private let view: RoomView
    /// The number of columns; nil where nothing is wrapped or centred.
    private let columns: Int?
    private let isStyled: Bool

    /// Narrower terminals are treated as if they were so wide.
    private static let smallestColumnCount = 20
    private static let indent = "    "
    /// The number of messages and narrations that are the end of a conversation.
    private static let tailCount = 20

    init(_ view: RoomView, columns: Int?, isStyled: Bool) {
        self.view = view
        self.columns = columns.map { max($0, Self.smallestColumnCount) }
        self.isStyled = isStyled
    }

    /// The whole page.
    ///
    /// - Complexity: O(n) for n bytes of text.
    var bytes: [UInt8] {
        var output: [UInt8] = []
        for line in heading { output.append(line: line) }
        output.append(UInt8(ascii: "\n"))
        for line in RoomTranscript(view.room).lines { append(line, to: &output) }
        output.append(UInt8(ascii: "\n"))
        for line in footing { output.append(line: line) }
        return output
    }

    /// The participants, and the id.
    var heading: [String] {
        let room = view.room
        return wrapped(room.title()).map { styled($0, .bold) }
            + wrapped("room \(view.operand), $\(room.roster.tier)").map { styled($0, .faint) }
    }

    /// Hands, whose turn it is, and what one can do.
    var footing: [String] {
        if view.commands.isEmpty { return standing }
        return standing
            + wrapped("you can: \(view.commands.joined(separator: ", "))")
            .map { styled($0, .faint) }
    }

    /// Hands, and whose turn it is.
    var standing: [String] {
        var lines: [String] = []
        if !view.room.hands.isEmpty {
            lines += wrapped("hand up: \(view.names(view.room.hands))")
        }
        lines += wrapped(view.situation).map { styled($0, .bold) }
        if let writing = view.writing { lines += wrapped(writing).map { styled($0, .faint) } }
        if let asking = view.asking { lines += wrapped(asking) }
        return lines
    }

    /// The end of the conversation, and whose turn it is.
    var tail: [String] {
        RoomTranscript(view.room).lines.suffix(Self.tailCount).flatMap(lines(of:)) + [""] + footing
    }

    /// The lines that a line of the transcript takes.
    func lines(of line: RoomTranscript.Line) -> [String] {
        var output: [UInt8] = []
        append(line, to: &output)
        return String(decoding: output, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func append(_ line: RoomTranscript.Line, to output: inout [UInt8]) {
        if line.isNarration {
            appendNarration(shown(line), to: &output)
        } else {
            appendSpeech(line, to: &output)
        }
    }

    /// The text of a line; empty for an ignored author.
    private func shown(_ line: RoomTranscript.Line) -> JSONString {
        let isSpeech = !line.isNarration
        return isSpeech && view.isIgnored(line.node) ? "(ignored)" : line.text
    }

    /// Appends a narration: centred and in italics on a terminal, else after a star.
    private func appendNarration(_ text: JSONString, to output: inout [UInt8]) {
        guard let columns else {
            for (index, line) in text.shownLines.enumerated() {
                output.append(line: (index == 0 ? "* " : Self.indent) + line)
            }
            return
        }
        for line in text.shownLines.flatMap({ wrapped($0, to: columns - 4) }) {
            let margin = max(0, (columns - displayWidth(line)) / 2)
            output.append(line: String(repeating: " ", count: margin) + styled(line, .italic))
        }
    }

    private func appendSpeech(_ line: RoomTranscript.Line, to output: inout [UInt8]) {
        let style = color(of: line.participant)
        let parts = shown(line).shownLines
        guard let columns else {
            let speaker = styled(view.name(line.participant), style)
            for (index, part) in parts.enumerated() {
                output.append(line: (index == 0 ? "\(speaker): " : Self.indent) + part)
            }
            return
        }
        let name = cut(view.name(line.participant), toColumns: columns / 2)
        let speaker = styled(name, style) + ":"
        // The name takes its place in the first line: what stands for it here has its width.
        let stand = String(repeating: ".", count: displayWidth(name) + 1)
        for (index, part) in parts.enumerated() {
            let pieces = wrapped(
                index == 0 ? "\(stand) \(part)" : Self.indent + part, hanging: Self.indent)
            for (number, piece) in pieces.enumerated() {
                let isFirst = index == 0 && number == 0
                output.append(line: isFirst ? speaker + piece.dropFirst(stand.count) : piece)
            }
        }
    }

    /// The colour of a participant; red is left to what is wrong.
    private func color(of index: Int) -> Style { .line(1 + index % 5) }

    private func styled(_ text: String, _ style: Style) -> String {
        isStyled ? style.applied(to: text) : text
    }

    private func wrapped(_ text: String, hanging indent: String = "") -> [String] {
        columns.map { wrapped(text, to: $0, hanging: indent) } ?? [text]
    }

    private func wrapped(_ text: String, to columns: Int, hanging indent: String = "") -> [String] {
        TextWrapping(columns: columns, indent: indent).lines(of: text)
    }
}

extension [UInt8] {
    fileprivate mutating func append(line: String) {
        append(contentsOf: line.utf8)
        append(UInt8(ascii: "\n"))
    }
}

extension JSONString {
    /// The lines of a text, each harmless to a terminal; at least one.
    fileprivate var shownLines: [String] {
        guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return [description] }
        return description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { String($0).printable }
    }
}
