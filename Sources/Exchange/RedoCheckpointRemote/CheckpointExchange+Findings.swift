import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Completes findings: whose nodes are missing, how many, and since when.
    ///
    /// - Parameters:
    ///   - known: the record before the reading.
    ///   - shown: what the remote shows now.
    ///   - isThere: whether a node is in a pack that the remote shows.
    func noted(
        _ findings: [RemoteComparison.Finding], _ known: CheckpointRecord,
        _ shown: [CheckpointRecord.Seen], at now: Instant, isThere: (NodeID) -> Bool
    ) -> [NotedFinding] {
        findings.map { finding in
            let position = finding.seen
            let old = statement(of: position.slot, known)
            let fresh = NotedFinding(
                finding,
                key: old?.statement.key
                    ?? shown.first { $0.slot == position.slot }?.statement.statement.key,
                missingCount: old.flatMap { $0.position == position ? $0.statement : nil }
                    .flatMap { missingCount(of: $0, shown, isThere) },
                since: now)
            guard let before = known.findings.first(where: fresh.continues) else { return fresh }
            return NotedFinding(
                finding, key: fresh.key ?? before.key, missingCount: fresh.missingCount,
                since: min(before.since, now))
        }
    }

    /// The last statement of a slot that was seen, or that this store has written.
    private func statement(of slot: Slot, _ known: CheckpointRecord) -> SignedStatement? {
        known.own?.slot == slot ? known.own?.last?.statement : known.seen[slot]?.expected
    }

    /// The number of nodes of a statement that are in no pack that the remote shows; nil if the nodes of one of its packs are no
    /// longer recorded.
    ///
    /// - Complexity: O(n log n) for n nodes of the packs that are not listed now.
    private func missingCount(
        of old: Statement, _ shown: [CheckpointRecord.Seen], _ isThere: (NodeID) -> Bool
    ) -> Int? {
        let names = Set(shown.flatMap { $0.statement.statement.packs.map(\.name) })
        var missing: Set<NodeID> = []
        for pack in old.packs where !names.contains(pack.name) {
            guard let list = ids(of: pack.name) else { return nil }
            for index in 0..<list.count where !isThere(list[index]) {
                missing.insert(list[index])
            }
        }
        return missing.count
    }
}
