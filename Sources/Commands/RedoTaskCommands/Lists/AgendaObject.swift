import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// The entries of an agenda for programs (docs/agenda.schema.json).
extension Agenda {
    /// Prints a line for each entry of some days, what is overdue first.
    func printObjects(
        of days: Range<LocalCalendar.Day>, _ table: TaskTable, _ context: inout CommandContext
    ) throws(RedoError) {
        for entry in overdue { try context.printLine(json(entry, table)) }
        for number in days.lowerBound.number..<days.upperBound.number {
            for entry in entries(of: LocalCalendar.Day(number)) {
                try context.printLine(json(entry, table))
            }
        }
    }

    private func json(_ entry: Entry, _ table: TaskTable) -> [UInt8] {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        let path = table.facts.facts(of: entry.task).categoryPath
        return CanonicalJSON.bytes([
            "category": path.isEmpty ? .null : .array(path.map { .string($0) }),
            "day": text(calendar.day(of: entry.moment).description),
            "kind": text(entry.kind.rawValue), "moment": text(entry.moment.wallText),
            "project": entry.task.project.map { .string($0) } ?? .null,
            "task": text(entry.task.id.description),
            "time": entry.time(table.words).map(text) ?? .null,
            "title": .string(entry.task.title),
        ])
    }
}
