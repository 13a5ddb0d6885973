import RedoCalendar
import RedoJSON

/// Names of iCalendar that this suite adds, and zones by the names that programs give them.
enum CalendarNames {
    /// The parameter of a COMMENT that says when it was written.
    static let at = "X-REDO-AT"

    /// Members of the neutral form that no property of RFC 5545 has a place for.
    static let members: [ForeignMember] = [
        .notes, .project, .points, .wait, .until, .estimate, .recurrenceFrom, .timeZone,
        .frequencyDays, .occurrences, .fields,
    ]

    static func name(_ member: ForeignMember) -> String { "X-REDO-\(member.rawValue.uppercased())" }

    /// The member that a property holds; nil for other properties.
    static func member(of name: String) -> ForeignMember? {
        name.hasPrefix("X-REDO-") ? members.first { self.name($0) == name } : nil
    }

    /// The text of a property that holds a member.
    static func text(_ value: JSONValue) -> String {
        value.string?.description ?? String(decoding: CanonicalJSON.bytes(value), as: UTF8.self)
    }

    /// The value that ``text(_:)`` was made of, for a member of its form.
    static func value(_ text: String, _ member: ForeignMember) -> JSONValue {
        let plain = TextEscapes.unescaped(text)
        switch member.form {
        case .text, .time: return .text(plain)
        default: return (try? JSONDocument(Array(plain.utf8)))?.root.value ?? .text(plain)
        }
    }

    /// The zone of the database that a name means, also at the end of a longer name: `/mozilla.org/…/Europe/Berlin`.
    static func zone(_ name: String) -> NamedTimeZone? {
        if let zone = NamedTimeZone(name) { return zone }
        let parts = name.split(separator: "/")
        guard parts.count > 2 else { return nil }
        return NamedTimeZone(parts.suffix(2).joined(separator: "/"))
    }
}

/// Priorities of iCalendar: 1 is the highest, 9 the lowest, 0 is none.
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

    /// 3, the usual one, is none.
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
