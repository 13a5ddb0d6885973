import RedoCalendar
import RedoJSON
import RedoSystem

/// Names of iCalendar that this suite adds.
enum CalendarNames {
    /// The parameter of a COMMENT with the time when it was written.
    static let at = "X-REDO-AT"

    /// Members of the neutral form that RFC 5545 has no property for.
    static let members: [ForeignMember] = [
        .notes, .project, .points, .scheduled, .wait, .until, .estimate, .recurrence,
        .recurrenceFrom, .recurrenceOf, .recurrenceExcept, .given, .timeZone, .frequencyDays,
        .occurrences, .work, .fields,
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
        default: return (try? JSONDocument(Array(plain.utf8)))?.root.exactValue ?? .text(plain)
        }
    }
}

/// Priorities of iCalendar: 1 is the highest, 9 the lowest, 0 means no priority.
enum CalendarPriority {
    /// - Returns: nil for 0.
    /// - Throws: ``ForeignMistake`` for a text that is not a priority.
    static func number(_ text: String) throws(ForeignMistake) -> Int? {
        switch Int(text.trimmed) {
        case 0: nil
        case 1, 2: 5
        case 3, 4: 4
        case 5: 3
        case 6, 7: 2
        case 8, 9: 1
        default: throw ForeignMistake("PRIORITY is not a number up to 9: '\(text.prefix(60))'")
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

/// Properties of iCalendar that tasks have as custom fields.
enum CalendarField: String, CaseIterable {
    case location = "LOCATION"
    case url = "URL"
    case geo = "GEO"
    case contact = "CONTACT"
    case resources = "RESOURCES"
    case color = "COLOR"

    /// The name of the field.
    var name: String { rawValue.lowercased() }

    /// Whether its values are texts with escapes.
    var isText: Bool { self != .url && self != .geo }

    /// Whether a text is a value of the property: a URI (RFC 3986) for URL, two numbers with a semicolon for GEO.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .url:
            let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
            return scheme.count < text.utf8.count && scheme.first.map(Self.isLetter) == true
                && scheme.allSatisfy {
                    Self.isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
                }
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C && $0 != 0x22 }
        case .geo:
            let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            return parts.count == 2
                && zip(parts, [90.0, 180]).allSatisfy { part, limit in
                    part.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
                        && Double(part).map { abs($0) <= limit } == true
                }
        default: return !text.allSatisfy(\.isWhitespace)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
