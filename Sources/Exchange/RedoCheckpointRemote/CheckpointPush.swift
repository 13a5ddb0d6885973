import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The result of a push or of its dry run.
struct Sent {
    let plan: CheckpointPlan
    /// Notes about the remote, for people.
    let notes: [String]
}

extension CheckpointExchange {
    /// The maximum number of attempts of a push or a compaction if other commands push to the slot in between.
    static var attemptCount: Int { 3 }

    var changesAllTheTime: RedoError {
        RedoError(.writeFailed, "the slot of this store on \(name) changes all the time")
    }

    /// Sends what is new, and reports it.
    package func push() throws(RedoError) -> PushOutcome {
        guard let sent = try push(starting: nil) else {
            var outcome = PushOutcome()
            outcome.isUpToDate = true
            return outcome
        }
        return try report(sent)
    }

    /// Sends what is new.
    ///
    /// - Parameter request: a change of the members, for which an epoch is started; nil for none.
    /// - Returns: nil if there was nothing to do.
    func push(starting request: EpochRequest?) throws(RedoError) -> Sent? {
        let lock = try lockRecord()
        defer { _ = lock }
        try refuseAfterLeaving()
        try store.noteLostNodes()
        var request = request
        var left: CheckpointTip?
        for _ in 0..<Self.attemptCount {
            let tips = try storage.tips()
            try requireTrust()
            try requireNothingSealed(among: tips)
            var notes: [String] = []
            var current = try currentTip(among: tips, &notes)
            if let old = try leaveSlotWithGivenUp(&notes) { (left, current) = (old, nil) }
            let source = try store.fingerprint()
            if let last = record.own?.last, let current, last.version == current.version,
                record.source == source, request == nil,
                record.listsNoOrphans(last.statement.statement),
                try storage.holds(current, last.statement.statement.pieces)
            {
                return nil
            }
            let epoch = try sealingEpoch(tips, request)
            let plan = try plan(from: current, seal: epoch?.seal)
            switch try send(plan, from: current, source: source, epoch, &notes) {
            case .settled:
                if let left, record.own?.last != nil { try removeSlotLeft(left) }
                return Sent(plan: plan, notes: notes)
            case .elsewhere: break
            // The epoch is on the remote by now.
            case .unsettled: request = nil
            }
        }
        throw changesAllTheTime
    }

    // MARK: The current tip of the slot

    /// Determines the current tip of the store's slot, and draws a new slot if another store uses this one.
    func currentTip(
        among tips: [CheckpointTip], _ notes: inout [String]
    ) throws(RedoError) -> CheckpointTip? {
        // The first slot is drawn once the signing key is known.
        guard let own = record.own else { return nil }
        let last = own.last.map { [$0.statement] } ?? []
        if try own.identity != record.identity() {
            notes.append("the store was copied or restored, so it continues in a new slot")
            try record.drawNewSlot(retiring: last, of: key(own))
            return nil
        }
        if key(own) != own.key {
            notes.append(
                "another key signs here than before, so this store continues in a new slot")
            try record.drawNewSlot(retiring: last, of: key(own))
            return nil
        }
        guard let read = try latest(in: own, among: tips) else {
            // In a git repository a slot is one reference, so nothing fits beside a foreign file.
            if ignoredTips.contains(where: { $0.sequence == nil }) {
                notes.append(
                    "\(name) has something else in the slot \(own.slot), so this store continues in a new slot"
                )
                try record.drawNewSlot(retiring: last, of: own.key)
            } else if !last.isEmpty {
                notes.append("\(name) had lost the slot \(own.slot): it is pushed again")
            }
            return nil
        }
        let (tip, found) = read
        guard let found else { return tip }
        if own.signed.contains(found.statement.digest) {
            if found.statement.statement.sequence > own.last?.statement.statement.sequence ?? 0 {
                // The last push arrived, and was interrupted before the answer.
                record.own?.last = (found.statement, tip.version)
            } else {
                notes.append(
                    "\(name) had set the slot \(own.slot) back: it is pushed again")
            }
            return tip
        }
        if session.request.isDryRun {
            notes.append(
                "the slot \(own.slot) of \(name) was written by a copy of this store")
            return tip
        }
        // A store that was restored to an earlier state can have lists of nodes that it lacks, so a list alone does not
        // prove that nodes are here.
        let reading = try admit(tips, isRefetching: true)
        notes.append(
            "the slot \(own.slot) of \(name) was written by a copy of this store: received "
                + "\(counted(reading.new.count, "node")) from there, and continues in a new slot")
        // An incomplete statement is not replaced: other devices, and later fetches, still miss its nodes.
        let isWhole =
            reading.refused.isEmpty
            && !reading.findings.contains {
                $0.finding.isArriving && $0.finding.seen == found.statement.position
            }
        try record.drawNewSlot(
            retiring: (isWhole ? [found.statement] : []) + last, of: own.key)
        return nil
    }

