import RedoCheckpoints
import RedoCommandLine
import RedoRemotes
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Accepts that the remote does not show what the last fetch found to be missing, if it is missing still: up to there nothing
    /// is reported again.
    ///
    /// The word of a witness is noted by witness and slot. What this store has seen itself of a slot gives way to what the slot
    /// shows now.
    package mutating func accept(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let lock = try record.lock()
        defer { _ = lock }
        record = CheckpointRecord(in: folder)
        let noted = record.findings
        guard !noted.isEmpty else {
            try context.print("nothing to accept\n")
            return .done
        }
        let tips = try storage.tips()
        let refusal = try requireReadable(tips, &context)
        var outcome = FetchOutcome()
        defer { arrived += outcome.new.map(\.id) }
        try take(tips, isRefetching: false, accepting: noted, &outcome, context)
        warnOfSealed(refusal, context)
        let name = context.repository(store).keyTexts()
        for finding in outcome.accepted {
            let old = noted.first {
                $0.finding.seen.slot == finding.seen.slot
                    && $0.finding.witnessKey == finding.witnessKey
            }
            let accepted = NotedFinding(
                finding, key: old?.key, missingCount: old?.missingCount, since: try context.now())
            try context.print("accepted: \(accepted.sentence(name).printable)\n")
        }
        if outcome.accepted.isEmpty { try context.print("nothing to accept\n") }
        return try report(outcome, &context)
    }
}
