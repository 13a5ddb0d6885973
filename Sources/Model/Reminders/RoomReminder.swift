/// An announcement that a room needs something of this user (docs/dates.md, "Reminders").
package struct RoomReminder: Hashable, Sendable {
    /// The act that a room needs from the user.
    package enum Kind: String, CaseIterable, Sendable {
        /// To say something, or to pass.
        case turn = "room-turn"
        /// To say that one is here, so that it can begin.
        case accept = "room-accept"
        case pay = "room-pay"
        /// To ask its machine again, which has not answered.
        case silent = "room-silent"
    }

    package let kind: Kind
    package let room: NodeID
    /// The node since which it is needed: each turn has another one.
    package let event: NodeID
    /// The moment from which it is needed.
    package let moment: Instant

    package init(_ kind: Kind, of room: NodeID, since event: NodeID, at moment: Instant) {
        self.kind = kind
        self.room = room
        self.event = event
        self.moment = moment
    }
}

extension RoomReminder: Comparable {
    /// The reminder that is announced first comes first.
    package static func < (left: RoomReminder, right: RoomReminder) -> Bool {
        if left.moment != right.moment { return left.moment < right.moment }
        if left.room != right.room { return left.room < right.room }
        return left.event == right.event
            ? left.kind.rawValue < right.kind.rawValue : left.event < right.event
    }
}

extension RoomReminder: CustomStringConvertible {
    /// The line of a ``ReminderRecord``.
    package var description: String { "\(moment.wallText) \(kind.rawValue) \(room) \(event)" }

    /// Reads such a line; nil for any other text.
    package init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4, let moment = Instant(iso8601: Array(words[0].utf8).span),
            let kind = Kind(rawValue: words[1]), let room = NodeID(words[2]),
            let event = NodeID(words[3])
        else { return nil }
        self.init(kind, of: room, since: event, at: moment)
    }
}
