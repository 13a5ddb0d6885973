import RedoJSON
import RedoModel

/// Members of the neutral form that Taskwarrior has no attribute for. They become user-defined attributes (UDA),
/// named `redo` and the member.
enum TaskwarriorExtra {
    static let members: [ForeignMember] = [
        .description, .notes, .isPrivate, .points, .estimate, .recurrence, .recurrenceFrom,
        .recurrenceOf, .recurrenceExcept, .given, .timeZone, .reminders, .frequencyDays, .parent,
        .occurrences, .work,
    ]

    /// The attribute with a priority that a letter does not express: 1 or 5.
    static let exactPriority = "redopriority"

    /// The field with a letter that a user of Taskwarrior has configured.
    static let otherPriority = "taskwarriorPriority"

    /// The beginning of all these attributes.
    static let prefix = "redo"

    static func name(_ member: ForeignMember) -> String {
        prefix + member.rawValue.lowercased()
    }

    /// The member that an attribute contains; nil for other attributes.
    static func member(named name: String) -> ForeignMember? {
        name.hasPrefix(prefix) ? members.first { self.name($0) == name } : nil
    }

    /// The prefix for the name of a field that equals an attribute, which would otherwise appear twice.
    private static let fieldPrefix = "redofield"

    /// The attribute for a field: of the same name, unless that has another meaning.
    static func name(ofField field: String) -> String {
        let hasMeaning =
            TaskwarriorAttribute(rawValue: field) != nil || member(named: field) != nil
            || field == exactPriority || field.hasPrefix(fieldPrefix)
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

    /// The value of a field as an attribute: times have their form there.
    static func fieldAttribute(_ value: JSONValue) -> JSONValue {
        guard let text = value.string, let time = text.instant,
            text == JSONString(time.wallText), time.milliseconds % 1000 == 0
        else { return attribute(value) }
        return .text(TaskwarriorTime.text(time))
    }

    /// The integer in an attribute. Taskwarrior writes a number in an attribute that it does not know as a text:
    /// `5.000000`.
    static func integer(_ attribute: JSONValue) -> Int? {
        let text = attribute.string.flatMap { Double($0.description) }
        return (attribute.number ?? text).flatMap { Int(exactly: $0) }
    }

    /// The value of the attribute of ``attribute(_:)``, for a member of its form.
    static func value(_ attribute: JSONValue, _ member: ForeignMember) -> JSONValue {
        switch member.form {
        case .boolean, .json, .texts:
            guard let text = attribute.string, let document = try? JSONDocument(text.utf8) else {
                return attribute
            }
            return document.root.exactValue
        default: return attribute
        }
    }
}
