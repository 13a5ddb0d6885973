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

extension Room {
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
