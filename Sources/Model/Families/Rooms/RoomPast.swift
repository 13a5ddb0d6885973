/// What a node has seen of its room: all that decides about it.
///
/// It is joined from what the nearest nodes above say, each with its own past. Every member is a greatest or least
/// value or a union, so paths that meet several times change nothing.
struct RoomPast: Sendable {
    /// Whether the OPEN_ROOM is there.
    private(set) var isOpen = false
    /// The number of the first counting PAY.
    private(set) var payment: Int?
    /// Whether a counting PAY did not fail.
    private(set) var isPaid = false
    /// A bit for each participant with a counting SIGNAL, for the originator with a PAY that did not fail.
    private var signals: UInt16 = 0
    /// The number of the first counting ending.
    private(set) var ending: Int?
    /// How many turns have a candidate.
    private(set) var turnCount = 0
    /// The number of the first candidate of the last of these turns.
    ///
    /// A candidate of a turn has seen one of each turn before it. So those of the last turn in a past are all in the
    /// pasts that have as many turns.
    private(set) var candidate: Int?
    /// Whether a candidate is a SAY.
    private(set) var hasMessage = false
    /// For each participant one more than the turns that the last counting RAISE_HAND has seen, then the same for
    /// LOWER_HAND; 0 for none. Empty if there are none at all.
    private var hands: [Int] = []

    mutating func join(_ other: RoomPast) {
        isOpen = isOpen || other.isOpen
        payment = Self.first(payment, other.payment)
        isPaid = isPaid || other.isPaid
        signals |= other.signals
        ending = Self.first(ending, other.ending)
        if other.turnCount > turnCount {
            (turnCount, candidate) = (other.turnCount, other.candidate)
        } else if other.turnCount == turnCount {
            candidate = Self.first(candidate, other.candidate)
        }
        hasMessage = hasMessage || other.hasMessage
        if hands.isEmpty {
            hands = other.hands
        } else {
            for place in other.hands.indices where hands[place] < other.hands[place] {
                hands[place] = other.hands[place]
            }
        }
    }

    private static func first(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    func hasSignaled(_ participant: Int) -> Bool { signals >> UInt16(participant) & 1 == 1 }

    /// Whether all have come: it is paid, and everyone but the originator has signaled.
    func isActive(_ roster: RoomRoster) -> Bool {
        isPaid
            && roster.participants.indices.allSatisfy {
                $0 == roster.originator || hasSignaled($0)
            }
    }

    /// Whether a participant raised or lowered their hand, having seen as many turns.
    func hasHand(_ participant: Int, isRaised: Bool) -> Bool {
        let place = participant * 2 + (isRaised ? 0 : 1)
        return !hands.isEmpty && hands[place] == turnCount + 1
    }

    // MARK: What counting nodes add

    mutating func noteOpening() { isOpen = true }

    mutating func notePayment(_ number: Int, by originator: Int) {
        payment = Self.first(payment, number)
        isPaid = true
        noteSignal(of: originator)
    }

    mutating func noteFailedPayment(_ number: Int) {
        payment = Self.first(payment, number)
        noteEnding(number)
    }

    mutating func noteSignal(of participant: Int) { signals |= 1 << UInt16(participant) }

    mutating func noteEnding(_ number: Int) { ending = Self.first(ending, number) }

    /// - Parameter number: of a candidate of the turn that follows those that were seen.
    mutating func noteTurn(_ number: Int, isMessage: Bool) {
        turnCount += 1
        candidate = number
        if isMessage { hasMessage = true }
    }

    mutating func noteHand(of participant: Int, isRaised: Bool, _ roster: RoomRoster) {
        if hands.isEmpty { hands = Array(repeating: 0, count: roster.count * 2) }
        hands[participant * 2 + (isRaised ? 0 : 1)] = turnCount + 1
    }
}
