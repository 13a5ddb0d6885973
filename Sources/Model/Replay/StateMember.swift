import RedoJSON

/// A member of a task's state that nodes set: one of the task itself, or of one of its to-dos.
package struct StateMember: Hashable, Sendable {
    /// The to-do; nil for a member of the task itself.
    package let todo: TodoID?
    package let name: JSONString

    package init(_ name: JSONString, of todo: TodoID? = nil) {
        self.todo = todo
        self.name = name
    }

    /// Whether null means that nothing has set the member. In an extra field it is a value.
    var isNullAtFirst: Bool { todo != nil || name == "completedAt" || name == "snoozedUntil" }

    /// Whether a value chosen for the member has its form (protocol, section 8).
    package func accepts(_ value: JSONValue) -> Bool {
        todo == nil
            ? TaskFields.isWellFormed(value, named: name)
            : TodoState.isWellFormed(value, named: name)
    }
}

extension TaskState {
    /// The value of a member that nodes set, in the canonical state's form; nil if it is absent.
    package func value(of member: StateMember) -> JSONValue? {
        guard let id = member.todo else { return value(named: member.name) }
        return todo(id)?.value(named: member.name)
    }

    func value(named name: JSONString) -> JSONValue? {
        if name == "archived" { return .bool(isArchived) }
        if name == "completedAt" { return completedAt.map { .string($0) } ?? .null }
        if name == "snoozedUntil" { return snoozedUntil.map { .string($0) } ?? .null }
        return fields[name]
    }

    // To-dos in use are among the latest.
    func todo(_ id: TodoID) -> TodoState? { todos.last { $0.id == id } }
}

extension TodoState {
    func value(named name: JSONString) -> JSONValue? {
        let text: JSONString?
        if name == "guid" {
            text = JSONString(id.description)
        } else if name == "deadline" {
            text = deadline
        } else if name == "notes" {
            text = notes
        } else if name == "title" {
            text = title
        } else if name == "completed" {
            text = completed
        } else {
            return nil
        }
        return text.map { .string($0) } ?? .null
    }
}
