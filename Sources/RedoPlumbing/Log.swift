import RedoCommand
import RedoLog
import RedoState
import RedoStore

/// A store's nodes with their replay, and names for what is in it.
package struct Log: Sendable {
    package let nodes: [Node]
    package let replay: Replay

    package init(_ snapshot: Snapshot) { self.init(snapshot.nodes) }

    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    init(_ nodes: [Node]) {
        self.nodes = nodes
        replay = Replay(nodes)
    }

    /// The heads of each task, by the graph's number of the task. O(n).
    package func heads() -> [[Int]] { replay.judgement.heads(nodes) }

    /// A log without nodes: for a writer whose nodes follow none.
    package static var empty: Log { Log([]) }

    /// The log with further nodes in it.
    func adding(_ further: some Sequence<Node>) -> Log {
        Log((nodes + further).sorted { $0.position < $1.position })
    }

    /// The heads of a task, in replay order; none for one that the log does not know. O(n).
    package func heads(of task: TaskID) -> [Node] {
        replay.judgement.graph.taskNumber(of: task).map { heads()[$0].map { nodes[$0] } } ?? []
    }
}
