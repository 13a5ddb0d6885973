import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// Two states of the tasks, as sets of nodes of one log: that of the store, with the nodes of another store or a file if
/// one of the states is there.
struct ComparedStates {
    let log: Log
    let difference: StateDifference
    /// By number, whether what a node did is shown; nil for all nodes.
    private var isShown: [Bool]?

    /// The nodes of a state.
    private enum Members {
        /// True if it has each node of the store's log.
        case own([Bool])
        case foreign([Node])
    }

    /// - Parameters:
    ///   - log: that of the store.
    ///   - before: the first state.
    ///   - after: the second one.
    /// - Throws: ``RedoError`` if a state cannot be read.
    init(
        from before: NamedState, to after: NamedState, _ log: Log, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let states = [before, after]
        var members: [Members] = []
        for state in states {
            members.append(try Self.members(of: state, log, repository, context))
        }
        let union = Self.union(log, members)
        self.log = union
        let marks = members.map { Self.marks(of: $0, log, in: union) }
        difference = StateDifference(
            union.replay, from: marks[0], to: marks[1],
            of: Self.scope(of: zip(states, marks).map { ($0, $1) }, union))
    }

    private static func members(
        of state: NamedState, _ log: Log, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Members {
        let graph = log.replay.validation.graph
        switch state {
        case .present: return .own(Array(repeating: true, count: graph.count))
        case .node(let number): return .own(graph.closure(of: [number]))
        case .moment(let last):
            return .own(graph.closure(of: log.numbers(until: last)))
        case .remote(let remote):
            guard let known = remote.known(in: repository.store) else {
                throw RedoError(
                    .notFound, "what was last seen of '\(remote.name)' cannot be read",
                    hints: ["'redo fetch \(remote.name)' reads the remote again"])
            }
            let lacking = known.unsent.waiting + known.unsent.refused
            return .own(Self.without(lacking, in: graph))
        case .export(let path):
            return .foreign(
                try ForeignNodes(ofFile: path, beside: log, repository.store, context).nodes)
        case .store(let path):
            return .foreign(try ForeignNodes(ofStore: path, context).nodes)
        }
    }

    /// All nodes but some and those that follow them.
    private static func without(_ ids: [NodeID], in graph: LogGraph) -> [Bool] {
        var isThere = Array(repeating: true, count: graph.count)
        for id in ids {
            if let number = graph.number(of: id) { isThere[number] = false }
        }
        for number in isThere.indices {
            for parent in graph.parents(of: number) where !isThere[parent] {
                isThere[number] = false
            }
        }
        return isThere
    }

    private static func union(_ log: Log, _ members: [Members]) -> Log {
        let graph = log.replay.validation.graph
        var further: [NodeID: Node] = [:]
        for case .foreign(let nodes) in members {
            for node in nodes where graph.number(of: node.id) == nil { further[node.id] = node }
        }
        return further.isEmpty ? log : log.adding(further.values)
    }

    private static func marks(of members: Members, _ log: Log, in union: Log) -> [Bool] {
        let graph = union.replay.validation.graph
        switch members {
        case .own(let marks):
            if marks.count == graph.count { return marks }
            let own = log.replay.validation.graph
            return (0..<graph.count).map { number in
                own.number(of: graph.id(of: number)).map { marks[$0] } ?? false
            }
        case .foreign(let nodes):
            return graph.closure(of: nodes.compactMap { graph.number(of: $0.id) })
        }
    }

    /// The tasks that are compared: with a node as a state those that it reaches, since it says nothing of others; else
    /// all.
    private static func scope(
        of states: [(state: NamedState, marks: [Bool])], _ union: Log
    ) -> Set<TaskID>? {
        let graph = union.replay.validation.graph
        var tasks: Set<TaskID>?
        for case (.node, let marks) in states {
            let reached = marks.indices.filter { marks[$0] }.compactMap { graph.task(of: $0) }
            tasks = (tasks ?? []).union(reached.map { graph.taskIDs[$0] })
        }
        return tasks
    }
}

// MARK: What is shown

extension ComparedStates {
    /// Shows only what the nodes of an author changed.
    mutating func show(onlyBy principal: Principal, _ people: People) {
        isShown = log.nodes.map { people.principal(of: $0.author.userID) == principal }
    }

    /// Whether only what some nodes did is shown.
    var isNarrowed: Bool { isShown != nil }

    /// Whether what a node did is shown; what no node did is shown only where everything is.
    func shows(_ number: Int?) -> Bool {
        guard let isShown else { return true }
        return number.map { isShown[$0] } ?? false
    }

    /// The tasks that differ by what is shown.
    var tasks: [TaskDifference] {
        difference.tasks.filter { task in
            shows(task.node) || task.members.contains { shows($0.node) }
                || task.furtherNodes.contains { shows($0.number) }
        }
    }

    /// The nodes of one state alone that belong to no task.
    var otherNodes: [StateDifference.SidedNode] {
        difference.otherNodes.filter { shows($0.number) }
    }

    /// Whether nothing that is shown differs.
    var isEmpty: Bool { tasks.isEmpty && otherNodes.isEmpty }
}
