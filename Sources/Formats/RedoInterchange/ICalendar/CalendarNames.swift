import RedoCalendar
import RedoJSON

/// Names of iCalendar that this suite adds, and the zones that other programs' names mean.
enum CalendarNames {
    /// The parameter of a COMMENT with the time when it was written.
    static let at = "X-REDO-AT"

    /// Members of the neutral form that RFC 5545 has no property for.
    static let members: [ForeignMember] = [
        .notes, .project, .points, .wait, .until, .estimate, .recurrenceFrom, .timeZone,
        .frequencyDays, .occurrences, .fields,
    ]

    static func name(_ member: ForeignMember) -> String { "X-REDO-\(member.rawValue.uppercased())" }

    /// The member that a property contains; nil for other properties.
    static func member(of name: String) -> ForeignMember? {
        name.hasPrefix("X-REDO-") ? members.first { self.name($0) == name } : nil
    }

    /// The text of a property that contains a member.
    static func text(_ value: JSONValue) -> String {
        value.string?.description ?? String(decoding: CanonicalJSON.bytes(value), as: UTF8.self)
    }

    /// The value of the text of ``text(_:)``, for a member of its form.
    static func value(_ text: String, _ member: ForeignMember) -> JSONValue {
        let plain = TextEscapes.unescaped(text)
        switch member.form {
        case .text, .time: return .text(plain)
        default: return (try? JSONDocument(Array(plain.utf8)))?.root.value ?? .text(plain)
        }
    }

    /// The zone of the database that a name means, also if it is only the end of the name:
    /// `/mozilla.org/…/Europe/Berlin`.
    static func zone(_ name: String) -> NamedTimeZone? {
        if let zone = NamedTimeZone(name) { return zone }
        let parts = name.split(separator: "/")
        guard parts.count > 2 else { return nil }
        return NamedTimeZone(parts.suffix(2).joined(separator: "/"))
    }
}

/// Priorities of iCalendar: 1 is the highest, 9 the lowest, 0 means no priority.
enum CalendarPriority {
    static func number(_ text: String) -> Int? {
        switch Int(text) {
        case 1, 2: 5
        case 3, 4: 4
        case 5: 3
        case 6, 7: 2
        case 8, 9: 1
        default: nil
        }
    }

    /// 3, the default, is left out.
    static func text(_ number: Int) -> String? {
        switch number {
        case 5: "1"
        case 4: "3"
        case 2: "7"
        case 1: "9"
        default: nil
        }
    }
}
