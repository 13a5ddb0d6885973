import RedoModel

/// What a participant of a room can do in it as it stands.
///
/// Acts that exclude one another share one place: speech and the hand, and the answer to the invitation. So a place has
/// one meaning at a time, and whoever shows it shows what is possible.
package struct RoomChoices: Equatable, Sendable {
    /// What can be done about the turn.
    package enum Speech: Equatable, Sendable {
        /// It is the participant's turn: to say something, or to pass.
        case turn
        /// It is another one's, and the hand is down.
        case raiseHand
        /// It is another one's, and the hand is up.
        case lowerHand
    }

    /// Nil unless the room is active.
    package fileprivate(set) var speech: Speech?
    /// Whether to say that one is here; whoever opened the room said so with the payment.
    package fileprivate(set) var canAccept = false
    package fileprivate(set) var canDecline = false
    package fileprivate(set) var canPay = false
    package fileprivate(set) var canCancel = false
    package fileprivate(set) var canExpire = false
    package fileprivate(set) var canLeave = false
    /// Whether to say the last words over a room that has ended.
    package fileprivate(set) var canWriteCenotaph = false
}

extension Room {
    /// What a participant can do.
    ///
    /// - Parameters:
    ///   - place: of the participant.
    ///   - now: decides whether the room has expired.
    package func choices(of place: Int, at now: Instant) -> RoomChoices {
        var choices = RoomChoices()
        let isOriginator = place == roster.originator
        switch state {
        case .draft:
            choices.canPay = isOriginator
            choices.canCancel = isOriginator
            choices.canExpire = hasExpired(at: now)
        case .pending:
            choices.canAccept = !hasSignaled[place]
            choices.canDecline = !isOriginator && !hasSignaled[place]
            choices.canCancel = isOriginator
            choices.canExpire = hasExpired(at: now)
            choices.canLeave = true
        case .active:
            if current == place {
                choices.speech = .turn
            } else {
                choices.speech = hands.contains(place) ? .lowerHand : .raiseHand
            }
            choices.canLeave = true
        case .defunct:
            choices.canWriteCenotaph =
                (isOriginator || place == roster.machine) && cenotaph == nil && !messages.isEmpty
        }
        return choices
    }

    /// Whether a room that has not become active may be ended because its time is over.
    package func hasExpired(at now: Instant) -> Bool {
        guard let expiry = roster.expiresAt?.instant else { return false }
        return now > expiry
    }
}

extension RoomRoster {
    /// The place of whoever writes as an author; nil for one who does not take part.
    package func place(of author: Author, _ people: People) -> Int? {
        let user = Principal.user(author.userID)
        if let place = participants.firstIndex(where: { $0.principal == user }) { return place }
        let principal = people.principal(of: author)
        return participants.firstIndex { $0.principal == principal }
    }
}
