/// Everything that decides about a node of a room: what the node has seen of the room.
///
/// It is joined from the pasts of the nearest nodes above. Every member is a maximum, a minimum or a union, so paths
/// that meet several times change nothing.
struct RoomPast: Sendable {
    /// Whether the OPEN_ROOM is in it.
    private(set) var isOpen = false
    /// The number of the first PAY that counts.
    private(set) var payment: Int?
    /// Whether a PAY that counts did not fail.
    private(set) var isPaid = false
    /// A bit for each participant with a SIGNAL that counts; for the originator, with a PAY that did not fail.
    private var signals: UInt16 = 0
    /// The number of the first ending that counts.
    private(set) var ending: Int?
    /// The number of turns with a candidate.
    private(set) var turnCount = 0
    /// The number of the first candidate of the last of these turns.
    ///
    /// A candidate of a turn has seen one of each turn before it. So the candidates of the last turn in a past are all
    /// in the pasts with the same number of turns.
    private(set) var candidate: Int?
    /// Whether a candidate is a SAY.
    private(set) var hasMessage = false
    /// For each participant one more than the turns that the last RAISE_HAND that counts has seen, then the same for
    /// LOWER_HAND; 0 for none. Empty if there are no such nodes at all.
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
            for index in other.hands.indices where hands[index] < other.hands[index] {
                hands[index] = other.hands[index]
            }
        }
    }

    private static func first(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    func hasSignaled(_ participant: Int) -> Bool { signals >> UInt16(participant) & 1 == 1 }

    /// Whether all are present: the room is paid, and everyone but the originator has signaled.
    func isActive(_ roster: RoomRoster) -> Bool {
        isPaid
            && roster.participants.indices.allSatisfy {
                $0 == roster.originator || hasSignaled($0)
            }
    }

    /// Whether a participant raised or lowered their hand after the same number of turns.
    func hasHand(_ participant: Int, isRaised: Bool) -> Bool {
        let index = participant * 2 + (isRaised ? 0 : 1)
        return !hands.isEmpty && hands[index] == turnCount + 1
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

    /// - Parameter number: the number of a candidate of the turn after those that were seen.
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
