import RedoJSON

/// The definition of an action of a family: the only owner of every fact about the action.
struct ActionDefinition<State>: Sendable {
    /// The name of the action in nodes.
    let name: StaticString
    /// The code of the action in indexes: the index of the definition in its table. It never changes.
    let code: UInt8
    /// The form of the data in the fields dialect.
    let fields: ActionForm
    /// The form of the data in the payload dialect; nil for an action that the dialect does not have.
    let payload: ActionForm?
    let role: RoleRule
    /// Reads the data of a valid node; nil for data that no valid node has.
    let read: @Sendable (NodeData) -> Payload?
    /// Changes the state of the node's subject, which is nil until a node creates the subject.
    let apply: @Sendable (Change, inout State?) -> Void
    /// The members of the state that a node can set, whether or not it changes them.
    let members: @Sendable (Change) -> [StateMember]
    /// The inverse of a node of the action.
    let inverse: Inverse
    /// The text that a log shows after the action; empty if there is none. The second parameter formats an ISO 8601
    /// time.
    let detail: @Sendable (Node, (JSONString) -> String) -> String
}

/// The rule by which the role of a node follows from its action and from what the node mentions.
package struct RoleRule: Sendable {
    private let plain: NodeRole?
    private let withTodo: NodeRole?
    private let withBase: NodeRole?

    /// - Parameters:
    ///   - plain: the role of a node that mentions nothing; nil if no valid node is like that.
    ///   - todo: the role of a node that mentions a to-do, if it differs.
    ///   - base: the role of a node that mentions the base of a merge, if it differs.
    init(_ plain: NodeRole?, withTodo todo: NodeRole? = nil, withBase base: NodeRole? = nil) {
        self.plain = plain
        withTodo = todo ?? plain
        withBase = base ?? plain
    }

    /// The role of a node; nil if only its content decides.
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

    /// The rule for the role of a node of the action.
    package var roleRule: RoleRule { definition?.role ?? RoleRule(.unknown) }
}

extension Node {
    /// The role of the node in the history of its task.
    package var role: NodeRole {
        if case .unknown = payload { return .unknown }
        return action.roleRule.role(
            hasTodo: payload.todo != nil, hasBase: payload.mergeBase != nil) ?? .unknown
    }
}
