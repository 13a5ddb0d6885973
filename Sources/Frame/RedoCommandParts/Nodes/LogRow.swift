import RedoModel
import RedoStore

/// A node as a log shows it.
package protocol LogRow {
    var id: NodeID { get }
    var parents: [NodeID] { get }
    var timestamp: Timestamp { get }
    var taskID: TaskID? { get }
    var actionName: String { get }
    var writer: Author? { get }
    /// True if a signature proves who wrote it.
    var isSigned: Bool { get }
    /// Nil for a packed node that cannot be read.
    var node: Node? { get }
    /// Its number in the log; nil for a node that was read by itself.
    var number: Int? { get }
}

extension LogRow {
    package var subjectLine: String { node?.subjectLine ?? "" }
}

extension Node: LogRow {
    package var actionName: String { action.description }
    package var writer: Author? { author }
    package var node: Node? { self }
    package var number: Int? { nil }
}

/// A node whose content is read only where it is shown.
package struct IndexedLogRow: LogRow {
    private let entry: LogIndex.Entry
    private let ordinal: Int
    private let reader: LogIndexReader

    package init(_ number: Int, of logIndex: LogIndex, _ reader: LogIndexReader) {
        entry = logIndex[number]
        ordinal = number
        self.reader = reader
    }

    package var id: NodeID { entry.id }
    package var parents: [NodeID] { entry.parents }
    package var timestamp: Timestamp { entry.timestamp }
    package var taskID: TaskID? { entry.taskID }
    /// The name of the action. The node has it if indexes have no number for the action.
    package var actionName: String { (entry.action ?? node?.action)?.description ?? "" }
    package var writer: Author? { entry.author }
    package var isSigned: Bool { entry.isSigned }
    package var node: Node? { reader.node(ordinal) }
    package var number: Int? { ordinal }
}
