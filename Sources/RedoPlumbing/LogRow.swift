import RedoLog
import RedoStore

/// What a log shows of a node: the node, or what the index of a pack knows of it.
protocol LogRow {
    var id: ChangeID { get }
    var parents: [ChangeID] { get }
    var timestamp: Timestamp { get }
    var taskID: TaskID? { get }
    var actionName: String { get }
    var writer: Author? { get }
    var subjectLine: String { get }
    /// Nil where only columns were read.
    var node: Node? { get }
}

extension Node: LogRow {
    var actionName: String { action.description }
    var writer: Author? { author }
    var node: Node? { self }
}

extension Outline.Entry: LogRow {
    var actionName: String { action?.description ?? "" }
    var writer: Author? { author }
    /// Nobody asks: it is content.
    var subjectLine: String { "" }
    var node: Node? { nil }
}
