import RedoCommandLine
import RedoCommandParts
import RedoModel

/// What a picture of the graph shows of a node.
struct GraphNode {
    let number: Int
    let id: NodeID
    let shortID: String
    let action: String
    /// What the node does beside its action: a title, the names of fields.
    let detail: String
    let writer: Author?
    let authorName: String?
    /// The title of the task.
    let title: String?
    /// The lines beside the node in a drawing of text.
    let lines: [String]
    /// True if a signature proves the author.
    let isSigned: Bool
    let wall: Instant
    /// A head of its task.
    let isHead: Bool
    /// True if replay counts it.
    let isAccepted: Bool

    init(
        _ number: Int, _ row: some LogRow, _ tasks: ShownTasks, shortID: String, lines: [String],
        isHead: Bool, isAccepted: Bool
    ) {
        self.number = number
        id = row.id
        self.shortID = shortID
        action = row.actionName.printable
        let subject = row.subjectLine
        let prefix = row.actionName + ": "
        detail = subject.hasPrefix(prefix) ? String(subject.dropFirst(prefix.count)) : ""
        writer = row.writer
        authorName = row.writer.flatMap { tasks.people.name(of: $0) }
        title = row.taskID.flatMap { tasks.titles[$0] }
        self.lines = lines
        isSigned = row.isSigned
        wall = row.timestamp.wall
        self.isHead = isHead
        self.isAccepted = isAccepted
    }

    var subject: String { detail.isEmpty ? action : "\(action): \(detail)" }

    /// What is said of it beside its subject.
    var marks: [String] {
        (isHead ? ["head"] : []) + (isAccepted ? [] : ["does not count"])
    }
}

/// The colours of devices in pictures.
enum DeviceHue {
    /// The hue of a device, 0 to 359. Steps of the golden angle keep any number of hues apart.
    static func degrees(_ device: Int) -> Int { (211 + device * 138) % 360 }
}
