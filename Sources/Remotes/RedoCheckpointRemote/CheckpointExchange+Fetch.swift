import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// What a fetch found.
    struct FetchOutcome {
        /// The nodes that the store had not, each with the slot that it came from.
        var new: [(id: NodeID, slot: Slot)] = []
        /// In a slot, or in a pack of a slot.
        var refused: [TakenReport.Refusal] = []
        var findings: [NotedFinding] = []
        /// What the user has accepted.
        var accepted: [RemoteComparison.Finding] = []
        /// What to say of the remote.
        var notes: [String] = []

        /// Adds what a further listing gave.
        mutating func add(_ other: FetchOutcome) {
            new += other.new
            refused += other.refused
            notes += other.notes
        }
    }

    /// Takes in what the remote has and the store lacks, and says what came.
    package mutating func fetch(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let lock = try record.lock()
        defer { _ = lock }
        record = CheckpointRecord(in: folder)
        let tips = try storage.tips()
        let refusal = try requireReadable(tips, &context)
        if context.arguments.has(SyncOptions.dryRun) { return try printPlan(tips, &context) }
        let isRefetching = context.arguments.has(SyncOptions.refetch) || isRestoring
        var outcome = FetchOutcome()
        defer { arrived += outcome.new.map(\.id) }
        try take(tips, isRefetching: isRefetching, &outcome, context)
        warnOfSealed(refusal, context)
        return try report(outcome, &context)
    }

    /// Whether a slot shows what was not read yet, or was not taken in whole.
    func isNew(_ tip: CheckpointTip) -> Bool {
        if let own = record.own, own.slot == tip.slot, own.last?.version == tip.version {
            return false
        }
        return ![record.seen[tip.slot], record.stray[tip.slot]].contains {
            $0?.version == tip.version && $0?.isWhole == true
        }
    }

    /// The tips of each slot, the one that counts first.
    private static func bySlot(_ tips: [CheckpointTip]) -> [[CheckpointTip]] {
        Dictionary(grouping: tips, by: \.slot).sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func printPlan(
        _ tips: [CheckpointTip], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        var new: [CheckpointTip] = []
        for tips in Self.bySlot(tips) {
            for tip in tips where try storage.holds(tip, []) {
                if isNew(tip) { new.append(tip) }
                break
            }
        }
        for tip in new {
            try context.print(
                isPorcelain
                    ? "-\t\(tip.slot)\t\(tip.version)\n"
                    : "would fetch the slot \(tip.slot) at \(tip.version)\n")
        }
        if new.isEmpty, !isPorcelain { try context.print("nothing new\n") }
        return .done
    }

    /// Reads tips, takes their nodes in, and compares what the remote shows with what was seen before.
    ///
    /// - Parameter reported: findings that the user accepts if they are still there; nil for a fetch.
    mutating func take(
        _ tips: [CheckpointTip], isRefetching: Bool, accepting reported: [NotedFinding]? = nil,
        _ outcome: inout FetchOutcome, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let known = record
        var shown = try takeListed(tips, isRefetching: isRefetching, &outcome, context)
        var comparison = try judged(&shown, known, context)
        if comparison.findings.contains(where: { !$0.isArriving }) {
            // Another device may have pushed in between: only what a second listing agrees with is said.
            shown = try takeListed(storage.tips(), isRefetching: false, &outcome, context)
            comparison = try judged(&shown, known, context)
        }
        var findings = comparison.findings
        if let reported { findings = try accept(reported, of: comparison, &shown) }
        if !findings.isEmpty {
            let names = Set(shown.entries.flatMap { $0.statement.statement.packs.map(\.name) })
            let lists = names.compactMap(ids(of:))
            outcome.findings = noted(findings, known, shown.entries, at: try context.now()) { id in
                lists.contains { $0.contains(id) }
            }
        }
        record.findings = outcome.findings
        outcome.notes += storage.takeNotes()
        if reported != nil {
            let left = Set(findings)
            outcome.accepted = comparison.findings.filter { !left.contains($0) }
        }
        record.settle(comparison.settled)
        // What a witness has seen is not what this store has seen.
        let accused = Set(
            findings.filter { !$0.isArriving && $0.witnessKey == nil }.map(\.seen.slot))
        let arriving = Set(shown.arriving.map(\.statement.statement.slot))
        for entry in shown.entries where !accused.contains(entry.slot) {
            if record.own?.slot == entry.slot {
                record.own?.isCounting = entry.isCounting
                continue
            }
            // While a later statement arrives, an earlier one does not take the place of what was seen.
            if arriving.contains(entry.slot), let seen = known.seen[entry.slot],
                seen.statement.statement.sequence > entry.statement.statement.sequence
            {
                continue
            }
            record.seen[entry.slot] = entry
        }
        if let own = record.own?.last?.statement,
            let witness = shown.entries.first(where: {
                $0.isCounting && $0.statement.statement.hasSeen(own.position)
                    && $0.statement.statement.key != own.statement.key
            })
        {
            record.witnessed = (own, witness.statement)
        }
        // What another slot replaces, and is gone, is not missed any more.
        for slot in known.seen.keys
        where !shown.slots.contains(slot) && !accused.contains(slot) && !arriving.contains(slot) {
            record.seen[slot] = nil
        }
        let strays = Set(shown.stray.map(\.slot))
        for slot in record.stray.keys where !strays.contains(slot) { record.stray[slot] = nil }
        let replaced = replacedNumbers
        outcome.notes += Self.notes(
            shown.ignored.filter { $0.tip.sequence ?? .max > replaced[$0.tip.slot] ?? 0 })
        if let told = record.told, !accused.contains(told.slot),
            shown.slots.contains(told.slot) || record.settled[told.slot] ?? 0 >= told.sequence
        {
            // From now on it is among what was seen, or is replaced.
            record.told = nil
        }
        try record.saveFetched()
        // Only now: if this is cut off, the lists are there of the packs that the record on the disk names.
        record.removeUnlisted()
        let unkeptCount = record.unkeptCount
        if unkeptCount > 0 {
            outcome.notes.append(
                "\(counted(unkeptCount, "slot")) of \(name) say more than this store remembers: they are read again at "
                    + "each fetch")
        }
    }

    /// What a remote shows.
    struct Shown {
        /// The slots that have a statement whose data is there, or that was refused.
        var slots: Set<Slot> = []
        /// Those whose statement could be read.
        var entries: [CheckpointRecord.Seen] = []
        /// What is under the name of a slot, and is not a statement of it.
        var stray: [CheckpointRecord.Seen] = []
        /// Statements whose data is not complete yet, each later than the entry of its slot.
        var arriving: [(statement: SignedStatement, isCounting: Bool)] = []
        /// Files that are not statements.
        var ignored: [IgnoredTip] = []

        /// Whether everything could be read: otherwise the remote may have changed since it was listed.
        var isWhole: Bool {
            slots.count == entries.count && arriving.isEmpty && ignored.isEmpty
        }
    }

    /// So often a remote is listed again that changes while it is read.
    private static var listingCount: Int { 4 }

    /// Takes in what is new among some tips. If something of them could not be read and the remote shows other tips by now,
    /// these are read: another store has compacted its slot, and the old one is gone.
    private mutating func takeListed(
        _ tips: [CheckpointTip], isRefetching: Bool, _ outcome: inout FetchOutcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Shown {
        var tips = tips
        for _ in 1..<Self.listingCount {
            var attempt = FetchOutcome()
            var failure: RedoError?
            var shown = Shown()
            do throws(RedoError) {
                shown = try takeOnce(tips, isRefetching: isRefetching, &attempt, context)
            } catch {
                failure = error
            }
            let isWhole = failure == nil && shown.isWhole
            if isWhole || Signals.isTerminationPending {
                outcome.add(attempt)
                if let failure { throw failure }
                return shown
            }
            let now = try storage.tips()
            guard Set(now) != Set(tips) else {
                outcome.add(attempt)
                if let failure { throw failure }
                return shown
            }
            outcome.new += attempt.new
            tips = now
        }
        return try takeOnce(tips, isRefetching: isRefetching, &outcome, context)
    }

    /// Takes in what is new among some tips.
    ///
    /// - Returns: what each slot shows, as far as it could be read.
    private mutating func takeOnce(
        _ tips: [CheckpointTip], isRefetching: Bool, _ outcome: inout FetchOutcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Shown {
        let slots = Self.bySlot(tips)
        let wanted = slots.filter { tips in
            if isRefetching { return true }
            let first = tips.first { record.stray[$0.slot]?.version != $0.version || isNew($0) }
            return first.map { isNew($0) } ?? false
        }
        if !wanted.isEmpty {
            var progress = Progress("Receiving packs", context)
            try storage.receive(wanted.flatMap(\.self)) { progress.show(done: $0, total: $1) }
            progress.finish()
            try learnEpochs(of: wanted.flatMap(\.self), context)
        }
        var shown = Shown()
        for tips in slots {
            guard let slot = tips.first?.slot else { continue }
            let entry = try takeFirstWhole(
                tips, isRefetching: isRefetching, &shown, &outcome, context)
            guard let entry else { continue }
            shown.slots.insert(slot)
            shown.entries.append(entry)
            if record.own?.slot != slot, record.seen[slot] == nil { noteUnjudged(entry) }
        }
        return shown
    }

    /// Notes what was read: if the exchange is cut off, it need not be read again.
    private mutating func noteUnjudged(_ entry: CheckpointRecord.Seen) {
        record.note(entry)
        record.judgedBy = nil
    }
}
