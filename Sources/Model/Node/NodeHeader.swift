/// The facts of a node without its data, its author and the bytes of its signature.
package struct NodeHeader: Sendable {
    package let id: NodeID
    package let parents: [NodeID]
    package let timestamp: Timestamp
    package let action: Action
    package let dialect: Dialect
    package let taskID: TaskID?
    package let isSigned: Bool

    package init(
        id: NodeID, parents: [NodeID], timestamp: Timestamp, action: Action, dialect: Dialect,
        taskID: TaskID?, isSigned: Bool
    ) {
        self.id = id
        self.parents = parents
        self.timestamp = timestamp
        self.action = action
        self.dialect = dialect
        self.taskID = taskID
        self.isSigned = isSigned
    }

    func withID(_ id: NodeID) -> NodeHeader {
        NodeHeader(
            id: id, parents: parents, timestamp: timestamp, action: action, dialect: dialect,
            taskID: taskID, isSigned: isSigned)
    }

    package var position: ReplayPosition { ReplayPosition(timestamp: timestamp, id: id) }

    /// The facts for stage 2 of the node's children.
    package var parentFacts: ParentFacts {
        ParentFacts(lamport: timestamp.lamport, taskID: taskID)
    }
}
