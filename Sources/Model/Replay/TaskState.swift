import RedoJSON

/// The state of a task that the replay of its nodes leads to (protocol, section 6).
package struct TaskState: Sendable {
    package let id: TaskID
    /// The author of the CREATE.
    package let owner: UserID
    /// The wall time of the CREATE.
    package let created: Instant
    /// The wall time of the last node that counted.
    package internal(set) var lastUpdated: Instant
    package internal(set) var isArchived = false
    /// An ISO 8601 time as it was written.
    package internal(set) var completedAt: JSONString?
    /// An ISO 8601 time as it was written.
    package internal(set) var snoozedUntil: JSONString?
    /// The fields that CREATE, UPDATE and MERGE set by name: the six of version 1, which always exist, and extra ones.
    package internal(set) var fields: TaskFieldTable
    /// In the order of (lamport, wall, id) of the nodes that created them.
    package internal(set) var todos: [TodoState] = []

    package var title: JSONString { fields[.title].string ?? "" }
    package var description: JSONString { fields[.description].string ?? "" }
    package var isPrivate: Bool { fields[.privacy] == .bool(true) }
    package var storyPoints: Double { fields[.storyPoints].number ?? 1 }
    package var priority: Int { fields[.priority].integer ?? 3 }
    /// 0 for a task that does not recur.
    package var frequencyDays: Int { fields[.frequencyDays].integer ?? 0 }
    package var isCompleted: Bool { completedAt != nil }

    /// The current occurrence: the incomplete one that was created last ("the tallest wins"); the other incomplete ones
    /// are orphaned.
    package var currentTodo: TodoState? { currentTodoIndex.map { todos[$0] } }

    package var hasCurrentTodo: Bool { currentTodoIndex != nil }

    /// Whether the current occurrence has notes.
    package var hasCurrentNotes: Bool {
        currentTodoIndex.map { !todos[$0].notes.isEmpty } ?? false
    }

    /// The incomplete occurrences, in the order of creation. The last one is the current one.
    package var openTodos: [TodoState] { todos.filter { $0.completed == nil } }

    /// Whether it has no occurrence, or only superseded ones.
    package var isDraft: Bool { todos.allSatisfy(\.isSuperseded) }

    /// Whether it is open: it has a current to-do or is a draft, and is neither put away nor completed.
    package var isOpen: Bool { !isPutAway && !isCompleted && (hasCurrentTodo || isDraft) }

    /// The deadline of the current occurrence.
    package var due: Instant? { currentTodoIndex.flatMap { todos[$0].due } }

    /// The start of the current to-do; nil if it has none of its own, or the task's was set later.
    package var startOfTodo: JSONString? {
        currentTodoIndex.flatMap { todos[$0].isStartReplaced ? nil : todos[$0].scheduled }
    }

    /// Finds the to-do in the array: copying one takes as long as the rest.
    private var currentTodoIndex: Int? {
        var index = todos.count - 1
        while index >= 0, todos[index].completed != nil { index -= 1 }
        return index < 0 ? nil : index
    }
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
    /// Whether its completion only settles it, so that statistics skip it. It is not part of the canonical state.
    package internal(set) var isSuperseded = false
    /// The deadline that CREATE_TODO gave, an ISO 8601 time as it was written.
    package internal(set) var givenDeadline: JSONString?
    /// The start that CREATE_TODO gave, of a to-do whose rule gives starts: an ISO 8601 time as it was written.
    package let scheduled: JSONString?
    /// Seconds on the wall clock from the start to the deadline, as CREATE_TODO gave them.
    package let span: Int?
    /// Whether `scheduled` of the task was set after the to-do was created, so that it is the one that is shown.
    package internal(set) var isStartReplaced = false
    /// The node that created it.
    package let madeBy: ReplayPosition

    /// Creates a to-do without a deadline.
    package init(id: TodoID, task: TaskID, madeBy: ReplayPosition) {
        self.init(
            id: id, task: task, deadline: nil, notes: "", title: nil, completed: nil, madeBy: madeBy
        )
    }

    init(
        id: TodoID, task: TaskID, deadline: JSONString?, notes: JSONString, title: JSONString?,
        completed: JSONString?, isSuperseded: Bool = false, scheduled: JSONString? = nil,
        span: Int? = nil, madeBy: ReplayPosition
    ) {
        self.id = id
        self.task = task
        self.deadline = deadline
        self.notes = notes
        self.title = title
        self.completed = completed
        self.isSuperseded = isSuperseded
        self.givenDeadline = deadline
        self.scheduled = scheduled
        self.span = span
        self.madeBy = madeBy
    }

    /// The moment of the deadline.
    package var due: Instant? { deadline?.instant }

    /// The moment of the deadline that CREATE_TODO gave.
    package var givenDue: Instant? { givenDeadline?.instant }

    /// The moment of the start that CREATE_TODO gave.
    package var start: Instant? { scheduled?.instant }

    /// The fields of a CREATE_TODO that give its start to another to-do; none if the task's was set later.
    package var startFields: [JSONMember] {
        if isStartReplaced { return [] }
        let start = scheduled.map { JSONMember("scheduled", .string($0)) }
        let span = span.map { JSONMember("span", .number(Double($0))) }
        return [start, span].compactMap { $0 }
    }

    /// The wall time of the node that created it.
    package var created: Instant { madeBy.timestamp.wall }
}

