import RedoModel
import RedoStore

/// What a log shows of a node.
protocol LogRow {
    var id: NodeID { get }
    var parents: [NodeID] { get }
    var timestamp: Timestamp { get }
    var taskID: TaskID? { get }
    var actionName: String { get }
    var writer: Author? { get }
    /// Whether a signature proves who wrote it.
    var isSigned: Bool { get }
    /// Nil for a packed node that cannot be read.
    var node: Node? { get }
}

extension LogRow {
    var subjectLine: String { node?.subjectLine ?? "" }
}

extension Node: LogRow {
    var actionName: String { action.description }
    var writer: Author? { author }
    var node: Node? { self }
}

/// A node whose content is read only where it is shown.
struct IndexedLogRow: LogRow {
    private let entry: LogIndex.Entry
    private let number: Int
    private let reader: LogIndexReader

    init(_ number: Int, of logIndex: LogIndex, _ reader: LogIndexReader) {
        entry = logIndex[number]
        self.number = number
        self.reader = reader
    }

    var id: NodeID { entry.id }
    var parents: [NodeID] { entry.parents }
    var timestamp: Timestamp { entry.timestamp }
    var taskID: TaskID? { entry.taskID }
    /// Of an action that indexes have no number for the node has the name.
    var actionName: String { (entry.action ?? node?.action)?.description ?? "" }
    var writer: Author? { entry.author }
    var isSigned: Bool { entry.isSigned }
    var node: Node? { reader.node(number) }
}
