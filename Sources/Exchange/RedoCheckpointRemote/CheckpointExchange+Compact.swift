import RedoCheckpoints
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Replaces the store's slot by a new one without history, whose packs are joined into one, and removes the old
    /// slot.
    ///
    /// An interrupted compaction is completed by repeating it: before anything is sent, the record names the new slot,
    /// and the old ones that may be removed until they are.
    package func compact() throws(RedoError) -> CompactOutcome {
        let lock = try lockRecord()
        defer { _ = lock }
        try store.noteLostNodes()
        // The packs of other slots are listed unchanged, so their nodes must be known.
        let listed = try storage.tips()
        try requireTrust()
        try requireNothingSealed(among: listed)
        let reading = try admit(listed, isRefetching: false)
        var compacted = CompactOutcome()
        if !reading.refused.isEmpty || !reading.findings.isEmpty {
            compacted.received = try report(reading)
        } else {
            note(reading.notes)
        }
        let before = record.own?.last?.statement.statement.packs.count ?? 0
        let sent = try sendCompacted()
        try reportObstacles(of: sent.plan)
        note(sent.notes)
        if !sent.plan.kept.isEmpty { compacted.hints = sent.plan.hints }
        guard let last = record.own?.last else {
            compacted.result = sent.plan.kept.isEmpty ? .nothing : .refused
            return compacted
        }
        let removed = try removeReplacedSlots()
        note(try removeUnlisted())
        record.swept = try session.now()
        try record.save()
        compacted.isWhole = !sent.plan.hasDamage && compacted.received?.isDone != false
        if !sent.plan.newPacks.isEmpty || removed > 0 {
            compacted.result = .joined(from: before, to: last.statement.statement.packs.count)
        }
        return compacted
    }

    /// Sends the store's nodes, in a new slot if compaction of the old one is worthwhile.
    private func sendCompacted() throws(RedoError) -> Sent {
        // The fetch has read the statements that an interrupted compaction replaces.
        var replaced = record.own?.last == nil ? replacedStatements : []
        for _ in 0..<Self.attemptCount {
            var notes: [String] = []
            let tips = try storage.tips()
            let epoch = try sealingEpoch(tips, nil)
            var current = try currentTip(among: tips, &notes)
            let source = try store.fingerprint()
            if let last = record.own?.last, try isWorthCompacting(last.statement.statement) {
                try expectAllNodes(of: last.statement.statement)
                let made = record.own?.made ?? []
                let statement = last.statement.statement
                try record.drawNewSlot(retiring: [last.statement], of: statement.key)
                record.own?.removable.insert(statement.slot)
                // Own packs that other slots list as well are joined anyway: the other stores follow.
                record.own?.made = made
                current = nil
                replaced.append(last.statement.statement)
            }
            let plan = try plan(
                from: current, seal: epoch?.seal, isCompacting: record.own?.last == nil)
            if case .settled = try send(
                plan, from: current, source: source, epoch, replacing: replaced, &notes)
            {
                return Sent(plan: plan, notes: notes)
            }
        }
        throw changesAllTheTime
    }

    /// The statements of other slots that the store's slot replaces, as far as they are recorded.
    private var replacedStatements: [Statement] {
        let slots = record.own?.retired.map(\.slot) ?? []
        return slots.compactMap { record.seen[$0]?.statement.statement }
    }

    /// Whether a slot has history, or packs that could be joined.
    private func isWorthCompacting(_ last: Statement) throws(RedoError) -> Bool {
        if last.sequence > 1 { return true }
        return last.packs.count { record.own?.made.contains($0.name) ?? false } > 1
    }

    /// - Throws: STORAGE_004 if the store lacks nodes of its packs on the remote, which would be lost with the old
    ///   slot.
    private func expectAllNodes(of statement: Statement) throws(RedoError) {
        let connected = try store.connectedNodes()
        let here = Set(connected.ids).subtracting(connected.cutOff)
        var lackingCount = 0
        for pack in statement.packs {
            guard let ids = ids(of: pack.name) else {
                throw RedoError(
                    .corrupted, "this store has lost its record of the nodes that are on \(name)",
                    hints: ["'redo fetch --refetch \(name)' reads them again"])
            }
            lackingCount += (0..<ids.count).count { !here.contains(ids[$0]) }
        }
        guard lackingCount > 0 else { return }
        throw RedoError(
            .corrupted,
            "\(name) has \(counted(lackingCount, "node")) of this device that the store lacks: nothing is compacted",
            hints: ["'redo fsck --from \(name)' brings them back"])
    }

    /// Removes the slots that compactions have replaced and that have not changed since.
    ///
    /// - Returns: how many are removed by now.
    private func removeReplacedSlots() throws(RedoError) -> Int {
        guard let own = record.own, !own.removable.isEmpty else { return 0 }
        let tips = try storage.tips()
        var count = 0
        for slot in own.removable.sorted() {
            let tips = tips.filter { $0.slot == slot }
            do throws(RedoError) {
                try storage.receive(tips) { _, _ in }
                guard let read = try latestStatement(among: tips) else {
                    // Whatever remains there is not a statement.
                    record.own?.removable.remove(slot)
                    continue
                }
                guard own.retired.contains(where: { $0.position == read.statement.position }) else {
                    // Another copy of the store continues there.
                    record.own?.removable.remove(slot)
                    session.note(
                        "the slot \(slot) of \(name) is used by a copy of this store: it stays")
                    continue
                }
                try storage.remove(read.tip)
                record.own?.removable.remove(slot)
                record.seen[slot] = nil
                count += 1
            } catch {
                if Signals.isTerminationPending { throw error }
                session.warn(
                    error.code,
                    "the old slot \(slot) stays on \(name), with its history: \(error.message)"
                        .printable)
            }
        }
        try record.save()
        return count
    }
}
