import RedoJSON

/// Members of the neutral form that Taskwarrior has no attribute for. They are attributes of the user's own (UDA)
/// there, named `redo` and the member.
enum TaskwarriorExtra {
    static let members: [ForeignMember] = [
        .description, .notes, .isPrivate, .points, .estimate, .recurrence, .recurrenceFrom,
        .timeZone, .frequencyDays, .occurrences,
    ]

    /// What says that the priority L stands for 1 and not 2.
    static let lowestPriority = "redolowest"

    static func name(_ member: ForeignMember) -> String { "redo\(member.rawValue.lowercased())" }

    /// The member that an attribute holds; nil for other attributes.
    static func member(named name: String) -> ForeignMember? {
        name.hasPrefix("redo") ? members.first { self.name($0) == name } : nil
    }

    /// What begins the name of a field that has the name of an attribute, which would stand twice otherwise.
    private static let fieldPrefix = "redofield"

    /// The attribute that holds a field: of the same name, if that has no other meaning.
    static func name(ofField field: String) -> String {
        let hasMeaning =
            TaskwarriorAttribute(rawValue: field) != nil || member(named: field) != nil
            || field == lowestPriority || field.hasPrefix(fieldPrefix)
        return hasMeaning ? fieldPrefix + field : field
    }

    /// The field that an attribute of the user's own holds.
    static func field(named name: String) -> String {
        name.hasPrefix(fieldPrefix) ? String(name.dropFirst(fieldPrefix.count)) : name
    }

    /// Attributes are texts or numbers.
    static func attribute(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string, .number: value
        default: .text(String(decoding: CanonicalJSON.bytes(value), as: UTF8.self))
        }
    }

    /// The value that ``attribute(_:)`` was made of, for a member of its form.
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
