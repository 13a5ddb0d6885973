/// A node as far as replay looks at it: what it does to its task.
package struct Change: Sendable {
    package let id: NodeID
    package let timestamp: Timestamp
    package let user: UserID
    /// Nil for a node without a task, which has no effect.
    package let taskID: TaskID?
    package let payload: Payload

    package init(
        id: NodeID, timestamp: Timestamp, user: UserID, taskID: TaskID?, payload: Payload
    ) {
        self.id = id
        self.timestamp = timestamp
        self.user = user
        self.taskID = taskID
        self.payload = payload
    }

    package init(_ node: Node) {
        self.init(
            id: node.id, timestamp: node.timestamp, user: node.author.userID, taskID: node.taskID,
            payload: node.payload)
    }

    package var position: ReplayPosition { ReplayPosition(timestamp: timestamp, id: id) }
}
