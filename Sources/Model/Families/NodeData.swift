import RedoJSON

/// The data of a valid node, for a definition to read.
struct NodeData {
    /// The id of the node.
    let id: NodeID
    let dialect: Dialect
    /// The value of `payload` or `fields`.
    let fields: JSONElement
    /// The decision of a MERGE of the payload dialect.
    let decision: MergeDecision?
}

extension Payload {
    /// Reads the data of a valid node.
    init(_ action: Action, _ data: NodeData) {
        self =
            action.isKnown
            ? TaskActions.definitions[Int(action.code)].read(data) ?? .unknown : .unknown
    }
}
