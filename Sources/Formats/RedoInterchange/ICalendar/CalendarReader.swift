import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// A reader of the VTODOs of iCalendar. libical parses each and may crash, so only a process of its own runs this.
package struct CalendarReader {
    private let settings: InterchangeSettings

    package init(_ settings: InterchangeSettings) { self.settings = settings }

    /// The maximum size of a text in bytes.
    package static let maximumByteCount = 64 << 20

    /// A component of the text, with its contents.
    private struct Piece {
        let name: String
        let line: Int
        var lines: [CalendarText.Line] = []
        var isWhole = false

        /// The component without folds, for libical.
        var bytes: [UInt8] { lines.flatMap { $0.bytes + [0x0D, 0x0A] } }
    }

    /// - Throws: ``ForeignMistake`` for a text without a calendar.
    package func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        let pieces = try Self.pieces(of: bytes)
        var zones: [String: CalendarZone] = [:]
        for piece in pieces where piece.name == "VTIMEZONE" && piece.isWhole {
            guard let component = CalendarComponent(piece.bytes) else { continue }
            let properties = CalendarObject(piece.lines)?.properties ?? []
            if let name = properties.first(where: { $0.name == "TZID" })?.text {
                zones[name] = component.zone()
            }
        }
        var result = ForeignTasks()
        for piece in pieces where piece.name == "VTODO" {
            result.add(line: piece.line) { () throws(ForeignMistake) in
                guard piece.isWhole else { throw ForeignMistake("END:VTODO is missing") }
                guard let todo = CalendarObject(piece.lines) else { return nil }
                var reading = CalendarTodoReading(settings, zones)
                return reading.task(todo)
            }
        }
        let others = pieces.filter { $0.name != "VTODO" && $0.name != "VTIMEZONE" }
        for name in Set(others.map(\.name)).sorted() {
            let count = others.count { $0.name == name }
            result.remarks.append("\(counted(count, name)) left out: not a task")
        }
        return result
    }

    /// The components at the top level of calendars.
    private static func pieces(of bytes: [UInt8]) throws(ForeignMistake) -> [Piece] {
        var pieces: [Piece] = []
        var current: Piece?
        var depth = 0
        var hasCalendar = false
        for line in CalendarText.lines(bytes) {
            let name = line.name
            if name == "BEGIN" || name == "END" {
                let component = line.value.uppercased()
                if component == "VCALENDAR" {
                    if let open = current { pieces.append(open) }
                    (current, depth, hasCalendar) = (nil, 0, true)
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
        return pieces
    }
}
