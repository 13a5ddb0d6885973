import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// What a push did, or would do.
struct CheckpointPushOutcome {
    /// The nodes that the remote did not have from this store, in replay order where they were read.
    var nodes: [NodeID] = []
    /// How many packs were sent.
    var packCount = 0
    var kept: [NodesToPush.Kept] = []
    /// What helps those that were kept.
    var hints: [String] = []
    /// Nodes that are cut off.
    var waiting = WaitingNodes([], behind: [])
    var hasDamage = false
    /// The store's packs that are damaged, of which only what is whole was sent.
    var damagedPacks: [Digest] = []
    /// What to say of the remote.
    var notes: [String] = []
}

extension CheckpointExchange {
    /// How often a push is tried after another command has pushed to the slot.
    private static var attemptCount: Int { 3 }

    /// Brings what is new to the remote, and says what went.
    package mutating func push(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        guard let outcome = try push(starting: nil, &context) else {
            if !context.arguments.has(SyncOptions.porcelain) {
                try context.print("\(NodesToPush.nothing(of: store))\n")
            }
            return .done
        }
        return try report(outcome, &context)
    }

    /// Brings what is new to the remote.
    ///
    /// - Parameter request: a change of the members, for which an epoch is started; nil if there is none.
    /// - Returns: nil if there was nothing to do.
    mutating func push(
        starting request: EpochRequest?, _ context: inout CommandContext
    ) throws(RedoError) -> CheckpointPushOutcome? {
        let lock = try record.lock()
        defer { _ = lock }
        record = CheckpointRecord(in: folder)
        try refuseAfterLeaving(context)
        try store.noteLostNodes()
        var request = request
        var left: CheckpointTip?
        for _ in 0..<Self.attemptCount {
            let tips = try storage.tips()
            try requireTrust(&context)
            try requireNothingSealed(among: tips, context)
            var outcome = CheckpointPushOutcome()
            var standing = try standing(among: tips, &outcome, context)
            if let old = try leaveSlotWithGivenUp(&outcome, context) {
                (left, standing) = (old, nil)
            }
            let source = try store.fingerprint()
            if let last = record.own?.last, let standing, last.version == standing.version,
                record.source == source, request == nil,
                listsNoOrphans(last.statement.statement),
                try storage.holds(standing, last.statement.statement.pieces)
            {
                return nil
            }
            let epoch = try sealingEpoch(tips, request, context)
            switch try send(from: standing, source: source, epoch, &outcome, context) {
            case .settled:
                if let left, record.own?.last != nil { try removeSlotLeft(left, context) }
                return outcome
            case .elsewhere: break
            // The epoch is there.
            case .unsettled: request = nil
            }
        }
        throw RedoError(.writeFailed, "the slot of this store on \(name) changes all the time")
    }

    /// Whether each pack of a statement is this store's or listed by another slot. One that its maker has joined with others is
    /// given up, so that the remote need not keep it.
    private func listsNoOrphans(_ statement: Statement) -> Bool {
        let made = record.own?.made ?? []
        var others: Set<Digest> = []
        for seen in record.seen.values {
            others.formUnion(seen.statement.statement.packs.map(\.name))
        }
        return statement.packs.allSatisfy { made.contains($0.name) || others.contains($0.name) }
    }

    // MARK: Where the slot stands

