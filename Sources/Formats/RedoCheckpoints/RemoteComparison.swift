import RedoCrypto
import RedoModel

/// The comparison of what a remote shows now with what was seen of it before: whether it deceives its readers.
package struct RemoteComparison: Sendable {
    /// A form of deception.
    package enum Finding: Hashable, Sendable {
        /// Two statements have one sequence number, or a later one lacks nodes of an earlier one that was seen.
        case forked(seen: Statement.Position, now: Statement.Position)
        /// A slot shows an older statement than was seen.
        case rewound(seen: Statement.Position, now: Statement.Position)
        /// A slot is missing, or shows an older statement than the inviting member has reported.
        case withheld(seen: Statement.Position, now: Statement.Position?)
        /// Slots do not show what a statement that counts has seen of them.
        case missed(Testimony)
        /// A slot shows an incomplete statement that this store has not read before.
        case arriving(ArrivingStatement)

        /// The statement that was seen, and is not shown completely now.
        package var seen: Statement.Position {
            switch self {
            case .forked(let seen, _), .rewound(let seen, _), .withheld(let seen, _): seen
            case .missed(let testimony): testimony.first.position
            case .arriving(let statement): statement.position
            }
        }

        /// Whether it is about an incomplete statement that is new here.
        package var isArriving: Bool {
            guard case .arriving = self else { return false }
            return true
        }

        /// The key of the witness; nil if this store has seen the statement itself, or an invitation named it.
        package var witnessKey: PublicKey? {
            guard case .missed(let testimony) = self else { return nil }
            return testimony.key
        }
    }

    /// The report of a key about other slots, which do not show what its statements have seen.
    package struct Testimony: Hashable, Sendable {
        /// The slot of a statement that mentions the first slot.
        package let witness: Slot
        /// The key of the witness.
        package let key: PublicKey
        /// The statement of the first slot that was seen.
        package let first: Statement.Mention
        /// The current statement of the first slot; nil if the slot is missing.
        package let now: Statement.Position?
        /// The number of slots that it concerns.
        package let slotCount: Int

        package init(
            by witness: Slot, _ key: PublicKey, first: Statement.Mention,
            now: Statement.Position?, slotCount: Int
        ) {
            self.witness = witness
            self.key = key
            self.first = first
            self.now = now
            self.slotCount = slotCount
        }
    }

    /// A statement whose data is incomplete.
    package struct ArrivingStatement: Hashable, Sendable {
        package let position: Statement.Position
        package let key: PublicKey
        /// Whether its key is a member's. Incomplete statements of others never accuse the remote: their data need not
        /// exist at all.
        package let isCounting: Bool

        package init(position: Statement.Position, key: PublicKey, isCounting: Bool) {
            self.position = position
            self.key = key
            self.isCounting = isCounting
        }
    }

    /// The current contents of a remote.
    package struct Shown: Sendable {
        /// The last statement of each slot, under the name of its slot.
        package let tips: [SignedStatement]
        /// The slots whose tips count.
        package let counting: Set<Slot>
        /// Statements whose data is incomplete. Those that count are the current ones of their slots, and they vouch
        /// for nothing.
        package let arriving: [(statement: SignedStatement, isCounting: Bool)]
        /// Slots that are present and unreadable. That is reported separately, so nothing counts as missing there.
        package let unread: Set<Slot>

        package init(
            _ tips: [SignedStatement], counting: Set<Slot>,
            arriving: [(statement: SignedStatement, isCounting: Bool)] = [],
            unread: Set<Slot> = []
        ) {
            self.tips = tips
            self.counting = counting
            self.arriving = arriving
            self.unread = unread
        }
    }

    /// What was seen of a remote before, and the decisions about it.
    package struct Known: Sendable {
        /// The last statements that counted when they were seen.
        package var seen: [SignedStatement]
        /// The statement in another member's slot according to an invitation; nil without an invitation.
        package var invitedPosition: Statement.Position?
        /// By slot, the number up to which it need not show anything any more: a retirement was accepted, or its key
        /// does not count any more and others have its nodes.
        package var settled: [Slot: Int]
        /// By witness and slot, the number up to which its report was accepted.
        package var accepted: [PublicKey: [Slot: Int]]
        /// By witness, the slot that is named among several, if it is still missing.
        package var named: [PublicKey: Slot]

        package init(
            seen: [SignedStatement], invitedPosition: Statement.Position? = nil,
            settled: [Slot: Int] = [:],
            accepted: [PublicKey: [Slot: Int]] = [:], named: [PublicKey: Slot] = [:]
        ) {
            self.seen = seen
            self.invitedPosition = invitedPosition
            self.settled = settled
            self.accepted = accepted
            self.named = named
        }
    }

    /// The rules by which slots are settled.
    package struct Rules {
        /// Whether statements of a key count, for the keys of statements that were seen.
        package var isCounting: (PublicKey) -> Bool
        /// Whether the first key may retire slots of the second.
        package var mayRetire: (PublicKey, PublicKey) -> Bool
        /// Whether the packs of some statements have all nodes of another's.
        ///
        /// - Parameter unknown: the result if the nodes of a pack are not recorded any more.
        package var covers: (_ new: [Statement], _ old: Statement, _ unknown: Bool) -> Bool

        package init(
            isCounting: @escaping (PublicKey) -> Bool = { _ in true },
            mayRetire: @escaping (PublicKey, PublicKey) -> Bool = { $0 == $1 },
            covers: @escaping (_ new: [Statement], _ old: Statement, _ unknown: Bool) -> Bool
        ) {
            self.isCounting = isCounting
            self.mayRetire = mayRetire
            self.covers = covers
        }
    }

    /// The findings, sorted by slot. There is one for each slot that this store has seen itself, one for all slots of a
    /// witness's report, and one for each incomplete statement.
    package let findings: [Finding]
    /// The next value of ``Known/settled``: with retirements of statements that were seen until now, and not of later
    /// ones.
    package let settled: [Slot: Int]
    /// By witness and slot, the numbers that the witness has seen and the slot does not show, without accepted ones.
    package let missed: [PublicKey: [Slot: Int]]

    /// Compares what is shown with what was seen.
    ///
    /// - Complexity: O(n log n) for n mentions of slots in statements that count, and one call of ``Rules/covers`` for
    ///   each slot that was seen and is missing or retired.
    package init(_ known: Known, with shown: Shown, by rules: Rules) {
        var now = Dictionary(shown.tips.map { ($0.statement.slot, $0.position) }) { first, _ in
            first
        }
        let witnesses = shown.tips.filter { shown.counting.contains($0.statement.slot) }
            .sorted { $0.statement.slot < $1.statement.slot }
        let tips = Dictionary(shown.tips.map { ($0.statement.slot, $0) }) { first, _ in first }
        var arriving: [Slot: SignedStatement] = [:]
        for case (let new, true) in shown.arriving
        where now[new.statement.slot]?.sequence ?? 0 < new.statement.sequence {
            now[new.statement.slot] = new.position
            arriving[new.statement.slot] = new
        }
        let seen = Dictionary(known.seen.map { ($0.statement.slot, $0) }) { first, _ in first }
        let retired = Self.retirements(seen, known.settled, by: witnesses, rules)
        func isRetired(_ position: Statement.Position) -> Bool {
            position.sequence <= retired[position.slot] ?? 0
        }
        func isExpected(_ position: Statement.Position) -> Bool {
            !isRetired(position) && !shown.unread.contains(position.slot)
        }
        // Nodes that are in counting tips are not missing, if the key of their slot does not count any more.
        func isNeeded(_ old: SignedStatement) -> Bool {
            rules.isCounting(old.statement.key)
                || !rules.covers(witnesses.map(\.statement), old.statement, false)
        }

        var found: [Slot: Finding] = [:]
        var settled = known.settled
        for (slot, old) in seen where isExpected(old.position) {
            let tip = arriving[slot] ?? tips[slot]
            guard let finding = Self.finding(old, now: tip, rules) else { continue }
            if isNeeded(old) {
                found[slot] = finding
            } else {
                settled[slot] = old.statement.sequence
            }
        }
        if let invitedPosition = known.invitedPosition, found[invitedPosition.slot] == nil,
            isExpected(invitedPosition),
            Self.isMissed(invitedPosition, now[invitedPosition.slot])
        {
            let tip = now[invitedPosition.slot]
            found[invitedPosition.slot] =
                tip?.sequence == invitedPosition.sequence
                ? .forked(seen: invitedPosition, now: tip ?? invitedPosition)
                : .withheld(seen: invitedPosition, now: tip)
        }

        var missed: [PublicKey: [Slot: Int]] = [:]
        var words: [PublicKey: [Slot: (witness: Slot, mention: Statement.Mention)]] = [:]
        var isCovered: [Slot: Bool] = [:]
        for witness in witnesses.map(\.statement) {
            for mention in witness.seen
            where Self.isMissed(mention.position, now[mention.slot])
                && isExpected(mention.position)
                && mention.sequence > known.accepted[witness.key]?[mention.slot] ?? 0
                && mention.sequence > missed[witness.key]?[mention.slot] ?? 0
            {
                if let old = seen[mention.slot], old.statement.sequence >= mention.sequence {
                    let covered = isCovered[mention.slot] ?? !isNeeded(old)
                    isCovered[mention.slot] = covered
                    if covered { continue }
                }
                missed[witness.key, default: [:]][mention.slot] = mention.sequence
                if found[mention.slot] == nil {
                    words[witness.key, default: [:]][mention.slot] = (witness.slot, mention)
                }
            }
        }
        let testimonies = words.compactMap { key, slots -> Finding? in
            guard let lowest = slots.keys.min() else { return nil }
            let named = known.named[key].flatMap { slots[$0] == nil ? nil : $0 } ?? lowest
            return slots[named].map { word in
                .missed(
                    Testimony(
                        by: word.witness, key, first: word.mention, now: now[named],
                        slotCount: slots.count))
            }
        }
        let incomplete = shown.arriving.filter { !isRetired($0.statement.position) }.map {
            Finding.arriving(
                ArrivingStatement(
                    position: $0.statement.position, key: $0.statement.statement.key,
                    isCounting: $0.isCounting))
        }
        findings = (found.values + testimonies + incomplete).sorted { left, right in
            left.seen.slot != right.seen.slot
                ? left.seen.slot < right.seen.slot
                : (left.witnessKey?.hexadecimal ?? "") < (right.witnessKey?.hexadecimal ?? "")
        }
        self.missed = missed
        for position in known.seen.map(\.position) + (known.invitedPosition.map { [$0] } ?? [])
        where isRetired(position) {
            settled[position.slot] = max(settled[position.slot] ?? 0, position.sequence)
        }
        self.settled = settled
    }

    /// By slot, the number up to which it is retired.
    private static func retirements(
        _ seen: [Slot: SignedStatement], _ settled: [Slot: Int],
        by witnesses: [SignedStatement], _ rules: Rules
    ) -> [Slot: Int] {
        var retired = settled
        for witness in witnesses.map(\.statement) {
            for mention in witness.retired
            where mention.sequence > retired[mention.slot] ?? 0
                && rules.mayRetire(witness.key, mention.key)
            {
                if let old = seen[mention.slot],
                    !rules.covers([witness], old.statement, false)
                {
                    continue
                }
                retired[mention.slot] = mention.sequence
            }
        }
        return retired
    }

    /// The difference between a slot and what was seen of it; nil if it has continued from there.
    private static func finding(
        _ old: SignedStatement, now tip: SignedStatement?, _ rules: Rules
    ) -> Finding? {
        let position = old.position
        guard let tip else { return .withheld(seen: position, now: nil) }
        if tip.statement.sequence < position.sequence {
            return .rewound(seen: position, now: tip.position)
        }
        let isSame =
            tip.statement.sequence == position.sequence
            ? tip.digest == position.digest
            : rules.covers([tip.statement], old.statement, true)
        return isSame ? nil : .forked(seen: position, now: tip.position)
    }

    /// Whether a slot does not show what was seen of it, or shows another statement of that number.
    private static func isMissed(
        _ position: Statement.Position, _ now: Statement.Position?
    ) -> Bool {
        guard let now, now.sequence >= position.sequence else { return true }
        return now.sequence == position.sequence && now.digest != position.digest
    }
}
