import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// A reader of the VTODOs of iCalendar. Rules can take long, and libical computes them, so only a process of its own runs
/// this.
package struct CalendarReader {
    private let settings: InterchangeSettings

    package init(_ settings: InterchangeSettings) { self.settings = settings }

    /// The maximum size of a text in bytes.
    package static let maximumByteCount = 64 << 20

    /// A component of the text, with its contents.
    private struct Piece: Sendable {
        let name: String
        let line: Int
        var lines: [CalendarText.Line] = []
        var isWhole = false
    }

    /// - Throws: ``ForeignMistake`` for a text without a calendar.
    package func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        let (pieces, properties) = try Self.pieces(of: bytes)
        let definitions = pieces.filter { $0.name == "VTIMEZONE" && $0.isWhole }
        let zones = CalendarZones(definitions.compactMap { CalendarObject($0.lines) }, settings)
        let todos = pieces.filter { $0.name == "VTODO" }
        let read: [CalendarEntry?] = Parallel.map(count: todos.count) { range in
            todos[range].map { piece in
                guard piece.isWhole, let todo = CalendarObject(piece.lines) else { return nil }
                var reading = CalendarTodoReading(settings, zones)
                return reading.entry(todo)
            }
        }
        var result = ForeignTasks()
        var entries: [(piece: Piece, entry: CalendarEntry)] = []
        for (piece, entry) in zip(todos, read) {
            if let entry {
                entries.append((piece, entry))
            } else {
                result.mistakes.append(ForeignMistake("END:VTODO is missing", line: piece.line))
            }
        }
        addTasks(of: entries, to: &result)
        let others = pieces.filter { $0.name != "VTODO" && $0.name != "VTIMEZONE" }
        for name in Set(others.map(\.name)).sorted() {
            let count = others.count { $0.name == name }
            result.remarks.append("\(counted(count, name)) left out: not a task")
        }
        if !properties.isEmpty {
            let names = properties.joined(separator: ", ")
            result.fileRemarks.append("\(names) left out: about the calendar")
        }
        return result
    }

    /// Adds the tasks of entries, each with its occurrences that are described apart. Occurrences of a task that the
    /// calendar does not have are tasks.
    private func addTasks(
        of entries: [(piece: Piece, entry: CalendarEntry)], to result: inout ForeignTasks
    ) {
        var overrides: [String: [CalendarEntry]] = [:]
        let masters = Set(
            entries.filter { $0.entry.occurrence == nil }.map { $0.entry.task.uid ?? "" })
        func isOverride(_ entry: CalendarEntry) -> Bool {
            entry.occurrence != nil && masters.contains(entry.task.uid ?? "")
        }
        for (_, entry) in entries where isOverride(entry) {
            overrides[entry.task.uid ?? "", default: []].append(entry)
        }
        for (piece, entry) in entries where !isOverride(entry) {
            result.add(line: piece.line) { () throws(ForeignMistake) in
                // A second task of one UID gets none of the first one's occurrences.
                let others = overrides.removeValue(forKey: entry.task.uid ?? "") ?? []
                var series = CalendarSeries(entry, others, settings)
                var task = series.joined()
                if entry.occurrence != nil {
                    task.remarks.append(
                        "RECURRENCE-ID left out: the task that it is an occurrence of is missing")
                }
                return task
            }
        }
    }

    /// Properties of a calendar that are about its text.
    private static let administrative: Set<String> = ["VERSION", "PRODID", "CALSCALE"]

    /// The components at the top level of calendars, and the names of further properties of these.
    private static func pieces(
        of bytes: [UInt8]
    ) throws(ForeignMistake) -> (pieces: [Piece], properties: [String]) {
        var pieces: [Piece] = []
        var properties: [String] = []
        var current: Piece?
        var depth = 0
        var (hasCalendar, isInCalendar) = (false, false)
        for line in CalendarText.lines(bytes) {
            let name = line.name
            if name == "BEGIN" || name == "END" {
                let component = line.value.uppercased()
                if component == "VCALENDAR" {
                    if let open = current { pieces.append(open) }
                    (current, depth, hasCalendar) = (nil, 0, true)
                    isInCalendar = name == "BEGIN"
                    continue
                }
                if name == "BEGIN" {
                    // A task that has no end before the next one begins.
                    if component == "VTODO", let open = current, open.name == "VTODO" {
                        pieces.append(open)
                        (current, depth) = (nil, 0)
                    }
                    if current == nil { current = Piece(name: component, line: line.number) }
                    depth += 1
                }
            } else if current == nil, isInCalendar, !administrative.contains(name),
                !properties.contains(name), properties.count < maximumPropertyCount
            {
                properties.append(name)
            }
            current?.lines.append(line)
            if name == "END", current != nil {
                depth -= 1
                if depth == 0, var open = current {
                    open.isWhole = true
                    pieces.append(open)
                    current = nil
                }
            }
        }
        if let open = current { pieces.append(open) }
        guard hasCalendar else {
            throw ForeignMistake("not iCalendar: BEGIN:VCALENDAR is missing", line: 1)
        }
        return (pieces, properties)
    }

    /// The maximum number of properties of a calendar that are named.
    private static let maximumPropertyCount = 100
}
