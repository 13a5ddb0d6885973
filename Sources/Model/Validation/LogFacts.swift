/// What stage 3 asks of the nodes of a log, in replay order: all but their content.
package struct LogFacts: Sendable {
    package let graph: LogGraph
    package let roles: [NodeRole]
    /// Of the nodes that make or need a to-do, in their order.
    package let todos: [TodoID]
    /// Of the nodes that decide a merge, in their order.
    package let bases: [NodeID]
    /// What else is known of the nodes.
    package let columns: any LogColumns
    /// The graph in which ignored nodes have their tasks; nil if none is ignored.
    package let unfilteredGraph: LogGraph?

    /// When a node was made: few are asked.
    package func wall(_ number: Int) -> Instant { columns.wall(of: number) }

    /// - Parameters:
    ///   - todos: one for each node whose role is about a to-do.
    ///   - bases: one for each node that decides a merge.
    ///   - columns: what else is known of the nodes.
    package init(
        graph: LogGraph, roles: [NodeRole], todos: [TodoID], bases: [NodeID],
        columns: some LogColumns
    ) {
        self.init(
            graph: graph, roles: roles, todos: todos, bases: bases, columns: columns,
            unfilteredGraph: nil)
    }

    private init(
        graph: LogGraph, roles: [NodeRole], todos: [TodoID], bases: [NodeID],
        columns: any LogColumns, unfilteredGraph: LogGraph?
    ) {
        self.graph = graph
        self.roles = roles
        self.todos = todos
        self.bases = bases
        self.columns = columns
        self.unfilteredGraph = unfilteredGraph
    }

    /// - Parameter nodes: in replay order, each after its parents.
    /// - Complexity: O(n).
    package init(_ nodes: [Node]) {
        self.init(
            graph: LogGraph(nodes), roles: nodes.map(\.role),
            todos: nodes.compactMap(\.payload.todo), bases: nodes.compactMap(\.payload.mergeBase),
            columns: ListedNodes(nodes: nodes))
    }

    /// The same log, in which some nodes have no effect: they belong to no task and add no to-do. They
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
            bases: bases, columns: columns, unfilteredGraph: unfilteredGraph ?? graph)
    }
}