    /// Finds out where the store's slot stands, and draws a new one if another store uses it.
    mutating func standing(
        among tips: [CheckpointTip], _ outcome: inout CheckpointPushOutcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> CheckpointTip? {
        let identity = try record.identity()
        // The first slot is drawn once it is known which key signs.
        guard let own = record.own else { return nil }
        if own.identity != identity {
            outcome.notes.append("the store was copied or restored, so it continues in a new slot")
            drawNewSlot(
                retiring: own.last.map { [$0.statement] } ?? [], of: key(own, context), identity)
            return nil
        }
        if key(own, context) != own.key {
            outcome.notes.append(
                "another key signs here than before, so this store continues in a new slot")
            drawNewSlot(
                retiring: own.last.map { [$0.statement] } ?? [], of: key(own, context), identity)
            return nil
        }
        guard let read = try latest(in: own, among: tips, context) else {
            // In a git repository a slot is one reference: beside what someone has put there is no place.
            if ignoredTips.contains(where: { $0.sequence == nil }) {
                outcome.notes.append(
                    "\(name) has something else in the slot \(own.slot), so this store continues in a new slot"
                )
                drawNewSlot(
                    retiring: own.last.map { [$0.statement] } ?? [], of: own.key, identity)
                return nil
            }
            if own.last != nil {
                outcome.notes.append("\(name) had lost the slot \(own.slot): it is pushed again")
            }
            return nil
        }
        let (tip, found) = read
        guard let found else { return tip }
        if own.signed.contains(found.statement.digest) {
            if found.statement.statement.sequence > own.last?.statement.statement.sequence ?? 0 {
                // The last push arrived, and was cut off before it was told so.
                record.own?.last = (found.statement, tip.version)
            } else {
                outcome.notes.append(
                    "\(name) had set the slot \(own.slot) back: it is pushed again")
            }
            return tip
        }
        if context.arguments.has(SyncOptions.dryRun) {
            outcome.notes.append(
                "the slot \(own.slot) of \(name) was written by a copy of this store")
            return tip
        }
        var fetched = FetchOutcome()
        // A store that was set back can have kept lists of nodes that it lacks: they do not say that these are here.
        try take(tips, isRefetching: true, &fetched, context)
        arrived += fetched.new.map(\.id)
        outcome.notes.append(
            "the slot \(own.slot) of \(name) was written by a copy of this store: took in "
                + "\(counted(fetched.new.count, "node")) from there, and continues in a new slot")
        // What was not taken in as a whole is not replaced: others, and later fetches, still miss it.
        let isWhole =
            fetched.refused.isEmpty
            && !fetched.findings.contains {
                $0.finding.isArriving && $0.finding.seen == found.statement.position
            }
        drawNewSlot(
            retiring: (isWhole ? [found.statement] : [])
                + (own.last.map { [$0.statement] } ?? []), of: own.key, identity)
        return nil
    }

    /// The latest statement in the store's slot, and notes what else is there. It is not read if it is the store's last.
    private mutating func latest(
        in own: CheckpointRecord.Own, among tips: [CheckpointTip],
        _ context: borrowing CommandContext
    ) throws(RedoError) -> (tip: CheckpointTip, read: ReadTip?)? {
        ignoredTips = []
        for tip in tips where tip.slot == own.slot {
            if tip.version == own.last?.version, try storage.holds(tip, []) { return (tip, nil) }
            try storage.receive([tip]) { _, _ in }
            if case .statement(let read) = try read(tip, context), read.strayReason == nil {
                return (tip, read)
            }
            ignoredTips.insert(tip)
        }
        return nil
    }

    /// Lets the remote remove what no statement lists.
    ///
    /// - Returns: what to say of statements that keep anything from being removed.
    mutating func removeUnlisted(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [String] {
        let (encryption, epochs) = (encryption, epochs)
        let unread = try storage.removeUnlisted(
            at: try context.now(), besides: replacedNumbers
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

    /// Whether a push looks for what no statement lists. Where statements are asked for one by one, it does so once in 30
    /// days.
    private mutating func isSweepDue(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        if storage.isNear { return true }
        let now = try context.now()
        if let swept = record.swept, swept <= now {
            return now.milliseconds - swept.milliseconds >= Self.sweepMilliseconds
        }
        // It begins to wait; a clock that was set back starts over.
        record.swept = now
        return false
    }

    private static var sweepMilliseconds: Int64 { 30 * 24 * 60 * 60 * 1000 }

    // MARK: Sending

    /// What became of a statement that should have been sent.
    enum Sending {
        /// It is there, or there was nothing to send.
        case settled
        /// The slot stands elsewhere by now.
        case elsewhere
        /// It is there, and another store removes what it lists: the nodes of that have to go into other packs.
        case unsettled
    }

    /// Sends what the slot lacks.
    ///
    /// - Parameters:
    ///   - epoch: what seals; nil on a remote that is not encrypted, and in a dry run.
    ///   - replaced: statements whose nodes have to be in the new one, beside the slot's last.
    mutating func send(
        from standing: CheckpointTip?, source: Digest, _ epoch: SealingEpoch?,
        replacing replaced: [Statement] = [], isCompacting: Bool = false,
        _ outcome: inout CheckpointPushOutcome, _ context: borrowing CommandContext
    ) throws(RedoError) -> Sending {
        let isDry = context.arguments.has(SyncOptions.dryRun)
        let plan = try plan(
            from: standing, seal: epoch?.seal, isCompacting: isCompacting, context)
        (outcome.kept, outcome.hints, outcome.hasDamage) = (plan.kept, plan.hints, plan.hasDamage)
        outcome.waiting = plan.waiting
        outcome.damagedPacks = plan.damagedPacks
        outcome.nodes = plan.newIDs
        outcome.packCount = plan.newPacks.count
        if !plan.kept.isEmpty, epoch?.request == nil,
            !context.arguments.has(SyncOptions.skipUnsigned)
        {
            return .settled
        }
        let isWhole = plan.kept.isEmpty && !plan.hasDamage
        let isStarting = epoch?.started != nil
        if isDry || plan.listing.isEmpty && !isStarting { return .settled }
        if plan.newPacks.isEmpty, !plan.isChanged, !isStarting, let standing,
            standing.version == record.own?.last?.version
        {
            record.source = isWhole ? source : nil
            record.listedPacks = plan.listedLocally
            try record.save()
            return .settled
        }
        // Whoever has no key and nothing of their own to send has nothing to vouch for.
        if plan.newPacks.isEmpty, record.own?.sequence ?? 0 == 0, try !context.hasKey(of: store) {
            return .settled
        }
        let last = record.own?.last?.statement.statement
        let contents = try contents(of: plan, after: last, replacing: replaced)
        try context.makeKeyIfMissing(for: store)
        let signer = try signer(context)
        guard let own = try own(of: signer.publicKey) else { return .elsewhere }
        let statement = statement(of: own, contents, plan.listing, at: try context.now())
        let signed = try SignedStatement(statement, signedBy: signer)
        // First, so that no number is signed twice, whatever becomes of it.
        try record.recordSigned(signed)
        let pieces = plan.contents
        var progress = Progress("Sending packs", context)
        let tip = try storage.advance(
            to: NewCheckpoint(
                signed, sealedAs: epoch?.seal.sealed(signed.file, as: .statement),
                epochs: epoch?.files ?? [:], listed: plan.alreadyListed
            ) {
                (name) throws(RedoError) in try pieces.bytes(of: name)
            }, from: standing, besides: ignoredTips
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        guard let tip else { return .elsewhere }
        let notes = storage.takeNotes()
        // What a new slot finds there is said by the first one.
        if own.last == nil, own.retired.isEmpty { outcome.notes += notes }
        let isSettled = try storage.keeps(
            Array(Set(statement.pieces).subtracting(plan.unavoidable)))
        sentCount += plan.newIDs.count
        if let started = epoch?.started {
            try record.keep(epoch: started.bytes, named: started.digest)
        }
        record.own?.last = (signed, tip.version)
        if let leaving = epoch?.request?.leaving { record.left = leaving }
        // The slot shows again what it was accused of.
        record.findings.removeAll { $0.finding.seen.slot == own.slot }
        record.own?.made.formUnion(plan.newPacks.map(\.name))
        record.own?.made.formIntersection(plan.listing.map(\.name))
        record.source = isWhole && isSettled ? source : nil
        record.listedPacks = plan.listedLocally
        let isSweepDue = try isSweepDue(context)
        if isSweepDue { record.swept = try context.now() }
        try record.save()
        record.removeUnlisted()
        plan.removeFiles()
        guard isSettled else { return .unsettled }
        // What was joined, or is another store's by now, may be listed by no one any more.
        if isSweepDue { _ = try? removeUnlisted(context) }
        return .settled
    }

    /// What the next statement lists, and which packs are sent for it.
    ///
    /// - Parameter standing: where the slot stands; nil if that is not known.
    mutating func plan(
        from standing: CheckpointTip?, seal: Seal?, isCompacting: Bool = false,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> CheckpointPlan {
        try restoreLists(from: standing)
        let marks = try storage.marks()
        let others = try CheckpointPlan.packsOfOthers(self, isCompacting: isCompacting)
        let last = record.own?.last?.statement.statement
        let missing = try storage.missing(
            Array(Set((last?.pieces ?? []) + others.flatMap(\.pieces))))
        let listed = listing(besides: missing.union(marks.going))
        return try CheckpointPlan(
            &self, listed, others.filter { missing.isDisjoint(with: $0.pieces) }, besides: marks,
            seal: seal, isCompacting: isCompacting, context)
    }

    /// What the store's last statement lists, as far as the remote has it and its nodes are known here.
    ///
    /// - Parameter missing: files that are not on the remote, or are going.
    private mutating func listing(besides missing: Set<Digest>) -> [Statement.ListedPack] {
        guard let last = record.own?.last?.statement.statement else { return [] }
        let there = last.packs.filter { pack in
            ids(of: pack.name) != nil && !pack.pieces.contains(where: missing.contains)
        }
        // Which of the store's packs were listed whole was found out from all of them.
        if there.count < last.packs.count { record.listedPacks = [] }
        return there
    }
}
