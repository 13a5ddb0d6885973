import RedoCheckpoints

/// The record of the tips that a remote shows.
extension CheckpointRecord {
    /// Whether a tip was not read yet, or not received completely.
    func isNew(_ tip: CheckpointTip) -> Bool { recorded(tip)?.isWhole != true }

    /// Whether a statement was read here before. Then its data was present, and is not still being copied.
    func isKnown(_ tip: CheckpointTip) -> Bool { recorded(tip) != nil }

    /// The record of a tip that was read here; nil for any other.
    func recorded(_ tip: CheckpointTip) -> Seen? {
        if let own, own.slot == tip.slot, let last = own.last, last.version == tip.version {
            return Seen(
                last.statement, version: last.version, isCounting: own.isCounting, isWhole: true)
        }
        let read = [seen[tip.slot], stray[tip.slot]].compactMap(\.self).filter {
            $0.version == tip.version
        }
        return read.first(where: \.isWhole) ?? read.first
    }

    /// Whether this store has read a statement of a slot.
    func isKnown(_ slot: Slot) -> Bool {
        seen[slot] != nil || own.map { $0.slot == slot && $0.last != nil } ?? false
    }

    /// Whether this store has seen a slot, or an invitation named it.
    func isExpected(_ slot: Slot) -> Bool { isKnown(slot) || invitedPosition?.slot == slot }

    /// Whether a file was read under the name of a slot.
    func hasRead(_ slot: Slot) -> Bool {
        seen[slot] != nil || stray[slot] != nil || own?.slot == slot
    }

    /// By slot, the maximum number of a statement whose nodes are in later statements that count: earlier ones of the
    /// slot, and those of slots that its key, or a settled retirement, replaces.
    var replacedNumbers: [Slot: Int] {
        var numbers = settled
        func note(_ slot: Slot, _ number: Int) {
            numbers[slot] = max(numbers[slot] ?? 0, number)
        }
        let counting =
            seen.values.filter(\.isCounting).map(\.statement.statement)
            + (own?.last.map { [$0.statement.statement] } ?? [])
        for statement in counting {
            note(statement.slot, statement.sequence - 1)
            for mention in statement.retired
            where mention.key == statement.key && seen[mention.slot] == nil {
                note(mention.slot, mention.sequence)
            }
        }
        return numbers
    }

    /// Records what a remote showed.
    ///
    /// - Parameters:
    ///   - known: the record before the remote was read.
    ///   - accused: slots of which the remote withholds what this store has seen: their records do not change.
    mutating func note(
        _ shown: CheckpointReading, after known: CheckpointRecord, accusing accused: Set<Slot>
    ) {
        let arriving = Set(shown.arriving.map(\.statement.statement.slot))
        for entry in shown.entries where !accused.contains(entry.slot) {
            if own?.slot == entry.slot {
                own?.isCounting = entry.isCounting
                continue
            }
            // While a later statement arrives, an earlier one does not replace what was seen.
            if arriving.contains(entry.slot), let seen = known.seen[entry.slot],
                seen.statement.statement.sequence > entry.statement.statement.sequence
            {
                continue
            }
            seen[entry.slot] = entry
        }
        if let own = own?.last?.statement,
            let witness = shown.entries.first(where: {
                $0.isCounting && $0.statement.statement.hasSeen(own.position)
                    && $0.statement.statement.key != own.statement.key
            })
        {
            witnessed = (own, witness.statement)
        }
        // A slot that another one replaces, and that is removed, is not missed any more.
        for slot in known.seen.keys
        where !shown.slots.contains(slot) && !accused.contains(slot) && !arriving.contains(slot) {
            seen[slot] = nil
        }
        let strays = Set(shown.stray.map(\.slot))
        for slot in stray.keys where !strays.contains(slot) { stray[slot] = nil }
        if let invitedPosition, !accused.contains(invitedPosition.slot),
            shown.slots.contains(invitedPosition.slot)
                || settled[invitedPosition.slot] ?? 0 >= invitedPosition.sequence
        {
            // From now on the slot is among those that were seen, or is replaced.
            self.invitedPosition = nil
        }
    }
}
