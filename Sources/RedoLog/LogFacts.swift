/// What stage 3 asks of the nodes of a log, in replay order: all but their content.
package struct LogFacts: Sendable {
    package let graph: LogGraph
    package let roles: [NodeRole]
    /// Of the nodes that make or need a to-do, in their order.
    package let todos: [TodoID]
    /// Of the nodes that decide a merge, in their order.
    package let bases: [ChangeID]
    /// When a node was made: few are asked.
    package let wall: @Sendable (_ number: Int) -> Instant

    /// - Parameters:
    ///   - todos: one for each node whose role is about a to-do.
    ///   - bases: one for each node that decides a merge.
    ///   - wall: when a node was made.
    package init(
        graph: LogGraph, roles: [NodeRole], todos: [TodoID], bases: [ChangeID],
        wall: @escaping @Sendable (_ number: Int) -> Instant
    ) {
        self.graph = graph
        self.roles = roles
        self.todos = todos
        self.bases = bases
        self.wall = wall
    }

    /// - Parameter nodes: in replay order, each after its parents. O(n).
    package init(_ nodes: [Node]) {
        self.init(
            graph: LogGraph(nodes), roles: nodes.map(\.payload.role),
            todos: nodes.compactMap(\.payload.todo), bases: nodes.compactMap(\.payload.mergeBase)
        ) { nodes[$0].timestamp.wall }
    }
}

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
}

extension Payload {
    package var role: NodeRole {
        switch self {
        case .create: .create
        case .createTodo: .makesTodo
        case .completeTodo, .snooze(.extend), .snooze(.move): .needsTodo
        case .merge(.decision): .decidesMerge
        case .delete: .delete
        case .unknown: .unknown
        case .update, .complete, .snooze(.task), .archive, .unarchive, .merge(.values): .changesTask
        }
    }

    /// The to-do that a node is about.
    package var todo: TodoID? {
        switch self {
        case .createTodo(let todo): todo.id
        case .completeTodo(let completion): completion.todo
        case .snooze(.extend(let todo, _)), .snooze(.move(let todo, _)): todo
        default: nil
        }
    }

    /// What a MERGE of the payload dialect starts from.
    package var mergeBase: ChangeID? {
        guard case .merge(.decision(let decision)) = self else { return nil }
        return decision.base
    }
}
