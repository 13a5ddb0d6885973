import RedoModel

/// The reason of a request to the machine of a room (docs/extensions.md, section 5).
package enum RoomOccasion: String, CaseIterable, Sendable {
    /// True if it joins: the room is paid, and the machine has not answered yet.
    case invitation
    /// It is its turn.
    case turn
    /// The last words about a room that has ended. This is requested only when a person wants it.
    case cenotaph
}

/// A request to the machine of a room, and its position in the conversation.
package struct RoomQuestion: Equatable, Sendable {
    package let occasion: RoomOccasion
    /// The number of turns at the request, and the node of the last one: an answer is an answer to nothing else.
    package let turnCount: Int
    package let last: NodeID?

    /// - Parameter wantsCenotaph: whether to close a room that has ended; nothing else is requested then.
    /// - Returns: nil if there is nothing to be requested.
    package init?(_ room: Room, wantsCenotaph: Bool) {
        guard let occasion = room.occasion, (occasion == .cenotaph) == wantsCenotaph else {
            return nil
        }
        self.occasion = occasion
        let turns = room.turns
        turnCount = turns.count
        last = turns.last?.node.id
    }
}

extension Room {
    /// The author whose device asks the machine now (docs/extensions.md, section 5): of the PAY for the invitation and
    /// the first turn, else of the turn before; nil if there is nothing to be requested.
    package var machineAsker: Author? {
        guard let question = RoomQuestion(self, wantsCenotaph: false) else { return nil }
        let turn = question.occasion == .invitation ? nil : turns.last
        return (turn ?? events.first { $0.verb == .pay })?.node.author
    }

    /// The reason of a request that is possible now; nil without a machine, and while other participants are awaited.
    package var occasion: RoomOccasion? {
        guard let machine = roster.machine else { return nil }
        switch state {
        case .draft: return nil
        case .pending: return hasSignaled[machine] ? nil : .invitation
        case .active: return current == machine ? .turn : nil
        case .defunct: return cenotaph == nil && !messages.isEmpty ? .cenotaph : nil
        }
    }
}
