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
    let author: UserID?
    let authorName: String?
    /// Whether a signature proves the author.
    let isSigned: Bool
    let wall: Instant
    /// A head of its task.
    let isHead: Bool
    /// Whether replay counts it.
    let isAccepted: Bool

    init(
        _ number: Int, _ row: some LogRow, _ people: People, shortID: String, isHead: Bool,
        isAccepted: Bool
    ) {
        self.number = number
        id = row.id
        self.shortID = shortID
        action = row.actionName.printable
        let subject = row.subjectLine
        let prefix = row.actionName + ": "
        detail = subject.hasPrefix(prefix) ? String(subject.dropFirst(prefix.count)) : ""
        author = row.writer?.userID
        authorName = row.writer.flatMap { people.name(of: $0) }
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

/// The authors of a picture's nodes, by the order in which they come, each with a hue of its own.
struct GraphAuthors {
    private var numbers: [UserID: Int] = [:]
    /// The name that each has in the first node that gives one, else the start of the userId.
    var names: [String] {
        users.map { $0.name ?? String($0.id.description.prefix(DistinctDigits.smallestCount)) }
    }

    private var users: [(id: UserID, name: String?)] = []

    /// - Returns: nil for a node whose author cannot be read.
    mutating func number(of node: GraphNode) -> Int? {
        guard let author = node.author else { return nil }
        if let number = numbers[author] {
            if users[number].name == nil { users[number].name = node.authorName }
            return number
        }
        numbers[author] = users.count
        users.append((author, node.authorName))
        return users.count - 1
    }

    /// 0 to 359. Steps of the golden angle keep any number of hues apart.
    static func hue(_ number: Int) -> Int { (211 + number * 138) % 360 }
}
