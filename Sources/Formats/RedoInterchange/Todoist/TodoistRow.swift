/// A row of Todoist's CSV.
struct TodoistRow {
    /// A column; the raw value is its name.
    enum Column: String, CaseIterable {
        case type = "TYPE"
        case content = "CONTENT"
        case description = "DESCRIPTION"
        case isCollapsed = "IS_COLLAPSED"
        case priority = "PRIORITY"
        case indent = "INDENT"
        case author = "AUTHOR"
        case responsible = "RESPONSIBLE"
        case date = "DATE"
        case dateLanguage = "DATE_LANG"
        case timeZone = "TIMEZONE"
        case duration = "DURATION"
        case durationUnit = "DURATION_UNIT"
        case deadline = "DEADLINE"
        case deadlineLanguage = "DEADLINE_LANG"
    }

    private var cells: [Column: String] = [:]
    /// Cells of columns that are not in ``Column``, with the names of these.
    private(set) var others: [(name: String, text: String)] = []

    /// The text of a cell; empty if the row has none.
    subscript(column: Column) -> String { cells[column] ?? "" }

    var isEmpty: Bool { cells.isEmpty && others.isEmpty }

    /// - Parameter names: the header.
    /// - Throws: ``ForeignMistake`` without a line for a row that is not a record of the table.
    init(_ record: CSVText.Record, _ names: [String]) throws(ForeignMistake) {
        if let mistake = record.mistake { throw ForeignMistake(mistake) }
        for (index, bytes) in record.cells.enumerated() where !bytes.isEmpty {
            guard let text = String(validating: bytes, as: UTF8.self)?.trimmed else {
                throw ForeignMistake("not UTF-8", column: index + 1)
            }
            if text.isEmpty { continue }
            let name = index < names.count ? names[index] : ""
            if let column = Column(rawValue: name) {
                cells[column] = text
            } else {
                others.append((name.isEmpty ? "column \(index + 1)" : name.lowercased(), text))
            }
        }
    }

    /// The names of the columns in a header of Todoist's CSV; nil for another record.
    static func header(_ record: CSVText.Record) -> [String]? {
        guard record.mistake == nil else { return nil }
        var names = record.cells.map { String(decoding: $0, as: UTF8.self).trimmed }
        // Of a file that follows another one.
        if names.first?.unicodeScalars.first == "\u{FEFF}" {
            names[0] = String(names[0].unicodeScalars.dropFirst())
        }
        let isHeader =
            names.first == Column.type.rawValue && names.contains(Column.content.rawValue)
        return isHeader ? names : nil
    }
}
