import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoSystem

/// The owner of the store's slot, and its successor.
extension CheckpointRecord {
    /// Continues in a new slot, which replaces the old one.
    ///
    /// - Parameters:
    ///   - statements: the known statements of the old slot.
    ///   - key: the key whose slot the new one is.
    /// - Throws: STORAGE_003.
    mutating func drawNewSlot(
        retiring statements: [SignedStatement], of key: PublicKey
    ) throws(RedoError) {
        guard let old = own else { return }
        var new = Own(of: key, identity: try identity())
        let latest = statements.max { $0.statement.sequence < $1.statement.sequence }
        var retired = old.retired
        for mention in statements.flatMap(\.statement.retired)
        where !retired.contains(where: { $0.slot == mention.slot }) {
            retired.append(mention)
        }
        retired = retired.filter { $0.slot != old.slot } + (latest?.mention.map { [$0] } ?? [])
        new.retired = Array(retired.suffix(Statement.maximumMentionCount))
        // Other stores may not believe that a slot of another key replaces this one.
        new.removable = key == old.key ? old.removable : []
        own = new
        source = nil
        listedPacks = []
    }

    /// The slot in which a key signs; the first one is drawn now.
    ///
    /// - Returns: nil if the slot belonged to another key. Then a new one is drawn, for which the push starts again.
    /// - Throws: STORAGE_003.
    mutating func own(of key: PublicKey) throws(RedoError) -> Own? {
        guard let own else {
            let new = Own(of: key, identity: try identity())
            self.own = new
            return new
        }
        if own.key == key { return own }
        try drawNewSlot(retiring: own.last.map { [$0.statement] } ?? [], of: key)
        return nil
    }

    /// Whether each pack of a statement is this store's or listed by another slot. A pack that its creator has joined
    /// with others is dropped, so that the remote need not keep it.
    func listsNoOrphans(_ statement: Statement) -> Bool {
        let made = own?.made ?? []
        var others: Set<Digest> = []
        for seen in seen.values {
            others.formUnion(seen.statement.statement.packs.map(\.name))
        }
        return statement.packs.allSatisfy { made.contains($0.name) || others.contains($0.name) }
    }
}
