import RedoCrypto
import RedoJSON
import RedoLog

/// All tasks, as the replay of a log leaves them.
package struct State: Sendable {
    /// Sorted by id.
    package let tasks: [TaskState]

    /// - Parameter tasks: sorted by id.
    package init(tasks: [TaskState]) { self.tasks = tasks }

    /// The canonical state: a JSON array of the tasks in JCS, which every client computes alike.
    package var canonicalBytes: [UInt8] {
        CanonicalJSON.bytes(.array(tasks.map(\.json)))
    }

    /// SHA-256 of the canonical state: two replicas with the same nodes agree on it.
    package var hash: ChangeID { ChangeID(SHA256.digest(canonicalBytes.span)) }

    package subscript(id: TaskID) -> TaskState? { tasks.first { $0.id == id } }
}

extension TaskState {
    /// The task's object in the canonical state.
    package var json: JSONValue {
        func text(_ value: JSONString?) -> JSONValue { value.map { .string($0) } ?? .null }
        return .object(
            fields.members + [
                JSONMember("guid", .string(JSONString(id.description))),
                JSONMember("userId", .string(JSONString(owner.description))),
                JSONMember("created", .string(JSONString(created.wallText))),
                JSONMember("lastUpdated", .string(JSONString(lastUpdated.wallText))),
                JSONMember("archived", .bool(isArchived)),
                JSONMember("completedAt", text(completedAt)),
                JSONMember("snoozedUntil", text(snoozedUntil)),
                JSONMember("todoTasks", .array(todos.map(\.json))),
            ])
    }
}

extension TodoState {
    /// The to-do's object in the canonical state.
    package var json: JSONValue {
        func text(_ value: JSONString?) -> JSONValue { value.map { .string($0) } ?? .null }
        return .object([
            JSONMember("guid", .string(JSONString(id.description))),
            JSONMember("redoParentGuid", .string(JSONString(task.description))),
            JSONMember("created", .string(JSONString(created.wallText))),
            JSONMember("deadline", text(deadline)),
            JSONMember("notes", .string(notes)),
            JSONMember("title", text(title)),
            JSONMember("completed", text(completed)),
            JSONMember("lamport", .number(Double(madeBy.timestamp.lamport))),
            JSONMember("wall", .string(JSONString(created.wallText))),
            JSONMember("id", .string(JSONString(madeBy.id.description))),
        ])
    }
}
