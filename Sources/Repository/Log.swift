import RedoModel
import RedoStore
import RedoSystem

/// Nodes of a store with their replay: all of them, or those of some tasks and all their ancestors.
///
/// Questions that the columns of indexes answer go to ``LogSource`` instead. A log is for commands that write after
/// nodes or explain them.
package struct Log: Sendable {
    package let nodes: [Node]
    package let replay: Replay
    /// If not all nodes are here, the neighbours of their ids in the order of all ids.
    private let neighbours: [NodeID]
    /// The gaps in the nodes.
    package let gaps: LogGaps
    /// The tasks that names mean among all tasks of the store.
    private var known: [String: TaskID] = [:]

    /// Which nodes have no effect.
    package let exclusion: Exclusion
    private let nameRule: NameRule

    /// The users whose nodes have no effect.
    package var ignored: Set<UserID> { exclusion.rule.ignored }

    package init(
        _ snapshot: Snapshot<Node>, _ exclusion: Exclusion, names rule: NameRule = NameRule()
    ) {
        self.init(snapshot.nodes, gaps: snapshot.gaps, exclusion, names: rule)
    }

    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    package init(
        _ nodes: [Node], neighbours: [NodeID] = [], gaps: LogGaps = .none,
        _ exclusion: Exclusion, names rule: NameRule = NameRule()
    ) {
        nameRule = rule
        self.nodes = nodes
        self.neighbours = neighbours
        self.gaps = gaps
        self.exclusion = exclusion
        replay = Replay(nodes, exclusion)
    }

    /// The heads of each task, by the graph's number of the task. O(n).
    package func heads() -> [[Int]] { replay.validation.heads() }

    /// The nodes until a moment, by the clocks that they were written by. O(n).
    package func numbers(until last: Instant) -> [Int] {
        nodes.indices.filter { nodes[$0].timestamp.wall <= last }
    }

    /// A log without nodes, for a writer whose nodes have no parents.
    package static var empty: Log { Log([], Exclusion(.version1)) }

    /// The log with further nodes in it.
    package func adding(_ further: some Sequence<Node>) -> Log {
        Log(
            (nodes + further).sorted { $0.position < $1.position }, neighbours: neighbours,
            gaps: gaps, exclusion, names: nameRule)
    }

    /// The heads of a task, in replay order; empty for a task that the log does not have. O(n).
    package func heads(of task: TaskID) -> [Node] {
        replay.validation.graph.taskNumber(of: task).map { heads()[$0].map { nodes[$0] } } ?? []
    }

    /// The ignored user that created a task; nil if its creator is not ignored.
    package func ignoredAuthor(of task: TaskID) -> UserID? {
        nodes.first {
            $0.taskID == task && $0.action == .create && ignored.contains($0.author.userID)
        }?.author.userID
    }

    /// The names of nodes and tasks.
    package var names: NodeNames {
        NodeNames(replay.validation, nameRule) { () throws(RedoError) in replay.foldState().tasks }
    }

    /// The number of the node that a name means.
    package func nodeNumber(named name: String) throws(RedoError) -> Int {
        try names.nodeNumber(named: name)
    }

    /// The same log with the meaning of some names recorded.
    package func knowing(_ names: [String: TaskID]) -> Log {
        var log = self
        log.known = names
        return log
    }

    /// The task that a name means; in a log that was read for some names, the meaning that was found then.
    package func taskID(named name: String) throws(RedoError) -> TaskID {
        if let id = known[name] { return id }
        return try names.taskID(named: name)
    }

    /// The shortest texts that identify these nodes among all nodes of the store.
    ///
    /// - Parameter further: nodes that should be in the store.
    package func abbreviations(with further: [NodeID] = []) -> Abbreviations {
        Abbreviations(replay.validation.graph.ids + neighbours + further)
    }
}

extension State {
    /// The tasks' titles as text.
    package var printableTitles: [TaskID: String] {
        let titles = tasks.map { ($0.id, $0.title.printable) }
        return Dictionary(titles, uniquingKeysWith: { first, _ in first })
    }
}
