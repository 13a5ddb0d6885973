import RedoJSON

/// Members of the neutral form that Taskwarrior has no attribute for. They become user-defined attributes (UDA),
/// named `redo` and the member.
enum TaskwarriorExtra {
    static let members: [ForeignMember] = [
        .description, .notes, .isPrivate, .points, .estimate, .recurrence, .recurrenceFrom,
        .timeZone, .frequencyDays, .parent, .occurrences, .work,
    ]

    /// The attribute that marks the priority L as 1 and not 2.
    static let lowestPriority = "redolowest"

    static func name(_ member: ForeignMember) -> String { "redo\(member.rawValue.lowercased())" }

    /// The member that an attribute contains; nil for other attributes.
    static func member(named name: String) -> ForeignMember? {
        name.hasPrefix("redo") ? members.first { self.name($0) == name } : nil
    }

    /// The prefix for the name of a field that equals an attribute, which would otherwise appear twice.
    private static let fieldPrefix = "redofield"

    /// The attribute for a field: of the same name, unless that has another meaning.
    static func name(ofField field: String) -> String {
        let hasMeaning =
            TaskwarriorAttribute(rawValue: field) != nil || member(named: field) != nil
            || field == lowestPriority || field.hasPrefix(fieldPrefix)
        return hasMeaning ? fieldPrefix + field : field
    }

    /// The field of a user-defined attribute.
    static func field(named name: String) -> String {
        name.hasPrefix(fieldPrefix) ? String(name.dropFirst(fieldPrefix.count)) : name
    }

    /// A value as an attribute, which can only be a text or a number.
    static func attribute(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string, .number: value
        default: .text(String(decoding: CanonicalJSON.bytes(value), as: UTF8.self))
        }
    }

    /// The value of the attribute of ``attribute(_:)``, for a member of its form.
    static func value(_ attribute: JSONValue, _ member: ForeignMember) -> JSONValue {
        switch member.form {
        case .boolean, .json, .texts:
            guard let text = attribute.string, let document = try? JSONDocument(text.utf8) else {
                return attribute
            }
            return document.root.value
        default: return attribute
        }
    }
}
