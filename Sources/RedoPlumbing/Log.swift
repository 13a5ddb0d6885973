import RedoCommand
import RedoLog
import RedoState
import RedoStore

/// A store's nodes with their replay, and names for what is in it.
package struct Log: Sendable {
    package let nodes: [Node]
    package let replay: Replay
    /// The heads of each task, by the graph's number of the task.
    package let heads: [[Int]]

    package init(_ snapshot: Snapshot) {
        nodes = snapshot.nodes
        replay = Replay(snapshot.nodes)
        heads = replay.judgement.heads(snapshot.nodes)
    }

    /// The heads of a task, in replay order; none for one that the log does not know.
    package func heads(of task: TaskID) -> [Node] {
        replay.judgement.graph.taskNumber(of: task).map { heads[$0].map { nodes[$0] } } ?? []
    }
}