/// A task's fields by name.
package struct TaskFieldTable: Sendable {
    /// Sorted by name.
    package private(set) var members = Self.defaults

    /// A field of version 1, which every task has.
    package enum Known: Int, CaseIterable, Sendable {
        // In the order of their names.
        case description, frequencyDays, priority, privacy, storyPoints, title

        var name: StaticString {
            switch self {
            case .description: "description"
            case .frequencyDays: "frequencyDays"
            case .priority: "priority"
            case .privacy: "privacy"
            case .storyPoints: "storyPoints"
            case .title: "title"
            }
        }

        /// The initial value of the field.
        fileprivate var usual: JSONValue {
            switch self {
            case .description, .title: ""
            case .frequencyDays: 0
            case .priority: 3
            case .privacy: false
            case .storyPoints: 1
            }
        }
    }

    /// Whether a name is that of a field of version 1.
    static func isKnown(_ name: JSONString) -> Bool {
        Known.allCases.contains { name == $0.name }
    }

    /// All tasks share the names.
    private static let defaults = Known.allCases.map {
        JSONMember(JSONString("\($0.name)"), $0.usual)
    }

    /// Members that replay computes; a field with such a name is not part of the state.
    package static let computed: [StaticString] = [
        "guid", "userId", "created", "archived", "completedAt", "snoozedUntil", "lastUpdated",
        "todoTasks",
    ]

    package init() {}

    /// - Parameter members: sorted by name, including the six of version 1.
    init(_ members: [JSONMember]) { self.members = members }

    /// The fields that do not belong to version 1.
    package var extraMembers: [JSONMember] {
        members.filter { !Self.isKnown($0.name) }
    }

    /// Whether there are fields beside those of version 1 and the nonce of the owner, which nearly every task has.
    package var hasExtraMembers: Bool { members.count > Self.knownCount && !hasOnlyNonce }

    private static var knownCount: Int { Known.allCases.count }
    /// The index of the nonce in a table that has nothing else beside the six.
    private static var nonceIndex: Int { Known.frequencyDays.rawValue + 1 }

    private var hasOnlyNonce: Bool {
        members.count == Self.knownCount + 1
            && members[Self.nonceIndex].name == OwnedKind.task.nonceName
    }

    package subscript(field: Known) -> JSONValue {
        // The six always exist, in this order; most tasks have no others.
        if !hasExtraMembers {
            let isAfterNonce =
                members.count > Self.knownCount && field.rawValue >= Self.nonceIndex
            return members[field.rawValue + (isAfterNonce ? 1 : 0)].value
        }
        var index = field.rawValue
        while index < members.count {
            if members[index].name == field.name { return members[index].value }
            index += 1
        }
        return field.usual
    }

    /// The value of a field that does not belong to version 1, other than the nonce.
    func extra(_ name: StaticString) -> JSONValue? {
        guard hasExtraMembers else { return nil }
        return index { $0 == name }.map { members[$0].value }
    }

    /// The index of the member whose name is the wanted one.
    ///
    /// By index: an iterator copies each member, which takes longer than to compare it.
    @inline(__always) private func index(where isWanted: (JSONString) -> Bool) -> Int? {
        let members = members.span
        var index = 0
        while index < members.count {
            if isWanted(members[index].name) { return index }
            index += 1
        }
        return nil
    }

    package subscript(name: JSONString) -> JSONValue? {
        get { index { $0 == name }.map { members[$0].value } }
        set {
            // Most names exist already, and are shared.
            let index = index { $0 == name }
            switch (newValue, index) {
            case (let value?, let index?):
                members[index] = JSONMember(members[index].name, value)
            case (let value?, nil):
                let next = members.firstIndex { name < $0.name } ?? members.count
                members.insert(JSONMember(name, value), at: next)
            case (nil, let index?): members.remove(at: index)
            case (nil, nil): break
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

extension TaskState {
    /// The time at which it was moved into the trash: the field `trashedAt`. Nil outside of the trash, and for a value
    /// that is not a time.
    package var trashedAt: Instant? { fields.extra("trashedAt")?.string?.instant }

    package var isInTrash: Bool { trashedAt != nil }

    /// Whether it is archived or in the trash, so that it cannot be done.
    package var isPutAway: Bool { isArchived || isInTrash }
}
