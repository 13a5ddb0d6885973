import RedoJSON

/// The members of a node's object, by name.
struct EnvelopeMembers {
    private let selection: JSONSelection

    private static let names: [StaticString] = [
        "action", "author", "data", "id", "parents", "signature", "taskId", "timestamp", "version",
        "accessList", "createdAt",
    ]

    init(_ object: JSONElement) { selection = JSONSelection(object, Self.names) }

    var action: JSONElement? { selection[0] }
    var author: JSONElement? { selection[1] }
    var data: JSONElement? { selection[2] }
    var id: JSONElement? { selection[3] }
    var parents: JSONElement? { selection[4] }
    var signature: JSONElement? { selection[5] }
    var taskID: JSONElement? { selection[6] }
    var timestamp: JSONElement? { selection[7] }
    var version: JSONElement? { selection[8] }
    var accessList: JSONElement? { selection[9] }
    /// The first unknown member.
    var unknown: JSONString? { selection.firstOther }
}
