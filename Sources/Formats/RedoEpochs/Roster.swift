import RedoModel

/// A key in a list of members with its number, which does not change when others are removed.
struct Seat: Hashable {
    let key: MemberKey
    /// The number of the member: one more than the maximum before it.
    let memberNumber: Int
    /// The number within the member: 0 for a recovery key, then counted like members.
    let number: Int

    /// This key with the lower one of each of the two numbers.
    func senior(to other: Seat) -> Seat {
        Seat(
            key: key, memberNumber: min(memberNumber, other.memberNumber),
            number: min(number, other.number))
    }
}

/// A list of members, by seats.
struct Roster {
    /// In the order of seniority, the most senior first.
    let seats: [Seat]
    private var positions: [MemberKey: Int] = [:]
    private var memberPositions: [Principal: Int] = [:]

    /// - Parameter seats: the seats in any order. A member whose keys have different numbers gets the lowest.
    init(sorting seats: [Seat]) {
        var numbers: [Principal: Int] = [:]
        for seat in seats {
            numbers[seat.key.principal] = min(
                numbers[seat.key.principal] ?? .max, seat.memberNumber)
        }
        self.init(
            ordered: seats.map {
                Seat(
                    key: $0.key, memberNumber: numbers[$0.key.principal] ?? 0, number: $0.number)
            }.sorted(by: Self.isBefore))
    }

    init(ordered seats: [Seat]) {
        self.seats = seats
        for (position, seat) in seats.enumerated() {
            positions[seat.key] = position
            if memberPositions[seat.key.principal] == nil {
                memberPositions[seat.key.principal] = memberPositions.count
            }
        }
    }

    /// Compares by the number of the member, its principal, the number within the member, and the key.
    private static func isBefore(_ left: Seat, _ right: Seat) -> Bool {
        if left.memberNumber != right.memberNumber { return left.memberNumber < right.memberNumber }
        if left.key.principal != right.key.principal {
            return left.key.principal.description.utf8.lexicographicallyPrecedes(
                right.key.principal.description.utf8)
        }
        if left.number != right.number { return left.number < right.number }
        return left.key.entry.sortBytes.lexicographicallyPrecedes(right.key.entry.sortBytes)
    }

    var members: [Member] {
        var members: [Member] = []
        for seat in seats {
            if members.last?.principal != seat.key.principal {
                members.append(Member(seat.key.principal, devices: []))
            }
            switch seat.key.entry {
            case .recovery(let recovery): members[members.count - 1].recovery = recovery
            case .device(let device): members[members.count - 1].devices.append(device)
            }
        }
        return members
    }

    func seat(_ key: MemberKey) -> Seat? { positions[key].map { seats[$0] } }
    func position(of key: MemberKey) -> Int? { positions[key] }
    /// The position of a member among the members.
    func position(of principal: Principal) -> Int? { memberPositions[principal] }

    /// The first position of a signer's keys.
    func position(of signer: SignerName) -> Int? {
        seats.firstIndex { signer.isNamed(by: $0.key.entry) }
    }

    func names(_ signer: SignerName) -> Bool { position(of: signer) != nil }
}
