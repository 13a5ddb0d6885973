import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoExchange
import RedoFirestore
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

extension FirestoreExchange {
    /// How many nodes are in memory at a time.
    static let batchNodeCount = 1996

    /// Sends what the replica is not known to have, and says what went.
    package mutating func push(
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        // Before anything is read: what comes later is sent the next time.
        try store.noteLostNodes()
        let fingerprint = try store.fingerprint()
        let isDry = context.arguments.has(SyncOptions.dryRun)
        let repository = context.repository(store, startsSync: false)
        let readers = try readers(repository)
        if !isDry { try openToReaders(readers, repository, context) }
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        let unsent = try UnsentQueue(of: store, beyond: record, knowing: fingerprint)
        var isWhole = true
        if unsent.count == 0 {
            if record.source != fingerprint, !isDry, unsent.waiting.isEmpty {
                record.source = fingerprint
                try keep { (record) throws(SystemError) in try record.save() }
            }
            let text = NodesToPush.nothing(of: store, refusedCount: unsent.refusedCount)
            if !isPorcelain { try context.print("\(text)\n") }
        } else if isDry {
            try reportDry(unsent, &context)
        } else {
            isWhole = try send(unsent, fingerprint, readers, &context)
        }
        reportRefused(unsent.refusedCount, context)
        try unsent.waiting.report(&context)
        return isWhole && unsent.refusedCount == 0 && unsent.waiting.isEmpty ? .done : .no
    }

    private func reportDry(
        _ unsent: UnsentQueue, _ context: inout CommandContext
    ) throws(RedoError) {
        guard context.arguments.has(SyncOptions.porcelain) else {
            try context.print("would push \(counted(unsent.count, "node")) to \(name)\n")
            return
        }
        for id in unsent[0..<unsent.count] { try context.print("\(id)\t\(path(of: id))\tOK\n") }
    }

    /// Says how many nodes stay, since the replica refused them before.
    private func reportRefused(_ count: Int, _ context: borrowing CommandContext) {
        guard count > 0, !context.arguments.has(SyncOptions.porcelain) else { return }
        let what =
            count == 1
            ? "1 node stays here: \(name) has refused it"
            : "\(count) nodes stay here: \(name) has refused them"
        context.complain(
            "error: FIREBASE_002: \(what) before\n"
                + "hint: after 'redo fetch --refetch \(name)' a push tries again, and says why\n")
    }

    /// Sends nodes.
    ///
    /// - Returns: whether all went that were to go.
    private mutating func send(
        _ unsent: UnsentQueue, _ fingerprint: Digest, _ readers: NodeReaders,
        _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        var progress = Progress("Sending nodes", context)
        var tally = PushReport(context.arguments, total: unsent.count)
        if !unsent.waiting.isEmpty { tally.noteDamage() }
        let listsNodes =
            record.listsNodes && record.nodes.count < FirestorePush.greatestListCount
        var push = FirestorePush(
            client, listsNodes: listsNodes, refused: record.refused, readers: readers)
        var failure: RedoError?
        for start in stride(from: 0, to: unsent.count, by: Self.batchNodeCount) {
            let ids = unsent[start..<min(start + Self.batchNodeCount, unsent.count)]
            let batch = try readBatch(Set(ids), &tally, &progress, &context)
            if batch.isHalted, !tally.isSkippingUnsigned { break }
            push.hold(batch.held)
            failure = try send(batch.nodes, &push, &tally, &progress, &context)
            if failure != nil { break }
        }
        progress.finish()
        sentCount += tally.sentCount
        if let refusal = push.listRefusal {
            record.listsNodes = false
            context.note(
                "users/\(client.address.url.uid) does not list the new nodes: \(refusal)".printable)
        }
        if failure == nil, !tally.isIncomplete { record.source = fingerprint }
        try keep { (record) throws(SystemError) in try record.save() }
        if let failure {
            throw failure.after("\(tally.settledCount) of \(unsent.count) nodes are there")
        }
        return try tally.finish(name, &context)
    }

    /// Reads a part of what to send, and signs what has no signature.
    ///
    /// - Returns: also the nodes that stay, so that what follows them stays, too; and whether one has no signature.
    private func readBatch(
        _ ids: Set<NodeID>, _ tally: inout PushReport, _ progress: inout Progress,
        _ context: inout CommandContext
    ) throws(RedoError) -> (nodes: [Node], held: Set<NodeID>, isHalted: Bool) {
        let snapshot = try store.snapshot(of: ids)
        var held = ids.subtracting(snapshot.nodes.lazy.map(\.id))
        if !held.isEmpty { tally.noteDamage() }
        let unsigned = snapshot.nodes.filter { !$0.isSigned }
        guard !unsigned.isEmpty else { return (snapshot.nodes, held, false) }
        var obstacles = UnsignedNodes.Obstacles()
        let signed = try UnsignedNodes.sign(unsigned, isSigning: true, &obstacles, context)
        try UnsignedNodes.admit(signed, to: store)
        var copies: [NodeID: Node] = [:]
        for node in signed { copies[node.id] = node }
        var nodes: [Node] = []
        let reasons = obstacles.reasons
        tally.note(obstacles.hints)
        if !reasons.isEmpty { progress.leaveLine() }
        for node in snapshot.nodes {
            if let reason = reasons[node.id] {
                try tally.noteUnsigned(node.id, reason, &context)
            } else {
                nodes.append(copies[node.id] ?? node)
            }
        }
        held.formUnion(reasons.keys)
        return (nodes, held, !reasons.isEmpty)
    }

    /// Sends nodes, and notes what became of them as soon as that is certain.
    ///
    /// - Returns: why no more can be sent.
    private mutating func send(
        _ nodes: [Node], _ push: inout FirestorePush, _ tally: inout PushReport,
        _ progress: inout Progress, _ context: inout CommandContext
    ) throws(RedoError) -> RedoError? {
        var failure: RedoError?
        do throws(RedoError) {
            try push.send(nodes) { verdicts in
                do throws(RedoError) {
                    try keep { (record) throws(SystemError) in
                        try record.add(verdicts.lazy.filter(\.outcome.isThere).map(\.id))
                        try record.refuse(verdicts.lazy.filter(\.outcome.isFinal).map(\.id))
                    }
                    if !verdicts.allSatisfy(\.outcome.isThere) { progress.leaveLine() }
                    for (id, outcome) in verdicts {
                        try tally.note(id, outcome, path(of: id), &context)
                    }
                } catch {
                    failure = failure ?? error
                }
                progress.show(done: tally.settledCount, total: tally.total)
            }
        } catch {
            return error
        }
        return failure
    }
}

extension FirestorePush.Outcome {
    /// Whether the replica has the node.
    var isThere: Bool { self == .sent || self == .present }

    /// Whether it will not take it.
    var isFinal: Bool {
        if case .kept = self { return true }
        return false
    }
}
