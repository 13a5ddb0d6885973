import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Decides which statements of a remote count, and whether the remote deceives.
extension CheckpointExchange {
    /// Returns the membership test of a pack's nodes; nil if they are unknown.
    typealias Membership = (_ pack: Digest) -> ((NodeID) -> Bool)?

    /// Judges what a remote shows, once its nodes are received, and compares it with what was recorded before.
    ///
    /// Earlier judgements are reused while nothing has changed that decides them.
    ///
    /// - Parameter membership: the nodes of the packs that the remote shows; nil if their lists are stored here.
    /// - Throws: ``RedoError`` if the log cannot be read.
    func judged(
        _ shown: inout CheckpointReading, _ known: CheckpointRecord,
        by membership: Membership? = nil
    ) throws(RedoError) -> RemoteComparison {
        let basis = try judgementBasis()
        var counts: [PublicKey: Bool] = [:]
        if known.judgedBy == basis {
            for entry in known.seen.values where entry.isTrue {
                counts[entry.statement.statement.key] = entry.isCounting
            }
            if let own = known.own { counts[own.key] = own.isCounting }
        }
        var judge = judge()
        let seen = known.seen.values.filter { $0.expected != nil }
        let keys =
            (shown.entries + seen).map(\.statement.statement.key)
            + shown.arriving.map(\.statement.statement.key)
        for key in keys where counts[key] == nil {
            counts[key] = try judge.standing(of: key) == .counts
        }
        for index in shown.entries.indices {
            let entry = shown.entries[index]
            shown.entries[index].judge(
                isKeyCounting: counts[entry.statement.statement.key] ?? false,
                after: known.seen[entry.slot])
        }
        for index in shown.arriving.indices {
            let key = shown.arriving[index].statement.statement.key
            shown.arriving[index].isCounting = counts[key] ?? false
        }
        for (slot, entry) in record.seen {
            guard let isKeyCounting = counts[entry.statement.statement.key] else { continue }
            record.seen[slot]?.judge(isKeyCounting: isKeyCounting, after: known.seen[slot])
        }
        record.judgedBy = basis
        let counting = shown.entries.filter(\.isCounting).map(\.statement.statement)
        let (lists, record) = (lists, record)
        let (table, ids) = (counts, { lists.list(of: $0, in: record) })
        return RemoteComparison(
            RemoteComparison.Known(
                seen: (known.own?.last.map { [$0.statement] } ?? []) + seen.compactMap(\.expected),
                invitedPosition: known.invitedPosition, settled: known.settled,
                accepted: known.accepted,
                named: Self.named(by: known.findings)),
            with: RemoteComparison.Shown(
                shown.entries.map(\.statement), counting: Set(counting.map(\.slot)),
                arriving: shown.arriving,
                unread: shown.slots.subtracting(shown.entries.map(\.slot))),
            by: RemoteComparison.Rules(
                isCounting: { table[$0] ?? true },
                mayRetire: try judge.retirementRights(of: counting, besides: known.settled),
                covers: { new, old, unknown in
                    Self.covers(
                        new, old, unknown, ids, membership ?? { ids($0).map { $0.contains } })
                }))
    }

    /// A judge of statements, with the current log and members.
    func judge() -> StatementJudge {
        StatementJudge(log, epochs, ownKey: record.own?.key)
    }

    /// A digest of everything that decides whose statements count: the log, the ignored authors and persons, the
    /// members, and the key of the slot.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed.
    private func judgementBasis() throws(RedoError) -> Digest {
        var words = [try store.fingerprint().hexadecimal, record.own?.key.hexadecimal ?? "-"]
        words += store.configuration.ignoredAuthors.map(\.description).sorted()
        words += store.configuration.ignoredPersons.map(\.description).sorted()
        words += epochs?.history.members.flatMap { $0.devices.map(\.key.hexadecimal) } ?? ["plain"]
        return SHA256.digest(Array(words.joined(separator: "\n").utf8).span)
    }

    /// By witness, the slot that was named among those that it misses. While it is missing, the same one is named.
    private static func named(by findings: [NotedFinding]) -> [PublicKey: Slot] {
        var named: [PublicKey: Slot] = [:]
        for noted in findings {
            if let key = noted.finding.witnessKey { named[key] = noted.finding.seen.slot }
        }
        return named
    }

    /// Whether the packs of some statements have all nodes of another's.
    ///
    /// - Parameters:
    ///   - unknown: the result if it depends on a pack whose nodes are no longer recorded.
    ///   - ids: the nodes of a pack of the other statement, if they are recorded.
    private static func covers(
        _ new: [Statement], _ old: Statement, _ unknown: Bool, _ ids: (Digest) -> NodeIDList?,
        _ membership: Membership
    ) -> Bool {
        let names = Set(new.flatMap(\.packs).map(\.name))
        let dropped = old.packs.map(\.name).filter { !names.contains($0) }
        if dropped.isEmpty { return true }
        let lists = dropped.compactMap(ids)
        if !unknown, lists.count < dropped.count { return false }
        let members = names.compactMap(membership)
        if unknown, members.count < names.count { return true }
        return lists.allSatisfy { list in
            (0..<list.count).allSatisfy { index in
                let id = list[index]
                return members.contains { $0(id) }
            }
        }
    }

    /// Whether a statement's packs have all nodes of another's, as far as both are recorded here.
    func covers(_ new: Statement, _ old: Statement) -> Bool {
        let ids = { (pack: Digest) in self.ids(of: pack) }
        return Self.covers([new], old, false, ids) { ids($0).map { $0.contains } }
    }

    // MARK: Accepting

    /// Accepts earlier findings that are confirmed: what a witness reports about slots, and what this store has seen of
    /// one.
    ///
    /// - Returns: the findings that were not accepted.
    /// - Throws: E_PAYLOAD_TOO_LARGE.
    func accept(
        _ noted: [NotedFinding], of comparison: RemoteComparison, _ shown: inout CheckpointReading
    ) throws(RedoError) -> [RemoteComparison.Finding] {
        var left: [RemoteComparison.Finding] = []
        for finding in comparison.findings {
            let slot = finding.seen.slot
            let isNoted = noted.contains { old in
                old.finding.isArriving == finding.isArriving
                    && old.finding.witnessKey == finding.witnessKey
                    && (finding.witnessKey != nil || old.finding.seen.slot == slot)
            }
            // This store puts back what it has put there itself.
            guard isNoted, !finding.isArriving, slot != record.own?.slot else {
                left.append(finding)
                continue
            }
            if let key = finding.witnessKey {
                try record.accept(comparison.missed[key] ?? [:], by: key)
                continue
            }
            for (key, slots) in comparison.missed {
                if let number = slots[slot] { try record.accept([slot: number], by: key) }
            }
            if record.invitedPosition?.slot == slot { record.invitedPosition = nil }
            for index in shown.entries.indices where shown.entries[index].slot == slot {
                shown.entries[index].expectNothingEarlier()
            }
        }
        return left
    }
}
