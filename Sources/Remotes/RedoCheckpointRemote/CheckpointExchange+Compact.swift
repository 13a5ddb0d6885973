import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// How often a compaction is tried while others push.
    private static var attemptCount: Int { 3 }

    /// Lets a new slot without history replace the store's, with its packs joined into one, and removes the old one.
    ///
    /// What was cut off is completed by a repeat: the record names the new slot before anything is sent, and the old ones that
    /// may be removed until they are.
    package mutating func compact(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let lock = try record.lock()
        defer { _ = lock }
        record = CheckpointRecord(in: folder)
        try store.noteLostNodes()
        // What others have is listed as it is, so it has to be known.
        var fetched = FetchOutcome()
        let listed = try storage.tips()
        try requireTrust(&context)
        try requireNothingSealed(among: listed, context)
        try take(listed, isRefetching: false, &fetched, context)
        arrived += fetched.new.map(\.id)
        var status = ExitStatus.done
        if !fetched.refused.isEmpty || !fetched.findings.isEmpty {
            status = try report(fetched, &context)
        } else {
            for note in fetched.notes { context.note(note.printable) }
        }
        let before = record.own?.last?.statement.statement.packs.count ?? 0
        var outcome = CheckpointPushOutcome()
        // What a compaction that was cut off replaces was seen by the fetch.
        var replaced = record.own?.last == nil ? replacedStatements : []
        for attempt in 1...Self.attemptCount {
            outcome = CheckpointPushOutcome()
            let tips = try storage.tips()
            let epoch = try sealingEpoch(tips, nil, context)
            var standing = try standing(among: tips, &outcome, context)
            let source = try store.fingerprint()
            if let last = record.own?.last, try isWorthCompacting(last.statement.statement) {
                try expectAllNodes(of: last.statement.statement)
                let (slot, identity) = (last.statement.statement.slot, try record.identity())
                let made = record.own?.made ?? []
                drawNewSlot(retiring: [last.statement], of: last.statement.statement.key, identity)
                record.own?.removable.insert(slot)
                // The packs that others list, too, are joined all the same: they follow.
                record.own?.made = made
                standing = nil
                replaced.append(last.statement.statement)
            }
            let isCompacting = record.own?.last == nil
            if case .settled = try send(
                from: standing, source: source, epoch, replacing: replaced,
                isCompacting: isCompacting, &outcome, context
            ) {
                break
            }
            guard attempt < Self.attemptCount else {
                throw RedoError(
                    .writeFailed, "the slot of this store on \(name) changes all the time")
            }
        }
        outcome.complainOfDamage(context)
        try outcome.waiting.report(&context)
        _ = try NodesToPush.report(outcome.kept, outcome.hints, &context)
        for note in outcome.notes { context.note(note.printable) }
        guard let last = record.own?.last else {
            let isRefused = !outcome.kept.isEmpty
            try context.print(isRefused ? "nothing was compacted\n" : "nothing to compact\n")
            return isRefused ? .no : .done
        }
        let removed = try removeReplacedSlots(context)
        for note in try removeUnlisted(context) { context.note(note.printable) }
        record.swept = try context.now()
        try record.save()
        let after = last.statement.statement.packs.count
        try context.print(
            outcome.packCount == 0 && removed == 0
                ? "nothing to compact\n"
                : "compacted \(name): \(counted(before, "pack")) became \(after)\n")
        return status.joined(with: outcome.hasDamage ? .no : .done)
    }

    /// The statements of other slots that the store's slot replaces, as far as they are known.
    private var replacedStatements: [Statement] {
        let slots = record.own?.retired.map(\.slot) ?? []
        return slots.compactMap { record.seen[$0]?.statement.statement }
    }

    /// Whether a slot has history, or packs that could be joined.
    private func isWorthCompacting(_ last: Statement) throws(RedoError) -> Bool {
        if last.sequence > 1 { return true }
        return last.packs.count { record.own?.made.contains($0.name) ?? false } > 1
    }

    /// - Throws: STORAGE_004 if the store lacks nodes that its packs have on the remote: with the old slot they would go.
    private func expectAllNodes(of statement: Statement) throws(RedoError) {
        let connected = try store.connectedNodes()
        let here = Set(connected.ids).subtracting(connected.cutOff)
        var lackingCount = 0
        for pack in statement.packs {
            guard let ids = ids(of: pack.name) else {
                throw RedoError(
                    .corrupted, "this store no longer knows which nodes are on \(name)",
                    hints: ["'redo fetch --refetch \(name)' reads them again"])
            }
            lackingCount += (0..<ids.count).count { !here.contains(ids[$0]) }
        }
        guard lackingCount > 0 else { return }
        throw RedoError(
            .corrupted,
            "the store lacks \(counted(lackingCount, "node")) that \(name) has from it: nothing is compacted",
            hints: ["'redo fsck --from \(name)' brings them back"])
    }

    /// Removes the slots that compactions have replaced and that stand where they were replaced.
    ///
    /// - Returns: how many are gone by now.
    private mutating func removeReplacedSlots(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Int {
        guard let own = record.own, !own.removable.isEmpty else { return 0 }
        let tips = try storage.tips()
        var count = 0
        for slot in own.removable.sorted() {
            let tips = tips.filter { $0.slot == slot }
            do throws(RedoError) {
                try storage.receive(tips) { _, _ in }
                guard let read = try latestStatement(among: tips, context) else {
                    // What may be left there is not a statement.
                    record.own?.removable.remove(slot)
                    continue
                }
                guard own.retired.contains(where: { $0.position == read.statement.position }) else {
                    // Another copy of the store goes on there.
                    record.own?.removable.remove(slot)
                    context.note(
                        "the slot \(slot) of \(name) is used by a copy of this store: it stays")
                    continue
                }
                try storage.remove(read.tip)
                record.own?.removable.remove(slot)
                record.seen[slot] = nil
                count += 1
            } catch {
                if Signals.isTerminationPending { throw error }
                context.warn(
                    error.code,
                    "the old slot \(slot) stays on \(name), with its history: \(error.message)"
                        .printable)
            }
        }
        try record.save()
        return count
    }
}
