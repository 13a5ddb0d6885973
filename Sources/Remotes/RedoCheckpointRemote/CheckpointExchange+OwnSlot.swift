import RedoCheckpoints
import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoSystem

/// The store's slot: whose it is, the next one, and what its statements say of others.
extension CheckpointExchange {
    /// The key that signs here, which is not opened for that; that of the slot if it cannot be told.
    func key(
        _ own: CheckpointRecord.Own, _ context: borrowing CommandContext
    ) -> PublicKey {
        if let ownKey { return ownKey.publicKey }
        return (try? context.author(for: store))?.publicKey ?? own.key
    }

    /// Goes on in a new slot, which replaces the old one.
    ///
    /// - Parameters:
    ///   - statements: of the old one, those that have been seen.
    ///   - key: whose slot the new one is.
    mutating func drawNewSlot(
        retiring statements: [SignedStatement], of key: PublicKey, _ identity: String
    ) {
        guard let old = record.own else { return }
        var new = CheckpointRecord.Own(of: key, identity: identity)
        let latest = statements.max { $0.statement.sequence < $1.statement.sequence }
        var retired = old.retired
        for mention in statements.flatMap(\.statement.retired)
        where !retired.contains(where: { $0.slot == mention.slot }) {
            retired.append(mention)
        }
        retired = retired.filter { $0.slot != old.slot } + (latest?.mention.map { [$0] } ?? [])
        new.retired = Array(retired.suffix(Statement.maximumMentionCount))
        // Whoever misses a slot of another key may not believe that this one replaces it.
        new.removable = key == old.key ? old.removable : []
        record.own = new
        record.source = nil
        record.listedPacks = []
    }

    /// What the next statement says of other slots: of those that count, and of those that did, unless it covers them.
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

    /// The slot in which a key signs; the first one is drawn now.
    ///
    /// - Returns: nil if it was another key's: then a new one is drawn, for which the push starts again.
    /// - Throws: STORAGE_003.
    mutating func own(of key: PublicKey) throws(RedoError) -> CheckpointRecord.Own? {
        let identity = try record.identity()
        guard let own = record.own else {
            let new = CheckpointRecord.Own(of: key, identity: identity)
            record.own = new
            return new
        }
        if own.key == key { return own }
        drawNewSlot(retiring: own.last.map { [$0.statement] } ?? [], of: key, identity)
        return nil
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