    /// Returns the latest statement in the store's slot, and records the other files there. The slot is not read if it
    /// still has the store's last statement.
    private func latest(
        in own: CheckpointRecord.Own, among tips: [CheckpointTip]
    ) throws(RedoError) -> (tip: CheckpointTip, read: ReadTip?)? {
        ignoredTips = []
        for tip in tips where tip.slot == own.slot {
            if tip.version == own.last?.version, try storage.holds(tip, []) { return (tip, nil) }
            try storage.receive([tip]) { _, _ in }
            if case .statement(let read) = try read(tip), read.strayReason == nil {
                return (tip, read)
            }
            ignoredTips.insert(tip)
        }
        return nil
    }

    /// Requests that the remote removes files that no statement lists.
    ///
    /// - Returns: notes about statements that prevent any removal.
    func removeUnlisted() throws(RedoError) -> [String] {
        let (encryption, epochs) = (encryption, epochs)
        let unread = try storage.removeUnlisted(
            at: try session.now(), besides: record.replacedNumbers
        ) { file in
            let opened =
                encryption.isSealed ? try? epochs?.history.open(file.span, as: .statement) : file
            return opened.flatMap { (try? SignedStatement(reading: $0))?.statement.pieces }
        }
        guard let first = unread.first else { return [] }
        return [
            "no file is removed from \(name) while \(counted(unread.count, "statement")) cannot be read, "
                + "which could list it: the first one is in the slot \(first.slot)"
        ]
    }

    /// Whether a push searches for files that no statement lists. If statements have to be requested one by one, it
    /// does so once in 30 days.
    private func isSweepDue() throws(RedoError) -> Bool {
        if storage.isNear { return true }
        let now = try session.now()
        if let swept = record.swept, swept <= now {
            return now.milliseconds - swept.milliseconds >= Self.sweepMilliseconds
        }
        // The interval starts now, also after the clock was set back.
        record.swept = now
        return false
    }

    private static var sweepMilliseconds: Int64 { 30 * 24 * 60 * 60 * 1000 }

    // MARK: Sending

    /// The result of sending a statement.
    enum Sending {
        /// The statement is there, or there was nothing to send.
        case settled
        /// Another tip is in the slot by now.
        case elsewhere
        /// The statement is there, but another store removes files that it lists: their nodes must go into other packs.
        case unsettled
    }

