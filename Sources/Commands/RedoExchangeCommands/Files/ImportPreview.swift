import RedoCommandLine
import RedoInterchange
import RedoModel
import RedoSystem

/// A table of what an import would do with each entry.
struct ImportPreview {
    private let entries: [ForeignImport.Entry]

    init(_ entries: [ForeignImport.Entry]) { self.entries = entries }

    private static let headings = ["RESULT", "STATUS", "DUE", "PROJECT", "TITLE"]

    /// The lines, the title last; it is cut if the terminal is too narrow.
    ///
    /// - Parameter width: of the terminal; nil if nothing is cut.
    func text(width: Int?) -> String {
        let rows = [Self.headings] + entries.map(Self.cells)
        let widths = Self.headings.indices.dropLast().map { column in
            rows.reduce(0) { max($0, displayWidth($1[column])) }
        }
        var text = ""
        for row in rows {
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell.padded(toColumns: width + 2)
            }
            let title = row.last ?? ""
            let room = width.map { max(8, $0 - displayWidth(line)) }
            text += line + (room.map { cut(title, toColumns: $0) } ?? title) + "\n"
        }
        return text
    }

    private static func cells(_ entry: ForeignImport.Entry) -> [String] {
        let task = entry.task
        if let mistake = entry.mistake {
            return ["refused", "-", "-", "-", mistake.text(of: entry.file).printable]
        }
        return [
            word(entry.result), task.status.rawValue, task.due.map { localText($0) } ?? "-",
            task.project?.printable ?? "-", task.title.printable,
        ]
    }

    private static func word(_ result: ForeignImport.Result) -> String {
        switch result {
        case .added: "add"
        case .updated: "update"
        case .restored: "bring back"
        case .known, .unchanged: "known"
        case .refused: "refused"
        }
    }
}
