/// What stage 3 asks of the nodes of a log, in replay order: all but their content.
package struct LogFacts: Sendable {
    package let graph: LogGraph
    package let roles: [NodeRole]
    /// Of the nodes that make or need a to-do, in their order.
    package let todos: [TodoID]
    /// Of the nodes that decide a merge, in their order.
    package let bases: [NodeID]
    /// When a node was made: few are asked.
    package let wall: @Sendable (_ number: Int) -> Instant
    /// The graph in which ignored nodes have their tasks; nil if none is ignored.
    package let unfilteredGraph: LogGraph?

    /// - Parameters:
    ///   - todos: one for each node whose role is about a to-do.
    ///   - bases: one for each node that decides a merge.
    ///   - wall: when a node was made.
    package init(
        graph: LogGraph, roles: [NodeRole], todos: [TodoID], bases: [NodeID],
        wall: @escaping @Sendable (_ number: Int) -> Instant
    ) {
        self.init(
            graph: graph, roles: roles, todos: todos, bases: bases, wall: wall,
            unfilteredGraph: nil)
    }

    private init(
        graph: LogGraph, roles: [NodeRole], todos: [TodoID], bases: [NodeID],
        wall: @escaping @Sendable (_ number: Int) -> Instant, unfilteredGraph: LogGraph?
    ) {
        self.graph = graph
        self.roles = roles
        self.todos = todos
        self.bases = bases
        self.wall = wall
        self.unfilteredGraph = unfilteredGraph
    }

    /// - Parameters:
    ///   - nodes: in replay order, each after its parents.
    ///   - ignored: the users whose nodes have no effect.
    /// - Complexity: O(n).
    package init(_ nodes: [Node], ignoring ignored: Set<UserID> = []) {
        let facts = LogFacts(
            graph: LogGraph(nodes), roles: nodes.map(\.role),
            todos: nodes.compactMap(\.payload.todo), bases: nodes.compactMap(\.payload.mergeBase)
        ) { nodes[$0].timestamp.wall }
        self =
            ignored.isEmpty ? facts : facts.ignoring { ignored.contains(nodes[$0].author.userID) }
    }

    /// The same log, in which some nodes have no effect: they belong to no task and make no to-do. They
    /// keep their place in the graph, so paths lead through them.
    ///
    /// - Complexity: O(n).
    package func ignoring(_ isIgnored: (_ number: Int) -> Bool) -> LogFacts {
        var roles = roles
        var todos: [TodoID] = []
        var bases: [NodeID] = []
        var (todoCount, baseCount) = (0, 0)
        for number in roles.indices {
            let role = roles[number]
            let isIgnored = isIgnored(number)
            if isIgnored { roles[number] = .ignored }
            if role.isAboutTodo {
                if !isIgnored { todos.append(self.todos[todoCount]) }
                todoCount += 1
            } else if role == .decidesMerge {
                if !isIgnored { bases.append(self.bases[baseCount]) }
                baseCount += 1
            }
        }
        return LogFacts(
            graph: graph.withoutTasks { roles[$0] == .ignored }, roles: roles, todos: todos,
            bases: bases, wall: wall, unfilteredGraph: graph)
    }
}
