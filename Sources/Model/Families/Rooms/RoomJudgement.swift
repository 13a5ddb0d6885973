/// The decision whether a node about a room counts, by its author and by what it has seen.
struct RoomJudgement {
    let roster: RoomRoster
    let past: RoomPast
    /// The index of its author among the participants.
    let participant: Int
    /// The number of the CENOTAPH that counts; nil if there is none so far.
    let cenotaph: Int?

    /// Why a node does not count; nil if it does. A SAY or PASS that passes is a candidate for a turn.
    func fault(of entry: RoomEntry) -> RoomFault? {
        guard roster.allows(participant, entry.action.actor) else {
            switch entry.action.actor {
            case .anyone: return .notAParticipant
            case .originator: return .notTheOriginator
            case .othersThanOriginator: return .byOriginator
            case .originatorOrMachine: return .notOriginatorOrMachine
            }
        }
        if entry.action.verb == .cenotaph { return faultOfCenotaph }
        if let ending = past.ending { return .ended(by: ending) }
        switch entry.action.verb {
        case .open, .cenotaph: return nil
        case .pay: return past.payment.map { .paid(by: $0) }
        case .signal, .leave: return past.isPaid ? nil : .unpaid
        case .decline:
            if !past.isPaid { return .unpaid }
            return past.hasSignaled(participant) ? .signaled : nil
        case .cancel: return isActive ? .active : nil
        case .expire: return isActive ? .active : faultOfExpiry(entry.node.timestamp.wall)
        case .say, .pass:
            if !isActive { return .notActive }
            return isOwnTurn ? nil : .turnOf(roster.participants[owner].id)
        case .raiseHand: return faultOfHand(isRaised: true)
        case .lowerHand: return faultOfHand(isRaised: false)
        }
    }

    private var isActive: Bool { past.isActive(roster) }

    /// The index of the participant whose turn it is in this past.
    private var owner: Int { roster.owner(ofTurn: past.turnCount) }

    private var isOwnTurn: Bool { owner == participant }

    private var faultOfCenotaph: RoomFault? {
        if past.ending == nil { return .notEnded }
        if !past.hasMessage { return .nothingSaid }
        return cenotaph.map { .otherCenotaph($0) }
    }

    /// Times between two milliseconds count as the first of these: wall times have no more digits.
    private func faultOfExpiry(_ wall: Instant) -> RoomFault? {
        guard let time = roster.expiresAt, let expiry = time.instant else { return .neverExpires }
        return wall > expiry ? nil : .notExpired(time)
    }

    private func faultOfHand(isRaised: Bool) -> RoomFault? {
        if !isActive { return .notActive }
        if isOwnTurn { return .ownTurn }
        return past.hasHand(participant, isRaised: isRaised) ? .handAlready : nil
    }
}
