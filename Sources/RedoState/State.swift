import RedoCrypto
import RedoJSON
import RedoLog
import RedoSystem

/// All tasks, as the replay of a log leaves them.
package struct State: Sendable {
    /// Sorted by id.
    package let tasks: [TaskState]

    /// - Parameter tasks: sorted by id.
    package init(tasks: [TaskState]) { self.tasks = tasks }

    /// The canonical state: a JSON array of the tasks in JCS, which every client computes alike.
    package var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        for part in canonicalParts { bytes += part }
        return bytes
    }

    /// SHA-256 of the canonical state: two replicas with the same nodes agree on it.
    package var hash: ChangeID {
        var sha256 = RunningSHA256()
        for part in canonicalParts { sha256.update(part.span) }
        return ChangeID(sha256.digest())
    }

    /// The canonical state in pieces, written on all processors.
    private var canonicalParts: [[UInt8]] {
        let count = (tasks.count + Self.partCount - 1) / Self.partCount
        let parts = Parallel.map(count: count, smallestShare: 1) { range in
            range.map { part in
                var bytes: [UInt8] = []
                let start = part * Self.partCount
                for task in start..<min(start + Self.partCount, tasks.count) {
                    if task > 0 { bytes.append(UInt8(ascii: ",")) }
                    CanonicalJSON.append(tasks[task].json, to: &bytes)
                }
                return bytes
            }
        }
        return [Array("[".utf8)] + parts + [Array("]".utf8)]
    }

    /// Tasks in a piece: a millisecond's work.
    private static let partCount = 256

    package subscript(id: TaskID) -> TaskState? { tasks.first { $0.id == id } }
}

extension TaskState {
    /// The task's object in the canonical state.
    package var json: JSONValue {
        func text(_ value: JSONString?) -> JSONValue { value.map { .string($0) } ?? .null }
        let computed = [
            JSONMember("archived", .bool(isArchived)),
            JSONMember("completedAt", text(completedAt)),
            JSONMember("created", .string(JSONString(created.wallText))),
            JSONMember("guid", .string(JSONString(id.description))),
            JSONMember("lastUpdated", .string(JSONString(lastUpdated.wallText))),
            JSONMember("snoozedUntil", text(snoozedUntil)),
            JSONMember("todoTasks", .array(todos.map(\.json))),
            JSONMember("userId", .string(JSONString(owner.description))),
        ]
        return .object(merged(computed, fields.members))
    }
}

/// Two lists of members, each sorted by name, as one.
private func merged(_ left: [JSONMember], _ right: [JSONMember]) -> [JSONMember] {
    var members: [JSONMember] = []
    members.reserveCapacity(left.count + right.count)
    var rest = right[...]
    for member in left {
        while let next = rest.first, next.name < member.name { members.append(rest.removeFirst()) }
        members.append(member)
    }
    return members + rest
}

extension TodoState {
    /// The to-do's object in the canonical state.
    package var json: JSONValue {
        func text(_ value: JSONString?) -> JSONValue { value.map { .string($0) } ?? .null }
        // Sorted by name, as they are written.
        return .object([
            JSONMember("completed", text(completed)),
            JSONMember("created", .string(JSONString(created.wallText))),
            JSONMember("deadline", text(deadline)),
            JSONMember("guid", .string(JSONString(id.description))),
            JSONMember("id", .string(JSONString(madeBy.id.description))),
            JSONMember("lamport", .number(Double(madeBy.timestamp.lamport))),
            JSONMember("notes", .string(notes)),
            JSONMember("redoParentGuid", .string(JSONString(task.description))),
            JSONMember("title", text(title)),
            JSONMember("wall", .string(JSONString(created.wallText))),
        ])
    }
}
