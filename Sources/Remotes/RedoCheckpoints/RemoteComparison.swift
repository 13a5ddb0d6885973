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

        /// What was seen, and is not shown now.
        package var seen: Statement.Position {
            switch self {
            case .forked(let seen, _), .rewound(let seen, _), .withheld(let seen, _, _): seen
            }
        }
    }

    /// By slot, each slot once.
    package let findings: [Finding]

    /// Compares.
    ///
    /// - Parameters:
    ///   - seen: the statements that were seen last and counted.
    ///   - now: the tips.
    ///   - counting: the slots whose tips count.
    ///   - told: where another member said that slots stand.
    ///   - covers: whether the first statement's packs have all nodes of the second's.
    package init(
        seen: [SignedStatement], now tips: [SignedStatement], counting: Set<Slot>,
        told: [Statement.Position] = [],
        covers: (Statement, Statement) -> Bool
    ) {
        let now = Dictionary(tips.map { ($0.statement.slot, $0) }) { first, _ in first }
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
        findings = found.values.sorted { $0.seen.slot < $1.seen.slot }
    }
}