    /// Sends a plan.
    ///
    /// - Parameters:
    ///   - epoch: the sealing epoch; nil on a remote that is not encrypted, and in a dry run.
    ///   - replaced: statements whose nodes the new one must have, in addition to those of the slot's last statement.
    func send(
        _ plan: CheckpointPlan, from current: CheckpointTip?, source: Digest,
        _ epoch: SealingEpoch?, replacing replaced: [Statement] = [], _ notes: inout [String]
    ) throws(RedoError) -> Sending {
        if !plan.kept.isEmpty, epoch?.request == nil,
            !session.request.skipsUnsigned
        {
            return .settled
        }
        let isWhole = plan.kept.isEmpty && !plan.hasDamage
        let isStarting = epoch?.started != nil
        if session.request.isDryRun || plan.listing.isEmpty && !isStarting { return .settled }
        if plan.newPacks.isEmpty, !plan.isChanged, !isStarting, let current,
            current.version == record.own?.last?.version
        {
            record.source = isWhole ? source : nil
            record.listedPacks = plan.listedLocally
            try record.save()
            return .settled
        }
        // Without a key and without new nodes, the device has nothing to vouch for.
        if plan.newPacks.isEmpty, record.own?.sequence ?? 0 == 0,
            try !session.keyring.hasKey(of: store)
        {
            return .settled
        }
        let last = record.own?.last?.statement.statement
        let contents = try contents(of: plan, after: last, replacing: replaced)
        try session.keyring.makeKeyIfMissing(for: store)
        let signer = try signer()
        guard let own = try record.own(of: signer.publicKey) else { return .elsewhere }
        let statement = statement(of: own, contents, plan.listing, at: try session.now())
        let signed = try SignedStatement(statement, signedBy: signer)
        // Recorded first, so that no number is signed twice, whatever happens next.
        try record.recordSigned(signed)
        let pieces = plan.contents
        var progress = session.progress("Sending packs")
        let tip = try storage.advance(
            to: NewCheckpoint(
                signed, sealedAs: epoch?.seal.sealed(signed.file, as: .statement),
                epochs: epoch?.files ?? [:], listed: plan.alreadyListed
            ) {
                (name) throws(RedoError) in try pieces.bytes(of: name)
            }, from: current, besides: ignoredTips
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        guard let tip else { return .elsewhere }
        let found = storage.takeNotes()
        // The first statement of a new slot reports what was found there.
        if own.last == nil, own.retired.isEmpty { notes += found }
        let isSettled = try storage.keeps(
            Array(Set(statement.pieces).subtracting(plan.unavoidable)))
        sentCount += plan.newIDs.count
        if let started = epoch?.started {
            try record.keep(epoch: started.bytes, named: started.digest)
        }
        record.own?.last = (signed, tip.version)
        if let leaving = epoch?.request?.leaving { record.left = leaving }
        // The slot shows again what it withheld.
        record.findings.removeAll { $0.finding.seen.slot == own.slot }
        record.own?.made.formUnion(plan.newPacks.map(\.name))
        record.own?.made.formIntersection(plan.listing.map(\.name))
        record.source = isWhole && isSettled ? source : nil
        record.listedPacks = plan.listedLocally
        let isSweepDue = try isSweepDue()
        if isSweepDue { record.swept = try session.now() }
        try record.save()
        record.removeUnlisted()
        plan.removeFiles()
        guard isSettled else { return .unsettled }
        // Packs that were joined, or that another store lists now, may be unlisted by now.
        if isSweepDue { _ = try? removeUnlisted() }
        return .settled
    }

    /// Plans the next statement and the packs that are sent for it.
    ///
    /// - Parameter current: the current tip of the slot; nil if it is unknown.
    func plan(
        from current: CheckpointTip?, seal: Seal?, isCompacting: Bool = false
    ) throws(RedoError) -> CheckpointPlan {
        try restoreLists(from: current)
        let marks = try storage.marks()
        let others = try packsOfOthers(isCompacting: isCompacting)
        let last = record.own?.last?.statement.statement
        let missing = try storage.missing(
            Array(Set((last?.pieces ?? []) + others.flatMap(\.pieces))))
        let listed = listing(besides: missing.union(marks.going))
        return try CheckpointPlan(
            from: OutgoingChoice.Candidates(
                connected: try store.connectedNodes(), listed: listed,
                others: others.filter { missing.isDisjoint(with: $0.pieces) },
                made: record.own?.made ?? [], known: record.listedPacks,
                files: PackFiles(seal: seal, marks: marks), isCompacting: isCompacting,
                ids: ids(of:)),
            in: directory.directory("outgoing"), session)
    }

    /// The packs that other slots list and this store has received completely.
    ///
    /// - Parameter isCompacting: whether the slots that the store's slot replaces are ignored.
    /// - Throws: STORAGE_001 if the record of what was given up cannot be read.
    private func packsOfOthers(isCompacting: Bool) throws(RedoError) -> [Statement.ListedPack] {
        let givenUp = try store.givenUp()
        let slots = Set(isCompacting ? record.own?.retired.map(\.slot) ?? [] : [])
        var packs: [Statement.ListedPack] = []
        var names: Set<Digest> = []
        for (slot, seen) in record.seen.sorted(by: { $0.key < $1.key })
        where seen.isWhole && !slots.contains(slot) {
            for pack in seen.statement.statement.packs
            where !hasGivenUp(pack, givenUp) && names.insert(pack.name).inserted {
                packs.append(pack)
            }
        }
        return packs
    }

    /// The packs of the store's last statement that the remote has and whose nodes are recorded here.
    ///
    /// - Parameter missing: files that are not on the remote, or are being removed.
    private func listing(besides missing: Set<Digest>) -> [Statement.ListedPack] {
        guard let last = record.own?.last?.statement.statement else { return [] }
        let there = last.packs.filter { pack in
            ids(of: pack.name) != nil && !pack.pieces.contains(where: missing.contains)
        }
        // Which packs of the store were completely listed depended on all packs of the statement.
        if there.count < last.packs.count { record.listedPacks = [] }
        return there
    }
}
