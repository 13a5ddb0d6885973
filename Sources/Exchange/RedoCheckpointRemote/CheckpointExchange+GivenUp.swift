import RedoCheckpoints
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Continues in a new slot if the last statement lists nodes that the store's owner has given up since. No further
    /// statement of the old slot could have all nodes of its predecessor.
    ///
    /// The new slot retires the old one, which ``removeSlotLeft(_:)`` removes once the new one is written. Otherwise
    /// readers of the old one would look for nodes that no one has.
    ///
    /// - Returns: the tip of the old slot as this store left it; nil if the slot stays the same.
    /// - Throws: STORAGE_001 if the record of what was given up cannot be read.
    func leaveSlotWithGivenUp(_ notes: inout [String]) throws(RedoError) -> CheckpointTip? {
        guard let last = record.own?.last, !session.request.isDryRun else {
            return nil
        }
        let givenUp = try store.givenUp()
        let statement = last.statement.statement
        guard !givenUp.isEmpty, statement.packs.contains(where: { hasGivenUp($0, givenUp) }) else {
            return nil
        }
        notes.append(
            "nodes that \(name) had from this store were given up, so it continues in a new slot")
        try record.drawNewSlot(retiring: [last.statement], of: statement.key)
        record.own?.removable.insert(statement.slot)
        return CheckpointTip(slot: statement.slot, version: last.version)
    }

    /// Whether a pack has nodes that were given up; false if its nodes are not recorded.
    func hasGivenUp(_ pack: Statement.ListedPack, _ givenUp: GivenUpNodes) -> Bool {
        guard !givenUp.isEmpty, let ids = ids(of: pack.name) else { return false }
        return givenUp.lost.contains(where: ids.contains)
            || givenUp.cutOff.contains(where: ids.contains)
    }

    /// Removes the slot that this store has left, if it is unchanged. Its files are not read, since they can be
    /// damaged.
    ///
    /// If the host does not permit the removal, the slot stays, and a compaction tries again.
    func removeSlotLeft(_ old: CheckpointTip) throws(RedoError) {
        do throws(RedoError) {
            if let tip = try storage.tips().first(where: { $0.slot == old.slot }) {
                guard tip.version == old.version else { return }
                try storage.remove(tip)
            }
            record.own?.removable.remove(old.slot)
            record.seen[old.slot] = nil
            try record.save()
        } catch {
            if Signals.isTerminationPending { throw error }
            session.warn(
                error.code,
                "the old slot \(old.slot) stays on \(name): \(error.message)".printable)
        }
    }
}
