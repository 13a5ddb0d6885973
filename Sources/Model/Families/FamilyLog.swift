import RedoSystem

/// A log for the reducer of a family: the family's nodes, who may do what, and the standing of the nodes in the
/// histories of their tasks.
package struct FamilyLog: Sendable {
    /// In replay order.
    let nodes: [FamilyNode]
    /// The graph of all nodes of the log.
    let graph: LogGraph
    let authority: Authority
    /// The principals that own the tasks of these nodes.
    private let owners: [TaskID: Principal]
    /// The nodes that a new node about a category follows, for each category with SHAREs.
    let categoryHeads: [UUIDValue: [Node]]

    /// - Parameters:
    ///   - facts: those of all nodes, none of them ignored.
    ///   - view: the view of the same nodes.
    /// - Returns: nil if a required node cannot be read.
    /// - Complexity: O(n) for n nodes. The family's nodes and the CREATEs and DELETEs of their tasks are read.
    package init?<Reducer: FamilyReducer>(
        of family: Reducer.Type, _ facts: LogFacts, _ view: EffectiveView,
        reading reader: some NodeReader
    ) {
        let graph = facts.graph
        self.graph = graph
        guard let members = facts.columns.numbers(withAction: Reducer.has) else { return nil }
        var creates: [Int: [Int]] = [:]
        for number in members { if let task = graph.task(of: number) { creates[task] = [] } }
        var wanted = Set(members)
        if !creates.isEmpty {
            for (number, role) in facts.roles.enumerated() where role == .create || role == .delete
            {
                guard let task = graph.task(of: number), creates[task] != nil else { continue }
                if role == .create { creates[task]?.append(number) }
                wanted.insert(number)
            }
        }
        let heads = view.authority.categories.mapValues(\.heads)
        wanted.formUnion(heads.values.joined())
        guard let read = reader.nodes(wanted) else { return nil }
        let nodes = LoadedNodes(read)
        categoryHeads = heads.mapValues { $0.map { nodes[$0] } }
        let survivors = view.validation.survivors(nodes, ofTasks: { creates[$0] != nil })
        let isKept = Set(survivors.joined())
        let authority = view.authority
        self.authority = authority
        self.nodes = members.map { number in
            let node = nodes[number]
            let standing: FamilyNode.Standing
            if let reason = authority.voids[number] {
                standing = .void(reason)
            } else if let revocation = authority.people.cutOff[node.id] {
                standing = .void(.cutOff(by: revocation))
            } else if view.validation.verdicts[number] == .ignored {
                standing = .hidden
            } else {
                standing =
                    graph.task(of: number) == nil || isKept.contains(number) ? .counts : .hidden
            }
            return FamilyNode(number: number, node: node, standing: standing)
        }
        var owners: [TaskID: Principal] = [:]
        for (task, creates) in creates {
            owners[graph.taskIDs[task]] = authority.owner(among: creates, facts, nodes)
        }
        self.owners = owners
    }

    /// A log without nodes of the family.
    package static var empty: FamilyLog { FamilyLog() }

    private init() {
        nodes = []
        graph = LogGraph([] as [NodeHeader])
        authority = .none
        owners = [:]
        categoryHeads = [:]
    }

    /// The principal that owns a task; nil for a task without an owner.
    func owner(of task: TaskID) -> Principal? { owners[task] }
}

/// A node of a family, for its reducer.
struct FamilyNode: Sendable {
    /// The node's index in replay order.
    let number: Int
    let node: Node
    let standing: Standing

    /// The standing of the node in the history of its task.
    enum Standing: Sendable {
        case counts
        /// Stage 3 rejects it, or a tombstone buries it: it has no effect and no code.
        case hidden
        /// A revocation or the effective view makes it void.
        case void(VoidReason)
    }
}
