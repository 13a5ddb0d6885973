/// What a node is to the history of its task.
package enum NodeRole: Sendable {
    case create
    /// CREATE_TODO and ADD_TODO.
    case makesTodo
    /// It is about a to-do that has to be there.
    case needsTodo
    /// A MERGE of the payload dialect.
    case decidesMerge
    case delete
    /// Anything else that replay knows.
    case changesTask
    case unknown
    /// It has no effect, because the user wants it so.
    case ignored

    /// Whether ``LogFacts/todos`` has an element for the node.
    package var isAboutTodo: Bool { self == .makesTodo || self == .needsTodo }
}
