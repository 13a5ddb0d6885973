import RedoJSON

/// A field of a task that people can set or see.
///
/// It is a class so that asking a task for the value of a field copies one reference, not each text in the table.
package final class TaskField: Hashable, Sendable {
    /// The form of a value; a value of another form counts as absent.
    package enum Form: Hashable, Sendable {
        case text
        case number
        /// An ISO 8601 time.
        case date
        /// A number of minutes.
        case duration
        case boolean
        /// One of several words.
        case choice([String])
        /// Names with dots between them.
        case path
        /// An array of distinct strings.
        case strings
        /// An array of ids of tasks.
        case tasks
        /// The id of a task.
        case task
        case uuid

        /// Whether a value has ids of tasks.
        package var namesTasks: Bool { self == .task || self == .tasks }
    }

    /// The contexts in which a field can be named.
    package struct Uses: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let option = Uses(rawValue: 1)
        package static let column = Uses(rawValue: 2)
        package static let query = Uses(rawValue: 4)
        package static let sort = Uses(rawValue: 8)
        package static let all: Uses = [.option, .column, .query, .sort]
    }

    /// The source of a field's definition.
    package enum Origin: Hashable, Sendable {
        /// The protocol; every task has it.
        case version1
        /// The suite; the payload dialect does not have it.
        case organisation
        /// The configuration; the payload dialect does not have it.
        case own
    }

    /// The name of the member in nodes and states.
    package let name: JSONString
    /// The name in options, queries and orders.
    package let key: String
    /// Other spellings of the key in the words of a line and in queries.
    package let otherKeys: [String]
    /// The name of the column.
    package let column: String
    package let form: Form
    /// The name that people are shown.
    package let label: String
    package let uses: Uses
    package let origin: Origin
    /// The text that a new task gets, in the form for people; nil for none.
    package let fallback: String?

    init(
        _ name: String, key: String? = nil, or otherKeys: [String] = [], column: String? = nil,
        _ form: Form, label: String,
        uses: Uses = .all, origin: Origin = .organisation, fallback: String? = nil
    ) {
        self.name = JSONString(name)
        self.key = key ?? name
        self.otherKeys = otherKeys
        self.column = column ?? key ?? name
        self.form = form
        self.label = label
        self.uses = uses
        self.origin = origin
        self.fallback = fallback
    }

    /// A custom field.
    ///
    /// - Parameters:
    ///   - name: a name that ``OwnFieldName`` accepts.
    ///   - label: the label; nil for the name.
    package convenience init(own name: String, _ form: Form, label: String?, fallback: String?) {
        self.init(name, form, label: label ?? name, origin: .own, fallback: fallback)
    }

    // Two fields of one name are never compared.
    package static func == (left: TaskField, right: TaskField) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Whether a day without a time means its end: a task waits until a day begins, and expires when one ends.
    package var endsDay: Bool { self != .wait && self != .scheduled }

    /// The value of a task; nil if it is absent or of another form.
    package func value(of task: TaskState) -> TaskFieldValue? {
        task.shownValue(of: name).flatMap(form.value)
    }

    /// The value of a task that does not have the form; nil if it is absent, null or readable.
    package func unreadableValue(of task: TaskState) -> JSONValue? {
        guard let value = task.fields[name], value != .null, form.value(value) == nil else {
            return nil
        }
        return value
    }
}

extension TaskState {
    /// The value of a field; that of `scheduled` is the start of the current to-do, if it has one that counts.
    package func shownValue(of name: JSONString) -> JSONValue? {
        if name == TaskField.scheduled.name, let start = startOfTodo { return .string(start) }
        return fields[name]
    }
}

// MARK: The table

extension TaskField {
    package static let title = TaskField(
        "title", .text, label: "Title", uses: [.column, .query, .sort], origin: .version1)
    package static let description = TaskField(
        "description", .text, label: "Note", origin: .version1)
    package static let priority = TaskField(
        "priority", or: ["pri", "p"], .number, label: "Priority", origin: .version1)
    package static let points = TaskField(
        "storyPoints", key: "points", .number, label: "Points", origin: .version1)
    package static let every = TaskField(
        "frequencyDays", key: "every", or: ["recur"], .number, label: "Every", origin: .version1)
    package static let isPrivate = TaskField(
        "privacy", key: "private", .boolean, label: "Private", origin: .version1)
    package static let category = TaskField("category", .uuid, label: "Category")
    package static let project = TaskField("project", or: ["pro"], .path, label: "Project")
    package static let tags = TaskField(
        "tags", key: "tag", column: "tags", .strings, label: "Tags",
        uses: [.option, .column, .query])
    package static let dependsOn = TaskField(
        "dependsOn", key: "depends-on", or: ["depends", "after"], .tasks, label: "Depends on",
        uses: [.option, .column, .query])
    package static let parent = TaskField(
        "parent", .task, label: "Part of", uses: [.option, .column, .query])
    package static let wait = TaskField("wait", .date, label: "Hidden until")
    package static let scheduled = TaskField("scheduled", or: ["sched"], .date, label: "Planned")
    package static let until = TaskField(
        "until", key: "expires", or: ["until"], .date, label: "Expires")
    package static let estimate = TaskField(
        "timeEstimate", key: "estimate", or: ["est"], .duration, label: "Estimate")
    package static let trashedAt = TaskField(
        "trashedAt", key: "trashed", .date, label: "In the trash since",
        uses: [.column, .query, .sort])

    /// The fields of the protocol and the suite, in the order in which people are shown them.
    package static let standard = [
        title, description, priority, points, every, isPrivate, category, project, tags, dependsOn,
        parent, wait, scheduled, until, estimate, trashedAt,
    ]
}
