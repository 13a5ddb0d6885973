import RedoJSON
import RedoLog

/// A task as the replay of its nodes leaves it (protocol, section 6).
package struct TaskState: Sendable {
    package let id: TaskID
    /// CREATE's author.
    package let owner: UserID
    /// CREATE's wall time.
    package let created: Instant
    /// The wall time of the last node that counted.
    package internal(set) var lastUpdated: Instant
    package internal(set) var isArchived = false
    /// An ISO 8601 time as it was written.
    package internal(set) var completedAt: JSONString?
    /// An ISO 8601 time as it was written.
    package internal(set) var snoozedUntil: JSONString?
    /// The fields that CREATE, UPDATE and MERGE set by name: the six of version 1, which are always
    /// there, and extra ones.
    package internal(set) var fields: TaskFieldTable
    /// In the order of (lamport, wall, id) of the nodes that made them.
    package internal(set) var todos: [TodoState] = []

    package var title: JSONString { fields[known: "title"]?.string ?? "" }
    package var description: JSONString { fields[known: "description"]?.string ?? "" }
    package var isPrivate: Bool { fields[known: "privacy"] == .bool(true) }
    package var storyPoints: Double { fields[known: "storyPoints"]?.number ?? 1 }
    package var priority: Int { fields[known: "priority"]?.integer ?? 3 }
    /// 0 for a task that is done once.
    package var frequencyDays: Int { fields[known: "frequencyDays"]?.integer ?? 0 }
    package var isCompleted: Bool { completedAt != nil }

    /// The occurrence that is to be done now: of the incomplete ones the one made last ("the tallest
    /// wins"); the other incomplete ones are orphaned.
    package var currentTodo: TodoState? { todos.last { $0.completed == nil } }

    package var hasCurrentTodo: Bool { todos.contains { $0.completed == nil } }
}

/// One occurrence of a task.
package struct TodoState: Sendable {
    package let id: TodoID
    package let task: TaskID
    /// An ISO 8601 time as it was written.
    package internal(set) var deadline: JSONString?
    package internal(set) var notes: JSONString
    package let title: JSONString?
    /// An ISO 8601 time as it was written.
    package internal(set) var completed: JSONString?
    /// The node that made it.
    package let madeBy: ReplayPosition

    /// The moment of the deadline.
    package var due: Instant? { deadline.flatMap { Instant(iso8601: $0.utf8.span) } }

    /// The wall time of the node that made it.
    package var created: Instant { madeBy.timestamp.wall }
}

/// A task's fields by name.
package struct TaskFieldTable: Sendable {
    /// Sorted by name.
    package private(set) var members = Self.defaults

    /// What a task has that no node has given a value. All tasks share the names.
    private static let defaults = [
        JSONMember("description", ""), JSONMember("frequencyDays", 0), JSONMember("priority", 3),
        JSONMember("privacy", false), JSONMember("storyPoints", 1), JSONMember("title", ""),
    ]

    /// Members that replay computes; a field called like one stays in its node.
    static let computed: [StaticString] = [
        "guid", "userId", "created", "archived", "completedAt", "snoozedUntil", "lastUpdated",
        "todoTasks",
    ]

    /// The fields of version 1, which every task has.
    static let known: [StaticString] = [
        "description", "frequencyDays", "priority", "privacy", "storyPoints", "title",
    ]

    package init() {}

    /// The fields that are not of version 1.
    package var extraMembers: [JSONMember] {
        members.filter { member in !Self.known.contains { member.name == $0 } }
    }

    package subscript(known name: StaticString) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    package subscript(name: JSONString) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let place = members.firstIndex { $0.name >= name } ?? members.count
            let isThere = place < members.count && members[place].name == name
            switch (newValue, isThere) {
            case (let value?, true): members[place] = JSONMember(members[place].name, value)
            case (let value?, false): members.insert(JSONMember(name, value), at: place)
            case (nil, true): members.remove(at: place)
            case (nil, false): break
            }
        }
    }

    /// Applies the fields of a CREATE, UPDATE or MERGE.
    mutating func apply(_ fields: TaskFields) {
        for member in fields.members
        where !Self.computed.contains(where: { member.name == $0 }) {
            self[member.name] = member.value
        }
    }
}
