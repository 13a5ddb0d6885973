/// The part of a node that replay needs: its effect on its task.
package struct Change: Sendable {
    package let id: NodeID
    package let timestamp: Timestamp
    package let user: UserID
    /// The task; nil for a node without a task, which has no effect.
    package let taskID: TaskID?
    package let action: Action
    package let payload: Payload
    /// The values that a MERGE of the payload dialect sets, once they are decided.
    var merged: MergedFields?

    package init(
        id: NodeID, timestamp: Timestamp, user: UserID, taskID: TaskID?, action: Action,
        payload: Payload
    ) {
        self.id = id
        self.timestamp = timestamp
        self.user = user
        self.taskID = taskID
        self.action = action
        self.payload = payload
    }

    package init(_ node: Node) { self.init(node, merged: nil) }

    init(_ node: Node, merged: MergedFields?) {
        self.init(
            id: node.id, timestamp: node.timestamp, user: node.author.userID, taskID: node.taskID,
            action: node.action, payload: node.payload)
        self.merged = merged
    }

    package var position: ReplayPosition { ReplayPosition(timestamp: timestamp, id: id) }
}
