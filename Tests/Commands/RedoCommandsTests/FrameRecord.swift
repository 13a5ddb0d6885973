import RedoScreen
import RedoSystem

/// A frame as a text that people compare and programs draw: of each row the line after a bar, and below it its styles
/// after a tilde, if it has any.
///
/// ```
/// cursor 3 15
/// | 1 Tasks   2 Agenda
/// ~1+9 bold,reversed; 11+10 faint
/// | 1 4.50  Buy milk
/// ~3+4 fg1
/// ```
///
/// A run is `column+count` and its style: attributes, and colours as `fg` and `bg` with a number or `#RRGGBB`.
enum FrameRecord {
    static func text(of frame: Frame) -> String {
        var text = frame.cursor.map { "cursor \($0.row) \($0.column)\n" } ?? ""
        for (row, line) in frame.lines.enumerated() {
            text += "|\(line)\n"
            let runs = runs(of: frame.cells[row * frame.columns..<(row + 1) * frame.columns])
            if !runs.isEmpty { text += "~\(runs.joined(separator: "; "))\n" }
        }
        return text
    }

    private static func runs(of cells: ArraySlice<Frame.Cell>) -> [String] {
        var runs: [String] = []
        var rest = cells
        while let first = rest.first {
            let run = rest.prefix { $0.style == first.style }
            let column = rest.startIndex - cells.startIndex
            rest = rest.dropFirst(run.count)
            if first.style != .plain {
                runs.append("\(column)+\(run.count) \(name(of: first.style))")
            }
        }
        return runs
    }

    private static func name(of style: TextStyle) -> String {
        let names: [(TextStyle.Attributes, String)] = [
            (.bold, "bold"), (.faint, "faint"), (.italic, "italic"), (.underlined, "underlined"),
            (.reversed, "reversed"),
        ]
        return
            (names.filter { style.attributes.contains($0.0) }.map(\.1)
            + [
                style.foreground.map { "fg\(name(of: $0))" },
                style.background.map { "bg\(name(of: $0))" },
            ]
            .compactMap { $0 }).joined(separator: ",")
    }

    private static func name(of color: TextColor) -> String {
        switch color {
        case .palette(let index): return "\(index)"
        case .exact(let color):
            let digits = String(color.red << 16 | color.green << 8 | color.blue, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
    }
}
