import RedoJSON

/// The values that a MERGE of the payload dialect sets (protocol, section 8).
struct MergedFields {
    /// Fields with their new values; nil if the chosen parent has none, so that an extra field is removed and any other
    /// is unchanged.
    var task: [(name: JSONString, value: JSONValue?)] = []
    var todos: [(todo: TodoID, name: JSONString, value: JSONValue?)] = []
}

extension TaskState {
    /// The members that a merge considers: all but guid, userId, created, lastUpdated and todoTasks.
    var mergedNames: [JSONString] {
        fields.members.map(\.name) + ["archived", "completedAt", "snoozedUntil"]
    }

    mutating func apply(_ merged: MergedFields) {
        for (name, value) in merged.task {
            if name == "archived" {
                if let value { isArchived = value == .bool(true) }
            } else if name == "completedAt" {
                if let value { completedAt = value.string }
            } else if name == "snoozedUntil" {
                if let value { snoozedUntil = value.string }
            } else if value != nil || !TaskFieldTable.isKnown(name) {
                fields[name] = value
                if name == TaskField.scheduled.name { replaceStarts() }
            }
        }
        for (todo, name, value) in merged.todos {
            // A to-do that is missing in the chosen parent keeps its values.
            if let value { update(todo) { $0.apply(name, value) } }
        }
    }
}

extension TodoState {
    /// The members that a merge can set.
    static let mergedNames: [JSONString] = ["deadline", "notes", "completed"]

    mutating func apply(_ name: JSONString, _ value: JSONValue) {
        if name == "deadline" {
            deadline = value.string
        } else if name == "notes" {
            notes = value.string ?? ""
        } else {
            completed = value.string
        }
    }

    static func isWellFormed(_ value: JSONValue, named name: JSONString) -> Bool {
        guard let text = value.string else { return false }
        return name == "notes" || Instant(iso8601: text.utf8.span) != nil
    }
}

extension JSONValue {
    var isArray: Bool {
        if case .array = self { return true }
        return false
    }

    /// The part of an object at a path: the member of that name, else the rest of the path within the member before the
    /// first dot.
    func part(_ path: JSONString) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        if let member = members.first(where: { $0.name == path }) { return member.value }
        guard let (name, rest) = path.splitAtFirstDot else { return nil }
        return members.first { $0.name == name }?.value.part(rest)
    }

    /// Sets the part at a path, or removes it if the value is nil; does nothing if its holder is missing.
    mutating func setPart(_ path: JSONString, to value: JSONValue?) {
        guard case .object(var members) = self else { return }
        let exact = members.firstIndex { $0.name == path }
        if exact == nil, let (name, rest) = path.splitAtFirstDot {
            guard let index = members.firstIndex(where: { $0.name == name }) else { return }
            var holder = members[index].value
            holder.setPart(rest, to: value)
            members[index] = JSONMember(name, holder)
        } else {
            if let exact { members.remove(at: exact) }
            if let value { members.append(JSONMember(path, value)) }
        }
        self = .object(members)
    }
}

extension JSONString {
    private static let dot = UInt8(ascii: ".")

    var isPath: Bool { utf8.contains(Self.dot) }

    /// The number of dots.
    var depth: Int { utf8.count { $0 == Self.dot } }

    var splitAtFirstDot: (JSONString, JSONString)? {
        guard let dot = utf8.firstIndex(of: Self.dot) else { return nil }
        return (
            JSONString(validated: Array(utf8[..<dot])),
            JSONString(validated: Array(utf8[(dot + 1)...]))
        )
    }
}
