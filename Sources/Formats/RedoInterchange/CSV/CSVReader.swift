import RedoJSON
import RedoSystem

/// A reader of tables whose header names members of the neutral form (``CSVColumns``); other columns are custom fields.
struct CSVReader {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// - Throws: ``ForeignMistake`` for a table without a header that names a title.
    func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        let separator = CSVText.separator(of: bytes) ?? UInt8(ascii: ",")
        let records = CSVText.records(bytes, separator: separator)
        guard let header = records.first else {
            throw ForeignMistake("the table is empty; its first line has to name the columns")
        }
        if let mistake = header.mistake { throw ForeignMistake(mistake, line: header.line) }
        let columns: CSVColumns
        do throws(ForeignMistake) {
            columns = try CSVColumns(
                header.cells.map { String(decoding: $0, as: UTF8.self).trimmed },
                mapped: settings.columns)
        } catch {
            throw error.at(line: header.line)
        }
        var result = ForeignTasks()
        for record in records.dropFirst() where !record.cells.allSatisfy(\.isEmpty) {
            result.add(line: record.line) { () throws(ForeignMistake) in
                try task(record, columns.contents)
            }
        }
        return result
    }

    private func task(
        _ record: CSVText.Record, _ columns: [CSVColumns.Content]
    ) throws(ForeignMistake) -> ForeignTask {
        if let mistake = record.mistake { throw ForeignMistake(mistake) }
        var task = ForeignTask()
        var fields: [KeptField] = []
        for (index, bytes) in record.cells.enumerated() where !bytes.isEmpty {
            guard let raw = String(validating: bytes, as: UTF8.self) else {
                throw ForeignMistake("not UTF-8", column: index + 1)
            }
            let cell = CSVFormula.armed(raw)
            switch index < columns.count ? columns[index] : .field(nil) {
            case .member(let member): set(member, of: &task, to: cell)
            case .field(let name):
                let reason = name == nil ? "no name is above cell \(index + 1)" : nil
                fields.append(
                    KeptField(
                        name ?? "column\(index + 1)", .text(TextEscapes.unescaped(cell)), reason))
            }
        }
        task.addFields(fields)
        if task.recurrence?.rule.isEmpty == true { task.recurrence = nil }
        return task
    }

    /// Sets a member to the value in a cell. Any other text is kept as a custom field, and named.
    private func set(_ member: ForeignMember, of task: inout ForeignTask, to cell: String) {
        do throws(ForeignMistake) {
            try member.set(&task, to: try value(cell, member), settings)
        } catch {
            task.keepAside(
                member.rawValue, .text(TextEscapes.unescaped(cell)), error.reason)
        }
    }

    /// The value in a cell.
    private func value(
        _ cell: String, _ member: ForeignMember
    ) throws(ForeignMistake) -> JSONValue {
        switch member.form {
        case .text: return .text(TextEscapes.unescaped(cell))
        case .time: return .text(TextEscapes.unescaped(cell).trimmed)
        case .number:
            let text = cell.trimmed
            guard let number = Double(text), number.isFinite, isExactNumber(text) else {
                throw ForeignMistake("\(member.rawValue) is not a number: '\(cell.prefix(60))'")
            }
            return .number(number)
        case .boolean:
            let word = cell.trimmed.lowercased()
            return word == "true" ? true : word == "false" ? false : .text(cell)
        case .texts:
            return .array(
                cell.split(separator: ",").map { .text(TextEscapes.unescaped($0.trimmed)) })
        case .json:
            guard let document = try? JSONDocument(Array(TextEscapes.unescaped(cell).utf8)) else {
                throw ForeignMistake("\(member.rawValue) is not JSON")
            }
            return document.root.exactValue
        }
    }
}
