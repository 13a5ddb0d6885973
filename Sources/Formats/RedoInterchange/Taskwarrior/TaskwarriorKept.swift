import RedoJSON
import RedoModel

/// What of a task of Taskwarrior no member here means, and its export needs again.
///
/// It travels as the custom field `taskwarrior` (``ImportedField/taskwarrior``), so that an export on any device writes
/// the attributes that were read:
///
/// ```
/// {"attributes":{"due":"20251101T100000Z","mask":"+-","recur":"weekly","rtype":"periodic"},
///  "children":[{"due":"20251108T100000Z","imask":1,"status":"pending","uuid":"…"}],
///  "names":{"otherEstimate":"estimate"},"rule":"FREQ=WEEKLY"}
/// ```
struct TaskwarriorKept: Equatable, Sendable {
    /// Attributes as they were read: those that Taskwarrior computes, the frequency, the letter of the usual priority,
    /// the times of a template if its task has those of an occurrence, and its annotations that occurrences have, too.
    var attributes: [JSONMember] = []
    /// The rule that the reader made of the frequency.
    var rule: String?
    /// The attributes of custom fields whose names differ, by the names of the fields.
    var names: [String: String] = [:]
    /// The occurrences of a template: what differs from the template, null for what only the template has.
    var children: [[JSONMember]] = []

    init() {}

    /// The status of a task that waits, in older versions.
    static let waiting = "waiting"

    /// Reads the field; anyone can have written it, so what has another form is left out.
    init?(_ task: ForeignTask) {
        let field = task.fields.first { $0.name == ImportedField.taskwarrior }
        guard case .object(let members)? = field?.value else { return nil }
        for member in members {
            switch (member.name.description, member.value) {
            case ("attributes", .object(let attributes)): self.attributes = attributes
            case ("rule", .string(let rule)): self.rule = rule.description
            case ("names", .object(let names)):
                for name in names {
                    self.names[name.name.description] = name.value.string?.description
                }
            case ("children", .array(let children)):
                self.children = children.compactMap { child in
                    guard case .object(let members) = child else { return nil }
                    return members
                }
            default: break
            }
        }
    }

    /// The field; nil if there is nothing to keep.
    var field: JSONMember? {
        var members: [JSONMember] = []
        if !attributes.isEmpty { members.append(JSONMember("attributes", .object(attributes))) }
        if !children.isEmpty {
            members.append(JSONMember("children", .array(children.map { .object($0) })))
        }
        if !names.isEmpty {
            let names = names.sorted { $0.key < $1.key }
            members.append(
                JSONMember(
                    "names",
                    .object(names.map { JSONMember(JSONString($0.key), .text($0.value)) })))
        }
        if let rule { members.append(JSONMember("rule", .text(rule))) }
        return members.isEmpty ? nil : JSONMember(ImportedField.taskwarrior, .object(members))
    }

    subscript(attribute: TaskwarriorAttribute) -> JSONValue? {
        get { attributes[attribute] }
        set { attributes[attribute] = newValue }
    }
}

extension [JSONMember] {
    /// The value of an attribute among these.
    subscript(attribute: TaskwarriorAttribute) -> JSONValue? {
        get {
            let name = JSONString(attribute.rawValue)
            return first { $0.name == name }?.value
        }
        set {
            let name = JSONString(attribute.rawValue)
            let index = firstIndex { $0.name == name }
            switch (newValue, index) {
            case (let value?, let index?): self[index] = JSONMember(name, value)
            case (let value?, nil): append(JSONMember(name, value))
            case (nil, let index?): remove(at: index)
            case (nil, nil): break
            }
        }
    }
}
