import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoSystem

/// The signer of the store's slot, and what its statements mention of other slots.
extension CheckpointExchange {
    /// The key that signs here, which is not opened for that; the key of the slot if it cannot be determined.
    func key(_ own: CheckpointRecord.Own) -> PublicKey {
        if let openedKey { return openedKey.publicKey }
        return (try? session.keyring.author(for: store))?.publicKey ?? own.key
    }

    /// What the next statement mentions of other slots: those that count, and those that once counted, unless it covers
    /// them.
    private func mentions(besides own: Slot, in packs: Statement) -> [Statement.Mention] {
        let entries = record.seen.values.filter { entry in
            guard entry.slot != own, let expected = entry.expected else { return false }
            return entry.isCounting || !covers(packs, expected.statement)
        }
        let sorted = entries.sorted { left, right in
            left.isCounting == right.isCounting ? left.slot < right.slot : left.isCounting
        }
        return sorted.compactMap(\.expected?.mention).prefix(Statement.maximumMentionCount)
            .map(\.self)
    }

    /// The next statement of the store's slot.
    func statement(
        of own: CheckpointRecord.Own, _ contents: StatementContents,
        _ packs: [Statement.ListedPack], at time: Instant
    ) -> Statement {
        func statement(_ seen: [Statement.Mention]) -> Statement {
            Statement(
                key: own.key, nonce: own.nonce, sequence: own.sequence + 1,
                previous: own.signed.last, packs: packs, contents: contents, seen: seen,
                retired: own.retired, time: time)
        }
        return statement(mentions(besides: own.slot, in: statement([])))
    }
}
