import RedoCheckpoints
import RedoExchange
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Accepts that the remote does not show what the last fetch found to be missing, if it is missing still: up to there nothing
    /// is reported again.
    ///
    /// The word of a witness is noted by witness and slot. What this store has seen itself of a slot gives way to what the slot
    /// shows now.
    package func accept() throws(RedoError) -> AcceptOutcome {
        let lock = try lockRecord()
        defer { _ = lock }
        let noted = record.findings
        if noted.isEmpty { return AcceptOutcome() }
        let tips = try storage.tips()
        let refusal = try requireReadable(tips)
        let reading = try take(tips, isRefetching: false, accepting: noted)
        warnOfSealed(refusal)
        let now = try session.now()
        let accepted = reading.accepted.map { finding in
            let old = noted.first {
                $0.finding.seen.slot == finding.seen.slot
                    && $0.finding.witnessKey == finding.witnessKey
            }
            return NotedFinding(
                finding, key: old?.key, missingCount: old?.missingCount, since: now)
        }
        return AcceptOutcome(accepted: accepted, received: try report(reading))
    }
}
