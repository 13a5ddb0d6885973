import RedoJSON
import RedoSystem

/// A reader of tables whose header names members of the neutral form; other columns are custom fields.
struct CSVReader {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// The names of the title in other programs.
    private static let titles = ["title", "summary", "task", "name"]

    /// - Throws: ``ForeignMistake`` for a table without a header that names a title.
    func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        let first = text.prefix { $0 != 0x0A }
        let hasSemicolons =
            !first.contains(UInt8(ascii: ",")) && first.contains(UInt8(ascii: ";"))
        let records = CSVText.records(
            Array(text), separator: UInt8(ascii: hasSemicolons ? ";" : ","))
        guard let header = records.first else {
            throw ForeignMistake("the table is empty; its first line has to name the columns")
        }
        let names = header.cells.map { String(decoding: $0, as: UTF8.self).trimmed }
        guard
            let title = Self.titles.lazy.compactMap({ title in
                names.firstIndex { $0.lowercased() == title }
            }).first, header.mistake == nil
        else {
            throw ForeignMistake(
                "no column of the first line is called title, summary, task or name",
                line: header.line)
        }
        if let name = names.first(where: { name in names.count { $0 == name } > 1 && !name.isEmpty }
        ) {
            throw ForeignMistake("two columns are called '\(name)'", line: header.line)
        }
        var result = ForeignTasks()
        for record in records.dropFirst() {
            result.add(line: record.line) { () throws(ForeignMistake) in
                try task(record, names, title: title)
            }
        }
        return result
    }

    private func task(
        _ record: CSVText.Record, _ names: [String], title: Int
    ) throws(ForeignMistake) -> ForeignTask {
        if let mistake = record.mistake { throw ForeignMistake(mistake) }
        guard record.cells.count == names.count else {
            throw ForeignMistake(
                "\(record.cells.count) cells, but the first line has \(names.count)")
        }
        var task = ForeignTask()
        for (index, bytes) in record.cells.enumerated() where !bytes.isEmpty {
            guard let raw = String(validating: bytes, as: UTF8.self) else {
                throw ForeignMistake("not UTF-8", column: index + 1)
            }
            let cell = CSVFormula.armed(raw)
            if index == title {
                task.title = TextEscapes.unescaped(cell)
            } else if let member = ForeignMember(rawValue: names[index]), member != .title {
                try member.set(&task, to: try value(cell, member), settings)
            } else if !names[index].isEmpty {
                task.addField(names[index], .text(TextEscapes.unescaped(cell)))
            }
        }
        if task.recurrence?.rule.isEmpty == true { task.recurrence = nil }
        return task
    }

    /// The value in a cell.
    private func value(
        _ cell: String, _ member: ForeignMember
    ) throws(ForeignMistake) -> JSONValue {
        switch member.form {
        case .text, .time: return .text(TextEscapes.unescaped(cell))
        case .number:
            guard let number = Double(cell.trimmed), number.isFinite else {
                throw ForeignMistake("\(member.rawValue) is not a number: '\(cell.prefix(60))'")
            }
            return .number(number)
        case .boolean: return cell == "true" ? true : cell == "false" ? false : .text(cell)
        case .texts:
            return .array(
                cell.split(separator: ",").map { .text(TextEscapes.unescaped($0.trimmed)) })
        case .json:
            guard let document = try? JSONDocument(Array(TextEscapes.unescaped(cell).utf8)) else {
                throw ForeignMistake("\(member.rawValue) is not JSON")
            }
            return document.root.value
        }
    }
}
