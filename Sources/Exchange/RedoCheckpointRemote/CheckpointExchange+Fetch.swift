import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Receives what the remote has and the store lacks, and reports it.
    package func fetch() throws(RedoError) -> FetchOutcome {
        let lock = try lockRecord()
        defer { _ = lock }
        let tips = try storage.tips()
        let refusal = try requireReadable(tips)
        if session.request.isDryRun { return try reportPlan(tips) }
        let request = session.request
        let reading = try admit(tips, isRefetching: request.isRefetching || request.isRestoring)
        warnOfSealed(refusal)
        return try report(reading)
    }

    /// The tips of each slot, the current one first.
    private static func bySlot(_ tips: [CheckpointTip]) -> [[CheckpointTip]] {
        Dictionary(grouping: tips, by: \.slot).sorted { $0.key < $1.key }.map(\.value)
    }

    /// Reports which slots a fetch would read.
    private func reportPlan(_ tips: [CheckpointTip]) throws(RedoError) -> FetchOutcome {
        var outcome = FetchOutcome()
        var plannedCount = 0
        for tips in Self.bySlot(tips) {
            for tip in tips where try storage.holds(tip, []) {
                if record.isNew(tip) {
                    plannedCount += 1
                    try session.report(
                        nil, at: tip.slot.description,
                        .planned(what: "the slot \(tip.slot)", version: tip.version))
                }
                break
            }
        }
        outcome.plannedCount = plannedCount
        return outcome
    }

    /// Receives the nodes of tips, and compares what the remote shows with what was seen before.
    ///
    /// - Parameter reported: findings that the user accepts if they are still found; nil for a fetch.
    func admit(
        _ tips: [CheckpointTip], isRefetching: Bool, accepting reported: [NotedFinding]? = nil
    ) throws(RedoError) -> CheckpointReading {
        let known = record
        let start = arrivals.count
        var shown = try admitListed(tips, isRefetching: isRefetching)
        var comparison = try judged(&shown, known)
        if comparison.findings.contains(where: { !$0.isArriving }) {
            // Another device may have pushed since then: only findings that a second listing confirms are reported.
            let first = shown
            shown = try admitListed(storage.tips(), isRefetching: false)
            shown.refused = first.refused + shown.refused
            shown.notes = first.notes + shown.notes
            comparison = try judged(&shown, known)
        }
        var findings = comparison.findings
        if let reported {
            findings = try accept(reported, of: comparison, &shown)
            let left = Set(findings)
            shown.accepted = comparison.findings.filter { !left.contains($0) }
        }
        if !findings.isEmpty {
            let names = Set(shown.entries.flatMap { $0.statement.statement.packs.map(\.name) })
            let lists = names.compactMap(ids(of:))
            shown.findings = noted(findings, known, shown.entries, at: try session.now()) { id in
                lists.contains { $0.contains(id) }
            }
        }
        record.findings = shown.findings
        shown.new = arrivals[start...]
        shown.notes += storage.takeNotes()
        record.settle(comparison.settled)
        // What a witness has seen is not what this store has seen.
        let accused = findings.filter { !$0.isArriving && $0.witnessKey == nil }.map(\.seen.slot)
        record.note(shown, after: known, accusing: Set(accused))
        let replaced = record.replacedNumbers
        shown.notes += IgnoredTip.notes(
            shown.ignored.filter { $0.tip.sequence ?? .max > replaced[$0.tip.slot] ?? 0 })
        try record.saveFetched()
        // Only after saving: if the exchange is interrupted before, the lists of the saved record still exist.
        record.removeUnlisted()
        let unkeptCount = record.unkeptCount
        if unkeptCount > 0 {
            shown.notes.append(
                "\(counted(unkeptCount, "slot")) of \(name) say more than this store remembers: they are read again at "
                    + "each fetch")
        }
        return shown
    }

    /// The maximum number of times that a remote is listed if it changes while it is read.
    private static var listingCount: Int { 4 }

    /// Receives what is new in some tips. If a part is unreadable and the remote shows other tips by now, those are
    /// read: another store has compacted its slot, and removed the old one.
    private func admitListed(
        _ tips: [CheckpointTip], isRefetching: Bool
    ) throws(RedoError) -> CheckpointReading {
        var tips = tips
        for _ in 1..<Self.listingCount {
            let attempt = Result { () throws(RedoError) in
                try admitOnce(tips, isRefetching: isRefetching)
            }
            if case .success(let reading) = attempt, reading.isWhole { return reading }
            if Signals.isTerminationPending { return try attempt.get() }
            let now = try storage.tips()
            if Set(now) == Set(tips) { return try attempt.get() }
            tips = now
        }
        return try admitOnce(tips, isRefetching: isRefetching)
    }

    /// Receives what is new in some tips, once.
    ///
    /// - Returns: what each slot shows, as far as it was readable.
    private func admitOnce(
        _ tips: [CheckpointTip], isRefetching: Bool
    ) throws(RedoError) -> CheckpointReading {
        let slots = Self.bySlot(tips)
        let wanted = slots.filter { tips in
            if isRefetching { return true }
            let first = tips.first {
                record.stray[$0.slot]?.version != $0.version || record.isNew($0)
            }
            return first.map { record.isNew($0) } ?? false
        }.flatMap(\.self)
        if !wanted.isEmpty {
            try receive(wanted)
            try learnEpochs(of: wanted)
        }
        var reading = CheckpointReading()
        for tips in slots {
            guard let slot = tips.first?.slot,
                let entry = try admitFirstWhole(tips, isRefetching: isRefetching, &reading)
            else { continue }
            reading.slots.insert(slot)
            reading.entries.append(entry)
            if record.own?.slot != slot, record.seen[slot] == nil { noteUnjudged(entry) }
        }
        return reading
    }

    /// Downloads the files of tips, if the storage does that in advance, with progress.
    func receive(_ tips: [CheckpointTip]) throws(RedoError) {
        var progress = session.progress("Receiving packs")
        try storage.receive(tips) { progress.show(done: $0, total: $1) }
        progress.finish()
    }

    /// Records what was read, so that it need not be read again if the exchange is interrupted.
    private func noteUnjudged(_ entry: CheckpointRecord.Seen) {
        record.note(entry)
        record.judgedBy = nil
    }
}
