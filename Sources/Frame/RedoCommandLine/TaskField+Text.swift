import RedoJSON
import RedoModel
import RedoSystem

extension TaskField {
    /// The value of a task as people are shown it; a value of another form as JSON, nil without one.
    package func text(of task: TaskState) -> String? {
        guard let value = value(of: task) else {
            return unreadableValue(of: task).map {
                String(decoding: CanonicalJSON.bytes($0), as: UTF8.self).printable
            }
        }
        return text(of: value)
    }

    /// A value as people are shown it; nil for an empty one.
    package func text(of value: TaskFieldValue) -> String? {
        switch value {
        case .text(let text), .path(let text):
            return text.isEmpty ? nil : text.printable
        case .number(let number):
            return String(decoding: CanonicalJSON.bytes(.number(number)), as: UTF8.self)
        case .date(let instant):
            return timeOfDay == .start && instant.isSomeday ? "someday" : localText(instant)
        case .minutes(let minutes): return Minutes.text(minutes)
        case .boolean(let value): return value ? "yes" : "no"
        case .strings(let strings):
            return strings.isEmpty ? nil : strings.map(\.printable).joined(separator: " ")
        case .tasks(let tasks):
            return tasks.isEmpty
                ? nil : tasks.map { String($0.description.prefix(8)) }.joined(separator: " ")
        case .task(let task): return String(task.description.prefix(8))
        case .uuid(let id): return String(id.text.prefix(8))
        }
    }

    /// The value that a text means, of a field that takes a single one; `none` clears it.
    ///
    /// - Throws: wrong usage for a text of another form.
    package func json(of text: String, now: Instant) throws(RedoError) -> JSONValue {
        if text == "none" { return .null }
        func refused(_ expected: String) -> RedoError {
            RedoError(
                .usage, "--\(key) takes \(expected), not '\(text)'", detail: WrongValue(text))
        }
        switch form {
        case .text:
            return .string(JSONString(text))
        case .number:
            guard let number = Double(text), number.isFinite else { throw refused("a number") }
            return .number(number)
        case .date:
            let expression = TimeExpression(now: now, timeOfDay: timeOfDay)
            guard let instant = try expression.momentOrNone(text) else { return .null }
            return .string(JSONString(instant.wallText))
        case .duration:
            guard let minutes = Minutes.read(text) else {
                throw refused("a time such as 90min, 2h or 1h30m")
            }
            return .number(Double(minutes))
        case .boolean:
            switch text {
            case "yes", "true": return .bool(true)
            case "no", "false": return .bool(false)
            default: throw refused("yes or no")
            }
        case .choice(let words):
            guard words.contains(text) else {
                throw refused(words.joined(separator: ", "))
            }
            return .string(JSONString(text))
        case .path:
            let names = text.split(separator: ".", omittingEmptySubsequences: false)
            guard names.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }),
                !text.contains(where: \.isNewline)
            else {
                throw refused("names with dots between them, such as home.garden or 'big house'")
            }
            return .string(JSONString(text))
        case .uuid:
            guard let id = UUIDValue(text: Array(text.utf8).span) else { throw refused("a UUID") }
            return .string(JSONString(id.text))
        case .task:
            guard let task = TaskID(text) else { throw refused("the id of a task") }
            return .string(JSONString(task.description))
        case .strings, .tasks:
            throw refused("several values")
        }
    }
}

extension TaskField {
    private var timeOfDay: TimeExpression.TimeOfDay { endsDay ? .end : .start }
}

extension [UInt8] {
    /// The text of bytes of UTF-8.
    package var text: String { String(decoding: self, as: UTF8.self) }
}
