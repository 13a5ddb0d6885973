import RedoModel

/// Why the machine of a room is asked something (docs/extensions.md, section 5).
package enum RoomOccasion: String, CaseIterable, Sendable {
    /// Whether it joins: the room is paid, and it has not answered yet.
    case invitation
    /// It is its turn.
    case turn
    /// What to say over a room that has ended. It is asked only when a person wants it.
    case cenotaph
}

extension Room {
    /// Why the machine can be asked now; nil without a machine, and while others are awaited.
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
