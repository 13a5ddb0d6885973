import RedoJSON

/// What takes back what a node did, as the definition of its action declares it (docs/undo.md, "What undo writes").
package enum Inverse: Sendable {
    /// An action that puts away the task that the node made. It is not deleted, so that it can come back.
    case putsAway(by: Action)
    /// What gives a member of the task, which no other action sets but in a merge, the value that it had.
    case member(
        JSONString,
        @Sendable (_ before: TaskState, _ now: TaskState, inout Compensation) -> Void)
    /// The same for each field.
    case fields(@Sendable (_ name: JSONString, _ before: TaskState, inout Compensation) -> Void)
    /// For each member of the task that the node set, the inverse of the action that sets it alone; for those of to-dos
    /// ``Compensation/bringBackTodos(_:_:isTakenBack:)``.
    case members
    /// A node about the same thing, from what its members were: all of one that is gone, else those that the node set.
    case node(@Sendable (_ thing: OwnedThing, _ before: [JSONMember]) -> (Action, [JSONMember]))
    /// Nothing, for a reason that ends a sentence.
    case none(String)
    /// Nothing, for a reason that ends a sentence. If the rest of its command is taken back, it stays as it is.
    case stays(String)

    /// Why nothing takes back what a node did, as the end of a sentence; nil if something does.
    package var reason: String? {
        switch self {
        case .none(let reason), .stays(let reason): reason
        case .putsAway, .member, .fields, .members, .node: nil
        }
    }

    /// The reason of actions whose nodes are not about what is in a task.
    static let noField = "changes no field of a task"
}

extension Action {
    /// What takes a node of the action back.
    package var inverse: Inverse {
        definition?.inverse ?? FamilyAction.definition(of: self)?.inverse ?? .none(Inverse.noField)
    }

    /// Whether its nodes are about a category, a comment or an interval.
    package var isOfThing: Bool {
        if case .node = inverse { true } else { false }
    }
}
