import RedoModel

/// The starting point of an epoch: the join of its parents' lists, and the decisions about their past.
struct EpochBasis {
    /// The lists of the parents, as they are in their bodies.
    let parents: [Roster]
    /// Their join.
    let roster: Roster
    /// Recovery keys of members that have several, because two concurrent epochs have named the next one. None of them
    /// counts.
    let contested: [MemberKey]
    /// Keys that have left a member for good.
    let left: Set<MemberKey>
    /// Pairs of key and box that were removed for good.
    let gone: Set<Entry>
    /// The maximum number that a member has had.
    let memberNumber: Int
    /// The maximum number that a device of a member has had.
    let deviceNumbers: [Principal: Int]

    /// The lists that must have a signer.
    private var lists: [Roster] { parents + [roster] }

    func names(_ signer: SignerName) -> Bool { lists.allSatisfy { $0.names(signer) } }

    /// Whether a signer acts as the recovery key of a member: it is not a device in every list.
    private func isRecovery(_ signer: SignerName) -> Bool {
        !lists.allSatisfy { list in
            list.seats.contains { !$0.key.entry.isRecovery && signer.isNamed(by: $0.key.entry) }
        }
    }

    /// Whether a key of the join is a signer's, or comes after it in every list that has it.
    func mayRemove(_ key: MemberKey, _ signer: SignerName) -> Bool {
        signer.isNamed(by: key.entry)
            || lists.allSatisfy { list in
                guard let position = list.position(of: key) else { return true }
                guard let own = list.position(of: signer) else { return false }
                return own < position
            }
    }

    /// Whether a new key of a member would come after the signer in every list that has the member.
    func mayAdd(_ key: MemberKey, _ signer: SignerName) -> Bool {
        let first = roster.seats.first { $0.key.principal == key.principal }
        // The recovery key comes before the devices: it names the next recovery key itself, and the first device names
        // a first one.
        if key.entry.isRecovery, let first, signer.isNamed(by: first.key.entry) { return true }
        return lists.allSatisfy { list in
            guard let member = list.position(of: key.principal) else { return true }
            guard let position = list.position(of: signer),
                let own = list.position(of: list.seats[position].key.principal)
            else { return false }
            return key.entry.isRecovery ? own < member : own <= member
        }
    }

    /// The list of an epoch, and its changes.
    ///
    /// - Throws: ``EpochRefusal`` if its signer may not do that.
    func change(
        to members: [Member], by signer: SignerName
    ) throws(EpochRefusal) -> (roster: Roster, change: EpochChange) {
        guard names(signer) else { throw .signer }
        try checkRecovery(members, signer)
        let next = try seats(of: members)
        let keys = Set(next.map(\.key))
        for seat in roster.seats where !keys.contains(seat.key) {
            guard mayRemove(seat.key, signer) else { throw .removal(seat.key) }
        }
        let added = next.filter { roster.seat($0.key) == nil }
        for seat in added {
            guard !left.contains(seat.key), !gone.contains(seat.key.entry) else {
                throw .returned(seat.key)
            }
            guard mayAdd(seat.key, signer) else { throw .addition(seat.key) }
        }
        let entries = Set(keys.map(\.entry))
        let removed = (roster.seats.map(\.key) + contested).filter { !keys.contains($0) }
        return (
            Roster(ordered: next),
            EpochChange(
                added: added, kept: next.filter { roster.seat($0.key) != nil }, left: Set(removed),
                gone: Set(removed.map(\.entry)).subtracting(entries))
        )
    }

    /// Checks that a recovery key signs once, and names the next one.
    private func checkRecovery(
        _ members: [Member], _ signer: SignerName
    ) throws(EpochRefusal) {
        guard isRecovery(signer) else { return }
        for list in lists {
            for seat in list.seats
            where seat.key.entry.isRecovery && signer.isNamed(by: seat.key.entry) {
                let member = members.first { $0.principal == seat.key.principal }
                guard member?.recovery != nil else { throw .recovery }
            }
        }
        for member in members {
            if let recovery = member.recovery, signer.isNamed(by: .recovery(recovery)) {
                throw .recovery
            }
        }
    }

    /// The seats of a list: those of the join are kept, and others get the next numbers.
    ///
    /// - Throws: ``EpochRefusal/order``.
    private func seats(of members: [Member]) throws(EpochRefusal) -> [Seat] {
        var seats: [Seat] = []
        var lastMember = -1
        var newCount = 0
        for member in members {
            let number: Int
            if let position = roster.position(of: member.principal) {
                guard newCount == 0, position > lastMember else { throw .order }
                lastMember = position
                number =
                    roster.seats.first { $0.key.principal == member.principal }?.memberNumber ?? 0
            } else {
                newCount += 1
                number = memberNumber + newCount
            }
            var lastDevice = -1
            var nextDevice = deviceNumbers[member.principal] ?? 0
            var hasNew = false
            for entry in member.entries {
                let key = MemberKey(member.principal, entry)
                if let seat = roster.seat(key), let position = roster.position(of: key) {
                    guard !hasNew || entry.isRecovery, position > lastDevice else { throw .order }
                    lastDevice = position
                    seats.append(seat)
                } else if entry.isRecovery {
                    seats.append(Seat(key: key, memberNumber: number, number: 0))
                } else {
                    hasNew = true
                    nextDevice += 1
                    seats.append(Seat(key: key, memberNumber: number, number: nextDevice))
                }
            }
        }
        return seats
    }
}

/// The changes of an epoch to the list from which it starts.
struct EpochChange {
    let added: [Seat]
    /// The keys that are kept, with the numbers of their members in the list from which the epoch starts. So a member
    /// keeps its number if the key that determined it leaves.
    let kept: [Seat]
    /// Keys that are no longer in their member.
    let left: Set<MemberKey>
    /// Pairs of key and box that are no longer in any member.
    let gone: Set<Entry>
}
