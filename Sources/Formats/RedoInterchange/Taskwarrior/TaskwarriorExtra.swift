import RedoJSON
import RedoModel

/// Members of the neutral form that Taskwarrior has no attribute for. They become user-defined attributes (UDA),
/// named `redo` and the member.
package enum TaskwarriorExtra {
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

    /// The integer in an attribute, a number or a text.
    static func integer(_ attribute: JSONValue) -> Int? {
        let text = attribute.string.flatMap { Double($0.description) }
        return (attribute.number ?? text).flatMap { Int(exactly: $0) }
    }

    /// The number in a text that Taskwarrior made of one, as of each in an attribute that it does not know: `5.000000`.
    package static func number(_ attribute: JSONValue) -> Double? {
        guard let text = attribute.string?.description,
            text.utf8.suffix(decimalCount + 1).first == UInt8(ascii: ".")
        else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static let decimalCount = 6

    /// The value of a field after Taskwarrior, which keeps six decimals of numbers, and other values as texts.
    ///
    /// - Parameter former: the value that was exported.
    static func value(_ attribute: JSONValue, formerly former: JSONValue) -> JSONValue {
        guard let former = former.number else {
            return self.attribute(former) == attribute ? former : attribute
        }
        guard let number = attribute.number ?? number(attribute) else { return attribute }
        return .number(abs(number - former) <= 0.000_000_5 ? former : number)
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

extension ForeignTask {
    /// The task with the values of custom fields that Taskwarrior changed in form alone.
    ///
    /// - Parameter former: the fields that were exported.
    package func withFields(formerly former: [JSONMember]) -> ForeignTask {
        let known = Dictionary(former.map { ($0.name, $0.value) }) { first, _ in first }
        var task = self
        task.fields = fields.map { field in
            guard let former = known[field.name] else { return field }
            return JSONMember(
                field.name, TaskwarriorExtra.value(field.value, formerly: former))
        }
        return task
    }
}
