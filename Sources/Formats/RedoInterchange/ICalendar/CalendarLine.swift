import RedoCalendar
import RedoModel

/// A content line of iCalendar (RFC 5545, section 3.1) before it is folded.
///
/// Only its initialisers write values, each for one kind of value. The text of a line has no control character, so no
/// value can end the line and begin another property.
package struct CalendarLine: Equatable, Sendable {
    /// Without CR, LF, NUL and other control characters.
    package let text: String

    private init(joined text: String) {
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
        guard text.utf8.contains(where: isControl) else {
            self.text = text
            return
        }
        self.text = String(decoding: text.utf8.filter { !isControl($0) }, as: UTF8.self)
    }

    /// A line with a value that the format defines: `BEGIN:VTODO`.
    init(_ name: String, word: String) { self.init(joined: "\(name):\(word)") }

    /// A line with a text of a task.
    ///
    /// - Parameter parameters: constants of the program: `RELTYPE=DEPENDS-ON`.
    init(_ name: String, parameters: [String] = [], text: String) {
        let head = ([name] + parameters).joined(separator: ";")
        self.init(joined: "\(head):\(CalendarText.escaped(text))")
    }

    /// A line with a custom field that is a property.
    init(_ field: CalendarField, _ text: String) {
        guard field.isText else {
            self.init(joined: "\(field.rawValue):\(text)")
            return
        }
        self.init(field.rawValue, text: text)
    }

    /// The lines with a list of texts: one line for all, or one for each if a text has a backslash, an escape or a
    /// quote, since readers such as libical then do not find the end of a text in a list.
    static func list(_ name: String, _ texts: [String]) -> [CalendarLine] {
        let values = texts.map { CalendarText.escaped($0, also: TextEscapes.outerSpaces(of: $0)) }
        let isPlain = values.allSatisfy { !$0.contains("\\") && !$0.contains("\"") }
        if isPlain, !values.isEmpty {
            return [CalendarLine(joined: "\(name):\(values.joined(separator: ","))")]
        }
        return values.map { CalendarLine(joined: "\(name):\($0)") }
    }

    /// A line with a moment in UTC.
    init(_ name: String, _ moment: Instant) {
        self.init(joined: "\(name):\(TaskwarriorTime.text(moment))")
    }

    /// A line with a time in a zone.
    ///
    /// - Parameter reading: what the clock shows, as if it were UTC.
    init(_ name: String, reading: Instant, in zone: String) {
        self.init(joined: "\(name);TZID=\(zone):\(CompactTime.text(reading))")
    }

    /// A line with a date.
    ///
    /// - Parameter date: `YYYY-MM-DD`.
    init(_ name: String, date: String) {
        self.init(joined: "\(name);VALUE=DATE:\(date.filter { $0 != "-" })")
    }

    /// A line with a recurrence rule. Only a parsed rule can be written.
    init(_ rule: RecurrenceRule) { self.init(joined: "RRULE:\(rule.text)") }
}
