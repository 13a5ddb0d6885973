import RedoModel

/// The accepted epochs, each with its view of the past. Parents have lower numbers.
struct EpochGraph {
    struct Vertex {
        let epoch: OpenedEpoch
        let signer: SignerName
        /// The numbers of the epochs before it.
        let past: BitSet
        /// Which of these were cut off in its view.
        let cutOff: BitSet
        /// Its list.
        let roster: Roster
        let change: EpochChange
        /// The maximum number that a member has had so far.
        let memberNumber: Int
        let deviceNumbers: [Principal: Int]
    }

    private(set) var vertices: [Vertex] = []
    private(set) var numbers: [EpochReference: Int] = [:]

    /// Appends the first epoch.
    ///
    /// - Throws: ``EpochRefusal/signer`` if its signer is not a device of its own list.
    mutating func append(genesis epoch: OpenedEpoch) throws(EpochRefusal) {
        let signer = SignerName(epoch.body.signer)
        var seats: [Seat] = []
        for (number, member) in epoch.body.members.enumerated() {
            let first = member.recovery == nil ? 1 : 0
            for (index, entry) in member.entries.enumerated() {
                seats.append(
                    Seat(
                        key: MemberKey(member.principal, entry), memberNumber: number + 1,
                        number: first + index))
            }
        }
        guard
            seats.contains(where: {
                !$0.key.entry.isRecovery && signer.isNamed(by: $0.key.entry)
            })
        else { throw .signer }
        append(
            epoch, signer: signer, past: BitSet(), cutOff: BitSet(), Roster(ordered: seats),
            EpochChange(added: seats, kept: [], left: [], gone: []), memberNumber: 0,
            deviceNumbers: [:])
    }

    /// Appends an epoch whose parents are in the graph.
    ///
    /// - Parameter parents: the numbers of its parents, at least one.
    /// - Throws: ``EpochRefusal`` if its signer may not start it.
    mutating func append(_ epoch: OpenedEpoch, after parents: [Int]) throws(EpochRefusal) {
        guard
            epoch.body.past.isEqual(
                to: PastEpochs(before: parents.map { vertices[$0].epoch }))
        else { throw .past }
        let signer = SignerName(epoch.body.signer)
        let past = past(of: parents)
        let cutOff = cutOff(in: past, after: parents)
        let basis = basis(after: parents, past: past, cutOff: cutOff)
        let (roster, change) = try basis.change(to: epoch.body.members, by: signer)
        append(
            epoch, signer: signer, past: past, cutOff: cutOff, roster, change,
            memberNumber: basis.memberNumber, deviceNumbers: basis.deviceNumbers)
    }

    private mutating func append(
        _ epoch: OpenedEpoch, signer: SignerName, past: BitSet, cutOff: BitSet, _ roster: Roster,
        _ change: EpochChange, memberNumber: Int, deviceNumbers: [Principal: Int]
    ) {
        var memberNumber = memberNumber
        var deviceNumbers = deviceNumbers
        for seat in change.added {
            memberNumber = max(memberNumber, seat.memberNumber)
            deviceNumbers[seat.key.principal] = max(
                deviceNumbers[seat.key.principal] ?? 0, seat.number)
        }
        numbers[epoch.reference] = vertices.count
        vertices.append(
            Vertex(
                epoch: epoch, signer: signer, past: past, cutOff: cutOff, roster: roster,
                change: change, memberNumber: memberNumber, deviceNumbers: deviceNumbers))
    }

    /// Some epochs, and all before them.
    func past(of parents: [Int]) -> BitSet {
        var past = BitSet(parents)
        for parent in parents { past.formUnion(vertices[parent].past) }
        return past
    }

    /// Which epochs of the past of some are cut off.
    ///
    /// Epochs can only be concurrent if there are several parents.
    func cutOff(in past: BitSet, after parents: [Int]) -> BitSet {
        parents.count == 1 ? vertices[parents[0]].cutOff : cutOff(in: past)
    }

    /// The basis of an epoch with these parents.
    ///
    /// - Complexity: O(n) for the lengths n of all lists in the past.
    func basis(after parents: [Int], past: BitSet, cutOff: BitSet) -> EpochBasis {
        var left: Set<MemberKey> = []
        var gone: Set<Entry> = []
        var added: [MemberKey: Seat] = [:]
        for number in past.elements where !cutOff.contains(number) {
            let change = vertices[number].change
            left.formUnion(change.left)
            gone.formUnion(change.gone)
            for seat in change.added { added[seat.key] = added[seat.key]?.senior(to: seat) ?? seat }
        }
        // Keeping an entry does not add it: an entry whose adders are all cut off is removed.
        for number in past.elements where !cutOff.contains(number) {
            for seat in vertices[number].change.kept {
                if let known = added[seat.key] { added[seat.key] = known.senior(to: seat) }
            }
        }
        let present = added.values.filter { !left.contains($0.key) && !gone.contains($0.key.entry) }
        var recoveries: [Principal: Int] = [:]
        for seat in present where seat.key.entry.isRecovery {
            recoveries[seat.key.principal, default: 0] += 1
        }
        func isContested(_ seat: Seat) -> Bool {
            seat.key.entry.isRecovery && (recoveries[seat.key.principal] ?? 0) > 1
        }
        var deviceNumbers: [Principal: Int] = [:]
        for parent in parents {
            deviceNumbers.merge(vertices[parent].deviceNumbers, uniquingKeysWith: max)
        }
        return EpochBasis(
            parents: parents.map { vertices[$0].roster },
            roster: Roster(sorting: present.filter { !isContested($0) }),
            contested: present.filter(isContested).map(\.key), left: left, gone: gone,
            memberNumber: parents.map { vertices[$0].memberNumber }.max() ?? 0,
            deviceNumbers: deviceNumbers)
    }
}
