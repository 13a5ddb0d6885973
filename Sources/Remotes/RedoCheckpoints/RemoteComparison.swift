import RedoCrypto
import RedoModel

/// What a remote shows now, compared with what was seen of it before: whether it lies.
package struct RemoteComparison: Sendable {
    /// How a remote deceives whoever reads it.
    package enum Finding: Hashable, Sendable {
        /// Two statements of one sequence number, or a later one that lacks nodes of one that was seen.
        case forked(seen: Statement.Position, now: Statement.Position)
        /// A slot stands before what was seen.
        case rewound(seen: Statement.Position, now: Statement.Position)
        /// A slot is gone, or stands before what another has seen.
        ///
        /// - Parameter witness: the slot whose statement says so; nil for this store itself.
        case withheld(
            seen: Statement.Position, now: Statement.Position?, witness: Slot?)
        /// A slot shows a statement without all its data, which this store has not read before.
        case arriving(ArrivingStatement)

        /// What was seen, and is not shown now as a whole.
        package var seen: Statement.Position {
            switch self {
            case .forked(let seen, _), .rewound(let seen, _), .withheld(let seen, _, _): seen
            case .arriving(let statement): statement.position
            }
        }

        /// Whether it is a statement that is new here and not complete.
        package var isArriving: Bool {
            guard case .arriving = self else { return false }
            return true
        }
    }

    /// A statement whose data is not complete.
    package struct ArrivingStatement: Hashable, Sendable {
        package let position: Statement.Position
        package let key: PublicKey
        /// Whether its key is a member's. What others sign is never held against the remote: they need not have data at all.
        package let isCounting: Bool

        package init(position: Statement.Position, key: PublicKey, isCounting: Bool) {
            self.position = position
            self.key = key
            self.isCounting = isCounting
        }
    }

    /// By slot. A slot occurs once, and once more for each statement of it whose data is not complete.
    package let findings: [Finding]

    /// Compares.
    ///
    /// - Parameters:
    ///   - seen: the statements that were seen last and counted.
    ///   - now: the tips.
    ///   - counting: the slots whose tips count.
    ///   - told: where another member said that slots stand.
    ///   - arriving: statements whose data is not complete. The slots of those that count stand there, and they vouch for
    ///     nothing.
    ///   - covers: whether the first statement's packs have all nodes of the second's.
    package init(
        seen: [SignedStatement], now tips: [SignedStatement], counting: Set<Slot>,
        told: [Statement.Position] = [],
        arriving: [(statement: SignedStatement, isCounting: Bool)] = [],
        covers: (Statement, Statement) -> Bool
    ) {
        var now = Dictionary(tips.map { ($0.statement.slot, $0) }) { first, _ in first }
        for case (let new, true) in arriving
        where now[new.statement.slot]?.statement.sequence ?? 0 < new.statement.sequence {
            now[new.statement.slot] = new
        }
        let witnesses = tips.filter { counting.contains($0.statement.slot) }
        func isRetired(_ position: Statement.Position) -> Bool {
            witnesses.contains { $0.statement.retires(position.slot, at: position.sequence) }
        }
        var found: [Slot: Finding] = [:]
        for old in seen where !isRetired(old.position) {
            let position = old.position
            guard let tip = now[position.slot] else {
                found[position.slot] = .withheld(seen: position, now: nil, witness: nil)
                continue
            }
            if tip.statement.sequence < position.sequence {
                found[position.slot] = .rewound(seen: position, now: tip.position)
            } else if tip.statement.sequence == position.sequence
                ? tip.digest != position.digest : !covers(tip.statement, old.statement)
            {
                found[position.slot] = .forked(seen: position, now: tip.position)
            }
        }
        let vouched =
            told.map { ($0, nil) }
            + witnesses.flatMap { witness in
                witness.statement.seen.map { ($0, witness.statement.slot as Slot?) }
            }
        for (position, witness) in vouched {
            if found[position.slot] == nil, !isRetired(position) {
                let tip = now[position.slot]?.position
                if tip.map({ $0.sequence < position.sequence }) ?? true {
                    found[position.slot] = .withheld(seen: position, now: tip, witness: witness)
                } else if let tip, tip.sequence == position.sequence,
                    tip.digest != position.digest
                {
                    found[position.slot] = .forked(seen: position, now: tip)
                }
            }
        }
        let incomplete = arriving.filter { !isRetired($0.statement.position) }.map {
            Finding.arriving(
                ArrivingStatement(
                    position: $0.statement.position, key: $0.statement.statement.key,
                    isCounting: $0.isCounting))
        }
        findings = (found.values + incomplete).sorted { $0.seen.slot < $1.seen.slot }
    }
}
