import RedoSystem

/// A log as the reducer of a family sees it: the family's nodes, and what the histories of their tasks say.
package struct FamilyLog: Sendable {
    /// In replay order.
    let nodes: [FamilyNode]
    /// The principals that own the tasks of these nodes.
    private let owners: [TaskID: UserID]

    /// Which nodes of a log have to be read for a family.
    package struct Selection: Sendable {
        /// The family's nodes, in replay order.
        fileprivate let members: [Int]
        /// By the graph's number of the task, the CREATEs and DELETEs of the tasks that the family's nodes
        /// are of.
        fileprivate let creates: [Int: [Int]]
        /// The numbers of all nodes to read.
        package let wanted: Set<Int>

        /// - Parameter isMember: whether a node is of the family.
        /// - Complexity: O(n) for n nodes.
        package init(_ facts: LogFacts, where isMember: (_ number: Int) -> Bool) {
            let graph = facts.graph
            let members = (0..<graph.count).filter(isMember)
            var creates: [Int: [Int]] = [:]
            for task in Set(members.compactMap { graph.task(of: $0) }) { creates[task] = [] }
            var wanted = Set(members)
            if !creates.isEmpty {
                for (number, role) in facts.roles.enumerated() {
                    guard role == .create || role == .delete, let task = graph.task(of: number),
                        creates[task] != nil
                    else { continue }
                    if role == .create { creates[task]?.append(number) }
                    wanted.insert(number)
                }
            }
            for repeated in facts.repeatedCreates { wanted.formUnion(repeated) }
            self.members = members
            self.creates = creates
            self.wanted = wanted
        }

        package var isEmpty: Bool { members.isEmpty }
    }

    /// - Parameters:
    ///   - validation: stage 3 over all nodes.
    ///   - nodes: has at least the wanted ones.
    package init(
        _ selection: Selection, _ validation: HistoryValidation, _ nodes: some NodeLookup
    ) {
        let view = EffectiveView(validation, nodes)
        let graph = validation.graph
        let survivors = view.validation.survivors(nodes, ofTasks: { selection.creates[$0] != nil })
        let isKept = Set(survivors.joined())
        self.nodes = selection.members.map { number in
            let node = nodes[number]
            let standing: FamilyNode.Standing
            if let code = view.codes[number] {
                standing = .void(code)
            } else if validation.verdicts[number] == .ignored {
                standing = .hidden
            } else {
                standing =
                    graph.task(of: number) == nil || isKept.contains(number) ? .counts : .hidden
            }
            return FamilyNode(number: number, node: node, standing: standing)
        }
        var owners: [TaskID: UserID] = [:]
        for (task, creates) in selection.creates {
            owners[graph.taskIDs[task]] =
                view.original(among: creates).map { nodes[$0].author.userID }
        }
        self.owners = owners
    }

    /// A log without nodes of the family.
    package static var empty: FamilyLog { FamilyLog() }

    private init() {
        nodes = []
        owners = [:]
    }

    /// The log of a family, of all nodes of a replay.
    package init<Reducer: FamilyReducer>(_ replay: Replay, of family: Reducer.Type) {
        let nodes = replay.nodes
        let selection = Selection(replay.validation.facts) { Reducer.has(nodes[$0].action) }
        self.init(selection, replay.validation, nodes)
    }

    /// The principal that owns a task; nil for a task without a CREATE.
    func owner(of task: TaskID) -> UserID? { owners[task] }
}

/// A node of a family, for its reducer.
struct FamilyNode: Sendable {
    /// The node's place in replay order.
    let number: Int
    let node: Node
    let standing: Standing

    /// What the history of the node's task says of it.
    enum Standing: Sendable {
        case counts
        /// Stage 3 rejects it, or a tombstone buries it: it has no effect and no code.
        case hidden
        /// The effective view says that it is void.
        case void(ErrorCode)
    }
}
