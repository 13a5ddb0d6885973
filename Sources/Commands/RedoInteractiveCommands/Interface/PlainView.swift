import RedoScreen

/// The output for a person who listens: the differences of each frame from the previous one, in lines.
struct PlainView {
    private var heading = ""
    private var lines: [String] = []
    private var selected = ""

    /// The marks that stand before a row of a list: they say what `selected` says in words.
    private static let marks: Set<Character> = ["▸", " "]

    /// The lines that say what is new.
    ///
    /// - Parameters:
    ///   - heading: the page, as a person calls it.
    ///   - message: what was said last; empty for nothing.
    mutating func changes(to frame: Frame, heading: String, message: String) -> [String] {
        var said: [String] = []
        let rows = frame.lines.dropFirst().dropLast().map {
            String($0.drop { Self.marks.contains($0) })
        }
        if heading != self.heading {
            said.append(heading)
            said += rows.filter { !$0.isEmpty }
        } else {
            let known = Set(lines)
            said += rows.filter { !$0.isEmpty && !known.contains($0) }
            let left = Set(rows)
            let gone = lines.filter { !$0.isEmpty && !left.contains($0) }
            said += gone.map { "gone: \($0)" }
        }
        if !message.isEmpty { said.append(message) }
        let chosen = Self.selectedRow(of: frame).map { rows[$0] } ?? ""
        if !chosen.isEmpty, chosen != selected || heading != self.heading {
            said.append("selected: \(chosen)")
        }
        (self.heading, lines, selected) = (heading, rows, chosen)
        return said
    }

    /// The row of the page that is reversed; nil if none is.
    private static func selectedRow(of frame: Frame) -> Int? {
        (1..<max(1, frame.rows - 1)).first { row in
            frame.cells[row * frame.columns].style.attributes.contains(.reversed)
        }.map { $0 - 1 }
    }
}
