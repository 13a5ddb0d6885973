import RedoModel

/// The acts that are possible for a participant in the present state of a room.
///
/// Acts that exclude one another share one member: speech and the hand, and the answer to the invitation. So a member
/// has one meaning at a time, and a user interface shows exactly what is possible.
package struct RoomChoices: Equatable, Sendable {
    /// The possible act about the turn.
    package enum Speech: Equatable, Sendable {
        /// It is the participant's turn, to say something or to pass.
        case turn
        /// It is another participant's turn, and the hand is down.
        case raiseHand
        /// It is another participant's turn, and the hand is up.
        case lowerHand
    }

    /// Nil unless the room is active.
    package fileprivate(set) var speech: Speech?
    /// True if the participant can signal their presence; the originator did so with the payment.
    package fileprivate(set) var canAccept = false
    package fileprivate(set) var canDecline = false
    package fileprivate(set) var canPay = false
    package fileprivate(set) var canCancel = false
    package fileprivate(set) var canExpire = false
    package fileprivate(set) var canLeave = false
    /// True if the last words about a room that has ended can be written.
    package fileprivate(set) var canWriteCenotaph = false
}

extension Room {
    /// The acts that are possible for a participant.
    ///
    /// - Parameters:
    ///   - index: the index of the participant.
    ///   - now: the moment that decides whether the room has expired.
    package func choices(of index: Int, at now: Instant) -> RoomChoices {
        var choices = RoomChoices()
        let isOriginator = index == roster.originator
        switch state {
        case .draft:
            choices.canPay = isOriginator
            choices.canCancel = isOriginator
            choices.canExpire = hasExpired(at: now)
        case .pending:
            choices.canAccept = !hasSignaled[index]
            choices.canDecline = !isOriginator && !hasSignaled[index]
            choices.canCancel = isOriginator
            choices.canExpire = hasExpired(at: now)
            choices.canLeave = true
        case .active:
            if current == index {
                choices.speech = .turn
            } else {
                choices.speech = hands.contains(index) ? .lowerHand : .raiseHand
            }
            choices.canLeave = true
        case .defunct:
            choices.canWriteCenotaph =
                (isOriginator || index == roster.machine) && cenotaph == nil && !messages.isEmpty
        }
        return choices
    }

    /// True if a room that has not become active may be ended because its time is over.
    package func hasExpired(at now: Instant) -> Bool {
        guard let expiry = roster.expiresAt?.instant else { return false }
        return now > expiry
    }
}

extension RoomRoster {
    /// The index of the participant who writes as an author; nil for an author who is not a participant.
    package func index(of author: Author, _ people: People) -> Int? {
        let user = Principal.user(author.userID)
        if let index = participants.firstIndex(where: { $0.principal == user }) { return index }
        let principal = people.principal(of: author)
        return participants.firstIndex { $0.principal == principal }
    }
}
