import RedoModel
import RedoStore
import RedoSystem

/// Nodes of a store with their replay: all of them, or those of some tasks and all that they follow.
package struct Log: Sendable {
    package let nodes: [Node]
    package let replay: Replay
    /// Where not all nodes are here, the ids beside these in the order of all.
    private let neighbours: [NodeID]
    /// What the nodes lack.
    package let gaps: LogGaps
    /// The tasks that names mean among all of the store.
    private var known: [String: TaskID] = [:]

    /// Which nodes have no effect.
    package let exclusion: Exclusion

    /// The users whose nodes have no effect.
    package var ignored: Set<UserID> { exclusion.rule.ignored }

    package init(_ snapshot: Snapshot<Node>, _ exclusion: Exclusion) {
        self.init(snapshot.nodes, gaps: snapshot.gaps, exclusion)
    }

    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    package init(
        _ nodes: [Node], neighbours: [NodeID] = [], gaps: LogGaps = .none,
        _ exclusion: Exclusion
    ) {
        self.nodes = nodes
        self.neighbours = neighbours
        self.gaps = gaps
        self.exclusion = exclusion
        replay = Replay(nodes, exclusion)
    }

    /// The heads of each task, by the graph's number of the task. O(n).
    package func heads() -> [[Int]] { replay.validation.heads() }

    /// A log without nodes: for a writer whose nodes follow none.
    package static var empty: Log { Log([], Exclusion(.version1)) }

    /// The log with further nodes in it.
    package func adding(_ further: some Sequence<Node>) -> Log {
        Log(
            (nodes + further).sorted { $0.position < $1.position }, neighbours: neighbours,
            gaps: gaps, exclusion)
    }

    /// The heads of a task, in replay order; none for one that the log does not know. O(n).
    package func heads(of task: TaskID) -> [Node] {
        replay.validation.graph.taskNumber(of: task).map { heads()[$0].map { nodes[$0] } } ?? []
    }

    /// The ignored user that made a task; nil if no ignored user made it.
    package func ignoredAuthor(of task: TaskID) -> UserID? {
        nodes.first {
            $0.taskID == task && $0.action == .create && ignored.contains($0.author.userID)
        }?.author.userID
    }

    /// What nodes and tasks can be called.
    ///
    /// - Parameter describe: how several tasks are shown; nil for ids alone.
    package func names(_ describe: Repository.TaskDescriber?) -> NodeNames {
        NodeNames(replay.validation, describe) { () throws(RedoError) in replay.foldState().tasks }
    }

    /// The number of the node that a name means.
    package func nodeNumber(named name: String) throws(RedoError) -> Int {
        try names(nil).nodeNumber(named: name)
    }

    /// The log, which knows what some names mean.
    package func knowing(_ names: [String: TaskID]) -> Log {
        var log = self
        log.known = names
        return log
    }

    /// The task that a name means; of a log that was read for some names, what they were found to mean.
    package func taskID(named name: String) throws(RedoError) -> TaskID {
        if let id = known[name] { return id }
        return try names(nil).taskID(named: name)
    }

    /// The shortest texts that name these nodes among all of the store.
    ///
    /// - Parameter further: nodes that should be in the store.
    package func abbreviations(with further: [NodeID] = []) -> Abbreviations {
        Abbreviations(replay.validation.graph.ids + neighbours + further)
    }
}

extension State {
    /// The tasks' titles for people.
    package var printableTitles: [TaskID: String] {
        let titles = tasks.map { ($0.id, $0.title.printable) }
        return Dictionary(titles, uniquingKeysWith: { first, _ in first })
    }
}
