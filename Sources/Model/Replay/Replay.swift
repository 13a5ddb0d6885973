import RedoSystem

/// The replay of a log: stage 3, deletion, and the fold of the rest.
///
/// ```
/// let replay = Replay(nodes)  // those that pass stages 1 and 2, in replay order
/// let hash = replay.foldState().hash
/// ```
package struct Replay: Sendable {
    /// In replay order.
    package let nodes: [Node]
    package let validation: HistoryValidation
    /// Who may do what; in the protocol's view nothing is void.
    package let authority: Authority
    /// The void nodes; empty in the protocol's view.
    package let voids: VoidNodes

    /// - Parameters:
    ///   - nodes: the nodes that pass stages 1 and 2, in replay order.
    ///   - ignored: the users whose nodes have no effect.
    package init(_ nodes: [Node], ignoring ignored: Set<UserID> = []) {
        self.init(nodes, Exclusion(LogRule(leavesOutVoid: false, ignoring: ignored)))
    }

    /// - Parameter nodes: the nodes that pass stages 1 and 2, in replay order.
    package init(_ nodes: [Node], _ exclusion: Exclusion) {
        self.nodes = nodes
        let ignored = exclusion.rule.ignored
        let facts = LogFacts(nodes)
        let isIgnored: ((Int) -> Bool)? =
            ignored.isEmpty ? nil : { ignored.contains(nodes[$0].author.userID) }
        // Nodes in memory can always be read.
        var authority: Authority?
        if exclusion.rule.leavesOutVoid {
            authority =
                exclusion.people.map { Authority(facts, $0.people, reading: nodes) }
                ?? Authority(facts, ignoring: exclusion.rule.ignoredPersons, reading: nodes)
        }
        self.authority = authority ?? .none
        voids = VoidNodes(self.authority, facts, exclusion.people)
        validation = EffectiveView(facts, self.authority, ignoring: isIgnored).validation
    }

    /// The log for the reducer of a family.
    package func log<Reducer: FamilyReducer>(of family: Reducer.Type) -> FamilyLog {
        FamilyLog(
            of: family, LogFacts(nodes),
            EffectiveView(authority: authority, validation: validation), reading: nodes) ?? .empty
    }

    /// The void nodes, with those of rooms.
    ///
    /// - Complexity: O(n) for n nodes, plus a fold of the rooms if there are any.
    package var voidsWithRooms: VoidNodes {
        guard nodes.contains(where: { Rooms.has($0.action) }) else { return voids }
        return voids.adding(Rooms(log(of: Rooms.self)), of: LogFacts(nodes))
    }

    /// Folds the state of a replica that has some nodes and all their ancestors, each rejected or not as in the whole
    /// log.
    ///
    /// - Parameter ends: the nodes; nil for the whole log.
    /// - Complexity: O(n log t) for n nodes and t tasks, in every call.
    package func foldState(among ends: [Int]? = nil) -> State {
        var tasks: [TaskState] = []
        var merges = MergeResults(nodes: nodes, validation: validation)
        let included = ends.map { validation.graph.closure(of: $0) }
        for numbers in validation.survivors(nodes, among: included) {
            if let task = merges.fold(numbers) { tasks.append(task) }
        }
        return State(tasks: tasks.sorted { $0.id < $1.id })
    }

    /// The state of one task; nil if it is not in the state.
    ///
    /// - Parameter ends: see ``foldState(among:)``.
    package func task(_ id: TaskID, among ends: [Int]? = nil) -> TaskState? {
        guard let task = validation.graph.taskNumber(of: id) else { return nil }
        var merges = MergeResults(nodes: nodes, validation: validation)
        let included = ends.map { validation.graph.closure(of: $0) }
        return merges.fold(validation.survivors(nodes, among: included)[task])
    }

    /// The nodes that stage 3 rejects or replay skips, in replay order, by number.
    package var rejected: [(number: Int, code: ErrorCode)] {
        validation.verdicts.enumerated().compactMap { number, verdict in
            switch verdict {
            case .accepted, .ignored: nil
            case .skipped: (number, .unknownAction)
            case .rejected(let code, _): (number, code)
            }
        }
    }
}
