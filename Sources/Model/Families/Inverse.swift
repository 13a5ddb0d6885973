import RedoJSON

/// The inverse of a node, as the definition of its action declares it (docs/undo.md, "What undo writes").
package enum Inverse: Sendable {
    /// An action puts away the task that the node created. The task is not deleted, so that it can be restored.
    case putsAway(by: Action)
    /// A member of the task, which no other action except a merge sets, gets its earlier value.
    case member(
        JSONString,
        @Sendable (_ before: TaskState, _ now: TaskState, inout Compensation) -> Void)
    /// Each field gets its earlier value.
    case fields(@Sendable (_ name: JSONString, _ before: TaskState, inout Compensation) -> Void)
    /// Each member of the task that the node set is restored by the inverse of the action that sets it alone; those of
    /// to-dos by ``Compensation/bringBackTodos(_:_:isTakenBack:)``.
    case members
    /// A node about the same thing restores its members: all of a thing that is gone, else those that the node set.
    case node(@Sendable (_ thing: OwnedThing, _ before: [JSONMember]) -> (Action, [JSONMember]))
    /// It cannot be undone, for a reason that ends a sentence.
    case none(String)
    /// It cannot be undone, for a reason that ends a sentence. If the rest of its command is undone, it is left
    /// unchanged.
    case stays(String)

    /// Why a node cannot be undone, as the end of a sentence; nil if it can.
    package var reason: String? {
        switch self {
        case .none(let reason), .stays(let reason): reason
        case .putsAway, .member, .fields, .members, .node: nil
        }
    }

    /// The reason of actions whose nodes change nothing in a task.
    static let noField = "changes no field of a task"
}

extension Action {
    /// The inverse of a node of the action.
    package var inverse: Inverse {
        definition?.inverse ?? FamilyAction.definition(of: self)?.inverse ?? .none(Inverse.noField)
    }

    /// Whether its nodes are about a category, a comment or an interval.
    package var isOfThing: Bool {
        if case .node = inverse { true } else { false }
    }
}
