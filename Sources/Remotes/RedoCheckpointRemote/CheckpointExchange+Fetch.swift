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
    private func isNew(_ tip: CheckpointTip) -> Bool {
        if let own = record.own, own.slot == tip.slot { return own.last?.version != tip.version }
        guard let seen = record.seen[tip.slot] else { return true }
        return seen.version != tip.version || !seen.isWhole
    }

    /// Whether a key's statements count: on an encrypted remote those of members, else those of who has a node in effect.
    private func isMember(
        _ key: PublicKey, _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        if let epochs { return epochs.isMember(key) }
        return try context.repository(store).hasNodeInEffect(by: key)
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
    mutating func take(
        _ tips: [CheckpointTip], isRefetching: Bool, _ outcome: inout FetchOutcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let known = record
        var shown = try takeListed(tips, isRefetching: isRefetching, &outcome, context)
        var findings = findings(shown, known)
        if findings.contains(where: { !$0.isArriving }) {
            // Another device may have pushed in between: only what a second listing agrees with is said.
            shown = try takeListed(storage.tips(), isRefetching: false, &outcome, context)
            findings = self.findings(shown, known)
        }
        if !findings.isEmpty {
            let names = Set(shown.entries.flatMap { $0.statement.statement.packs.map(\.name) })
            let lists = names.compactMap(ids(of:))
            outcome.findings = noted(findings, known, shown.entries, at: try context.now()) { id in
                lists.contains { $0.contains(id) }
            }
        }
        record.findings = outcome.findings
        outcome.notes += storage.takeNotes()
        let accused = Set(findings.filter { !$0.isArriving }.map(\.seen.slot))
        let arriving = Set(shown.arriving.map(\.statement.statement.slot))
        for entry in shown.entries where !accused.contains(entry.slot) {
            if record.own?.slot == entry.slot { continue }
            // While a later statement arrives, an earlier one does not take the place of what was seen.
            if arriving.contains(entry.slot), let seen = known.seen[entry.slot],
                seen.statement.statement.sequence > entry.statement.statement.sequence
            {
                record.seen[entry.slot] = seen
            } else {
                record.seen[entry.slot] = entry
            }
        }
        if let own = record.own?.last?.statement,
            let witness = shown.entries.first(where: {
                $0.isCounting && $0.statement.statement.seen.contains(own.position)
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
        let replaced = replacedNumbers
        outcome.notes += Self.notes(
            shown.ignored.filter { $0.tip.sequence ?? .max > replaced[$0.tip.slot] ?? 0 })
        if let told = record.told, shown.slots.contains(told.slot), !accused.contains(told.slot) {
            // From now on it is among what was seen.
            record.told = nil
        }
        record.removeUnlisted()
        try record.saveFetched()
    }

    /// What a remote shows.
    private struct Shown {
        /// The slots that have a statement whose data is there, or that was refused.
        var slots: Set<Slot> = []
        /// Those whose statement could be read.
        var entries: [CheckpointRecord.Seen] = []
        /// Statements whose data is not complete yet, each later than the entry of its slot.
        var arriving: [(statement: SignedStatement, isCounting: Bool)] = []
        /// Files that are not statements.
        var ignored: [IgnoredTip] = []

        /// Whether everything could be read: otherwise the remote may have changed since it was listed.
        var isWhole: Bool {
            slots.count == entries.count && arriving.isEmpty && ignored.isEmpty
        }
    }

    /// How the remote deceives: by what it shows and what was known before.
    private func findings(
        _ shown: Shown, _ known: CheckpointRecord
    ) -> [RemoteComparison.Finding] {
        let own = known.own?.last.map { [$0.statement] } ?? []
        let read = Set(shown.entries.map(\.slot))
        return RemoteComparison(
            seen: own + known.seen.values.filter(\.isCounting).map(\.statement),
            now: shown.entries.map(\.statement),
            counting: Set(shown.entries.filter(\.isCounting).map(\.slot)),
            told: known.told.map { [$0] } ?? [], arriving: shown.arriving, covers: covers
        ).findings.filter {
            // What is there and cannot be read is refused by itself.
            $0.isArriving || read.contains($0.seen.slot) || !shown.slots.contains($0.seen.slot)
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
        let wanted = slots.filter { tips in tips.first.map { isRefetching || isNew($0) } ?? false }
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
            if record.own?.slot != slot, record.seen[slot] == nil { record.seen[slot] = entry }
        }
        return shown
    }

    /// What is recorded of a tip that was taken in as a whole before; nil for any other.
    private func recorded(_ tip: CheckpointTip) -> CheckpointRecord.Seen? {
        if isNew(tip) { return nil }
        if let seen = record.seen[tip.slot] { return seen }
        return record.own?.last.map { last in
            CheckpointRecord.Seen(
                last.statement, version: last.version, isCounting: true, isWhole: true)
        }
    }

    /// What became of a tip.
    private enum TakenTip {
        case entry(CheckpointRecord.Seen)
        case ignored(IgnoredTip)
        case arriving(SignedStatement)
        case refused(TakenReport.Refusal)
    }

    /// Takes in the first of a slot's tips that is whole: a folder that is being copied can have a statement before
    /// its data.
    private mutating func takeFirstWhole(
        _ tips: [CheckpointTip], isRefetching: Bool, _ shown: inout Shown,
        _ outcome: inout FetchOutcome, _ context: borrowing CommandContext
    ) throws(RedoError) -> CheckpointRecord.Seen? {
        var failures: [TakenReport.Refusal] = []
        var isArriving = false
        for tip in tips {
            do throws(RedoError) {
                switch try take(tip, isRefetching: isRefetching, &outcome, context) {
                case .entry(let entry):
                    let sealed = failures.filter { $0.code == .permissionDenied }
                    if !sealed.isEmpty {
                        outcome.refused += sealed.prefix(1)
                    } else if !failures.isEmpty {
                        outcome.notes.append(
                            "the slot \(tip.slot) has a later statement that is not complete yet")
                    }
                    return entry
                case .ignored(let ignored): shown.ignored.append(ignored)
                case .arriving(let statement):
                    if isArriving { continue }
                    isArriving = true
                    shown.arriving.append(
                        (statement, try isMember(statement.statement.key, context)))
                case .refused(let refusal): failures.append(refusal)
                }
            } catch {
                guard [.corrupted, .permissionDenied].contains(error.code),
                    !Signals.isTerminationPending
                else { throw error }
                failures.append(
                    TakenReport.Refusal(
                        id: nil, code: error.code, detail: error.message, place: "\(tip.slot)"))
            }
        }
        if let failure = failures.first, let slot = tips.first?.slot {
            outcome.refused.append(failure)
            shown.slots.insert(slot)
        }
        return nil
    }

    /// Takes in what a tip lists, if it is a statement that was not taken in as a whole before.
    private mutating func take(
        _ tip: CheckpointTip, isRefetching: Bool, _ outcome: inout FetchOutcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> TakenTip {
        if !isRefetching, let entry = recorded(tip) { return .entry(entry) }
        switch try read(tip, context) {
        case .absent: return .ignored(IgnoredTip(tip: tip, reason: nil))
        case .invalid(let reason): return .ignored(IgnoredTip(tip: tip, reason: reason))
        case .statement(let read):
            if let entry = try take(read, isRefetching: isRefetching, &outcome, context) {
                return .entry(entry)
            }
            if mayArrive(read) { return .arriving(read.statement) }
            return .refused(
                TakenReport.Refusal(
                    id: nil, code: .corrupted, detail: "a file of its data is missing or damaged",
                    place: "\(tip.slot)"))
        }
    }

    /// Takes in the packs of a tip.
    ///
    /// - Returns: nil if a pack of it is not on the remote as it should be.
    private mutating func take(
        _ read: ReadTip, isRefetching: Bool, _ outcome: inout FetchOutcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> CheckpointRecord.Seen? {
        let statement = read.statement.statement
        let authors = try SyncOptions.allowedAuthors(store)
        var progress = Progress("Reading packs", unit: PackProgress.unit, context)
        var isWhole = true
        if !isRefetching { try keepIDs(ofOwnPacksAmong: statement.packs) }
        let packs = statement.packs.filter { isRefetching || ids(of: $0.name) == nil }
        let taken = try takeIn(packs, of: read.tip, authors: authors) {
            progress.show(done: $0, total: $1)
        }
        guard let taken else {
            progress.leaveLine()
            return nil
        }
        for (pack, incoming) in taken {
            outcome.new += incoming.new.map { ($0, statement.slot) }
            outcome.refused += incoming.refused.map {
                TakenReport.Refusal(
                    id: $0.id, code: $0.code, detail: $0.detail,
                    place: "\(statement.slot)/\(pack.name.hexadecimal)")
            }
            if !incoming.isWhole { isWhole = false }
        }
        progress.finish()
        // A statement that says otherwise than its packs is read, and named, each time.
        let links = taken.reduce(into: [:]) { $0[$1.pack.name] = $1.incoming.links }
        let differences = differences(of: statement, reading: links)
        for difference in differences ?? [] {
            isWhole = false
            outcome.refused.append(
                TakenReport.Refusal(
                    id: nil, code: .corrupted, detail: "the statement is wrong: \(difference)",
                    place: "\(statement.slot)"))
        }
        let isOwnKey = record.own?.last?.statement.statement.key == statement.key
        let isMember = try isOwnKey ? true : isMember(statement.key, context)
        return CheckpointRecord.Seen(
            read.statement, version: read.tip.version, isCounting: isMember && differences == [],
            isWhole: isWhole)
    }
}
