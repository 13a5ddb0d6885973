import RedoJSON

/// All that an action of a family means: whoever wants to know something of an action asks its
/// definition.
struct ActionDefinition<State>: Sendable {
    /// What nodes call the action.
    let name: StaticString
    /// How indexes write the action: the place of the definition in its table. It never changes.
    let code: UInt8
    /// What data a node has in the fields dialect.
    let fields: ActionForm
    /// What data a node has in the payload dialect; nil for an action that the dialect does not have.
    let payload: ActionForm?
    let role: RoleRule
    /// Reads the data of a valid node; nil for what no valid node has.
    let read: @Sendable (NodeData) -> Payload?
    /// Changes the state of the node's subject, which is nil before a node makes the subject.
    let apply: @Sendable (Change, inout State?) -> Void
    /// The members of the state that a node can set, whether or not it changes them.
    let members: @Sendable (Change) -> [StateMember]
    /// What takes a node of the action back.
    let inverse: Inverse
    /// What a log shows of a node beside the action; empty if there is nothing. The second parameter shows
    /// an ISO 8601 time.
    let detail: @Sendable (Node, (JSONString) -> String) -> String
}

/// How the role of a node follows from its action and from what the node mentions.
package struct RoleRule: Sendable {
    private let plain: NodeRole?
    private let withTodo: NodeRole?
    private let withBase: NodeRole?

    /// - Parameters:
    ///   - plain: the role of a node that mentions nothing; nil if no valid node is like that.
    ///   - todo: the role of a node that mentions a to-do, if it is another one.
    ///   - base: the role of a node that mentions the base of a merge, if it is another one.
    init(_ plain: NodeRole?, withTodo todo: NodeRole? = nil, withBase base: NodeRole? = nil) {
        self.plain = plain
        withTodo = todo ?? plain
        withBase = base ?? plain
    }

    /// The role of a node; nil if only its content tells.
    package func role(hasTodo: Bool, hasBase: Bool) -> NodeRole? {
        hasTodo ? withTodo : hasBase ? withBase : plain
    }
}

extension Action {
    /// The form of the action's data in a dialect; nil for an action that the dialect does not have.
    package func form(_ dialect: Dialect) -> ActionForm? {
        switch dialect {
        case .fields: definition?.fields ?? ActionForm.open
        case .payload: definition?.payload
        }
    }

    /// Whether a node of the action decides a merge, which ``MergeReader`` reads.
    package func isDecision(_ dialect: Dialect) -> Bool {
        dialect == .payload && isKnown
            && TaskActions.definitions[Int(code)].payload?.isDecision == true
    }

    /// How the role of a node of the action is told.
    package var roleRule: RoleRule { definition?.role ?? RoleRule(.unknown) }
}

extension Node {
    /// What the node is to the history of its task.
    package var role: NodeRole {
        if case .unknown = payload { return .unknown }
        return action.roleRule.role(
            hasTodo: payload.todo != nil, hasBase: payload.mergeBase != nil) ?? .unknown
    }
}
