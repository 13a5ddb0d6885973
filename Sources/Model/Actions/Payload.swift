import RedoJSON

/// The content of a node, by action; the same for both dialects.
package enum Payload: Hashable, Sendable {
    case create(TaskFields)
    case update(TaskFields)
    /// CREATE_TODO and ADD_TODO.
    case createTodo(NewTodo)
    case completeTodo(TodoCompletion)
    /// The time when the task was completed; nil means the node's own.
    case complete(at: JSONString?)
    case snooze(Snooze)
    case archive
    case unarchive
    /// The buried nodes; nil means all ancestors.
    case delete(chain: [NodeID]?)
    case merge(Merge)
    /// The content is in the node only, since this version does not define the action.
    case unknown

    /// The to-do that a node mentions.
    package var todo: TodoID? {
        switch self {
        case .createTodo(let todo): todo.id
        case .completeTodo(let completion): completion.todo
        case .snooze(.extend(let todo, _)), .snooze(.move(let todo, _)): todo
        default: nil
        }
    }

    /// The node from which a MERGE of the payload dialect starts.
    package var mergeBase: NodeID? {
        guard case .merge(.decision(let decision)) = self else { return nil }
        return decision.base
    }
}

/// Fields of a task by name, in the order of the node.
package struct TaskFields: Hashable, Sendable {
    package let members: [JSONMember]

    package init(_ members: [JSONMember]) { self.members = members }

    package subscript(name: StaticString) -> JSONValue? {
        members.first { $0.name == name }?.value
    }
}

/// The content of a CREATE_TODO.
package struct NewTodo: Hashable, Sendable {
    package let id: TodoID
    /// An ISO 8601 time as it was written.
    package let deadline: JSONString?
    package let notes: JSONString?
    package let title: JSONString?
    /// The start of a to-do whose rule gives starts, an ISO 8601 time as it was written.
    package let scheduled: JSONString?
    /// Seconds on the wall clock from the start to the deadline.
    package let span: Int?
}

/// The content of a COMPLETE_TODO.
package struct TodoCompletion: Hashable, Sendable {
    package let todo: TodoID
    /// An ISO 8601 time as it was written.
    package let completed: JSONString
    package let notes: JSONString?
    /// Whether it settles the to-do without counting as work done: another to-do replaced it, or the completion was
    /// undone. Only the fields dialect can express this.
    package let isSuperseded: Bool
}

/// The content of a SNOOZE.
package enum Snooze: Hashable, Sendable {
    /// Adds days to a to-do's deadline.
    case extend(TodoID, days: Int)
    /// Gives a to-do another deadline.
    case move(TodoID, deadline: JSONString)
    /// Hides the task until a time.
    case task(until: JSONString)
}

/// The content of a MERGE.
package enum Merge: Hashable, Sendable {
    /// The fields dialect: the merged values.
    case values(TaskFields)
    /// The payload dialect: how to merge what has changed since `base`.
    case decision(MergeDecision)
}

/// The three-way merge that a MERGE of the payload dialect requests (protocol, section 8).
package struct MergeDecision: Hashable, Sendable {
    package let base: NodeID
    package let rules: MergeRules

    package init(base: NodeID, rules: MergeRules) {
        self.base = base
        self.rules = rules
    }
}
