/// The facts of a log's nodes that stage 3 needs, in replay order: everything but their content.
package struct LogFacts: Sendable {
    package let graph: LogGraph
    package let roles: [NodeRole]
    /// The to-dos of the nodes that create or need one, in the order of the nodes.
    package let todos: [TodoID]
    /// The bases of the nodes that decide a merge, in the order of the nodes.
    package let bases: [NodeID]
    /// Further facts of the nodes.
    package let columns: any LogColumns
    /// The graph in which ignored nodes have their tasks; nil if none is ignored.
    package let unfilteredGraph: LogGraph?

    /// The wall time of a node, which is needed for few nodes.
    package func wall(_ number: Int) -> Instant { columns.wall(of: number) }

    /// - Parameters:
    ///   - todos: one for each node whose role is about a to-do.
    ///   - bases: one for each node that decides a merge.
    ///   - columns: further facts of the nodes.
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

    /// The same log, in which some nodes have no effect: they belong to no task and add no to-do. They remain in the
    /// graph, so paths lead through them.
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
