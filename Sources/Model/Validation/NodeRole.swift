/// The role of a node in the history of its task.
package enum NodeRole: Sendable {
    case create
    /// CREATE_TODO and ADD_TODO.
    case makesTodo
    /// It is about a to-do that must exist.
    case needsTodo
    /// A MERGE of the payload dialect.
    case decidesMerge
    case delete
    /// Any other action that replay supports.
    case changesTask
    case unknown
    /// It has no effect, at the user's request.
    case ignored

    /// Whether ``LogFacts/todos`` has an element for the node.
    package var isAboutTodo: Bool { self == .makesTodo || self == .needsTodo }
}
