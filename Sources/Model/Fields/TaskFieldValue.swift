import RedoJSON

/// The value of a field, read by its form.
package enum TaskFieldValue: Hashable, Sendable {
    case text(JSONString)
    case number(Double)
    case date(Instant)
    case minutes(Double)
    case boolean(Bool)
    case path(JSONString)
    case strings([JSONString])
    case tasks([TaskID])
    case task(TaskID)
    case uuid(UUIDValue)
}

extension TaskField.Form {
    /// Reads the value in JSON; nil if it has another form.
    ///
    /// Invalid elements of an array of strings are left out, since other programs write such.
    package func value(_ json: JSONValue) -> TaskFieldValue? {
        switch self {
        case .text: return json.string.map { .text($0) }
        case .number: return json.number.map { .number($0) }
        case .duration:
            return json.number.flatMap { $0 >= 0 ? .minutes($0) : nil }
        case .date:
            return json.string?.instant.map { .date($0) }
        case .boolean:
            guard case .bool(let value) = json else { return nil }
            return .boolean(value)
        case .choice(let words):
            return json.string.flatMap { words.contains($0.description) ? .text($0) : nil }
        case .path:
            return json.string.flatMap { Self.isPath($0) ? .path($0) : nil }
        case .strings:
            guard case .array(let elements) = json else { return nil }
            return .strings(elements.compactMap(\.string))
        case .tasks:
            guard case .array(let elements) = json else { return nil }
            let tasks = elements.compactMap { $0.string.flatMap { TaskID($0.description) } }
            return tasks.count == elements.count ? .tasks(tasks) : nil
        case .task:
            return json.string.flatMap { TaskID($0.description) }.map { .task($0) }
        case .uuid:
            return json.string.flatMap { UUIDValue(text: $0.utf8.span) }.map { .uuid($0) }
        }
    }

    /// Whether a text is a path: names that are not empty, with dots between them.
    package static func isPath(_ text: JSONString) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty }
    }
}

extension TaskFieldValue {
    /// Whether the value comes before another one of the same form.
    package func isBefore(_ other: TaskFieldValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)), (.path(let left), .path(let right)):
            left < right
        case (.number(let left), .number(let right)), (.minutes(let left), .minutes(let right)):
            left < right
        case (.date(let left), .date(let right)): left < right
        case (.boolean(let left), .boolean(let right)): !left && right
        case (.uuid(let left), .uuid(let right)): left < right
        default: false
        }
    }
}

extension TaskState {
    /// The moment in a field; nil if it is absent or of another form.
    package func date(_ field: TaskField) -> Instant? {
        guard case .date(let instant)? = field.value(of: self) else { return nil }
        return instant
    }

    /// The project; nil if it is absent or of another form.
    package var project: JSONString? {
        guard case .path(let path)? = TaskField.project.value(of: self) else { return nil }
        return path
    }

    /// The tags that are texts.
    package var tags: [JSONString] {
        guard fields.hasExtraMembers else { return [] }
        guard case .strings(let tags)? = TaskField.tags.value(of: self) else { return [] }
        return tags
    }

    /// The tasks that must be done first; empty if the field has another form.
    package var dependencies: [TaskID] {
        guard fields.hasExtraMembers else { return [] }
        guard case .tasks(let tasks)? = TaskField.dependsOn.value(of: self) else { return [] }
        return tasks
    }

    /// Whether the task recurs.
    package var isRecurring: Bool {
        frequencyDays > 0 || fields.extra("recurrence")?.string != nil
    }

    /// Whether nothing is left to do: the task is completed as a whole, or its last to-do is.
    package var isDone: Bool { isCompleted || (!isDraft && !hasCurrentTodo) }
}
