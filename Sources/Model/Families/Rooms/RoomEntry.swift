import RedoJSON

/// A well-formed node about a room that has been read.
struct RoomEntry: Sendable {
    /// The node's index in replay order.
    let number: Int
    let node: Node
    let action: RoomAction
    /// The id of the OPEN_ROOM.
    let room: NodeID
    /// The roster of an OPEN_ROOM; nil for others.
    let roster: RoomRoster?
    /// The text of a SAY or CENOTAPH; nil for others.
    let text: JSONString?
    /// Whether it is a PAY that failed.
    let isFailed: Bool
    /// Whether it is a LEAVE because its author can read no more.
    let isHorizon: Bool

    /// Reads the fields of a well-formed node; nil for others.
    init?(_ number: Int, _ node: Node, _ action: RoomAction, _ fields: JSONElement) {
        let isOpening = action.verb == .open
        guard let room = isOpening ? node.id : fields["room"]?.nodeID else { return nil }
        roster = isOpening ? RoomRoster(fields) : nil
        if isOpening, roster == nil { return nil }
        self.number = number
        self.node = node
        self.action = action
        self.room = room
        text = fields["text"]?.string
        isFailed = fields["failed"]?.bool == true
        isHorizon = fields["reason"]?.equals("horizon") == true
    }
}
