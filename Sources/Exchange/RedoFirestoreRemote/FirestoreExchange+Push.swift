import RedoCrypto
import RedoExchange
import RedoFirestore
import RedoModel
import RedoStore
import RedoSystem

extension FirestoreExchange {
    /// The maximum number of nodes in memory at a time.
    static let batchNodeCount = 1996

    /// Sends the nodes that the replica does not have according to its record.
    package mutating func push() throws(RedoError) -> PushOutcome {
        // First of all, so that a node that is written from now on is sent the next time.
        try store.noteLostNodes()
        let fingerprint = try store.fingerprint()
        let isDry = session.request.isDryRun
        let readers = try readers()
        if !isDry { try openToReaders(readers) }
        let unsent = try UnsentQueue(of: store, beyond: record, knowing: fingerprint)
        var outcome = PushOutcome()
        if unsent.count == 0 {
            if record.source != fingerprint, !isDry, unsent.waiting.isEmpty {
                record.source = fingerprint
                try keep { (record) throws(SystemError) in try record.save() }
            }
            outcome.isUpToDate = true
        } else if isDry {
            if session.delegate.wantsEachItem {
                for id in unsent[0..<unsent.count] {
                    try session.report(id, at: path(of: id), .done)
                }
            }
            outcome.sentCount = unsent.count
        } else {
            outcome = try send(unsent, fingerprint, readers)
        }
        outcome.refusedCount = unsent.refusedCount
        if !unsent.waiting.isEmpty { try session.delegate.report(.waiting(unsent.waiting)) }
        if unsent.refusedCount > 0 || !unsent.waiting.isEmpty { outcome.isDone = false }
        return outcome
    }

    /// Sends nodes.
    private mutating func send(
        _ unsent: UnsentQueue, _ fingerprint: Digest, _ readers: NodeReaders
    ) throws(RedoError) -> PushOutcome {
        var progress = session.progress("Sending nodes")
        var tally = PushTally(session)
        if !unsent.waiting.isEmpty { tally.noteDamage() }
        let listsNodes =
            record.listsNodes && record.nodes.count < FirestorePush.maximumListCount
        var push = FirestorePush(
            client, listsNodes: listsNodes, refused: record.refused, readers: readers)
        var failure: RedoError?
        for start in stride(from: 0, to: unsent.count, by: Self.batchNodeCount) {
            let ids = unsent[start..<min(start + Self.batchNodeCount, unsent.count)]
            let batch = try readBatch(Set(ids), &tally, &progress)
            if batch.isHalted, !session.request.skipsUnsigned { break }
            push.hold(batch.held)
            failure = try send(batch.nodes, of: unsent.count, &push, &tally, &progress)
            if failure != nil { break }
        }
        progress.finish()
        sentCount += tally.sentCount
        if let refusal = push.listRefusal {
            record.listsNodes = false
            session.note(
                "users/\(client.address.url.uid) does not list the new nodes: \(refusal)".printable)
        }
        if failure == nil, !tally.isIncomplete { record.source = fingerprint }
        try keep { (record) throws(SystemError) in try record.save() }
        if let failure {
            throw failure.after("\(tally.settledCount) of \(unsent.count) nodes are there")
        }
        return tally.outcome
    }

    /// Reads a batch of nodes to send, and signs those without a signature.
    ///
    /// - Returns: also the nodes that are not sent, so that their descendants are not sent either; and whether one has
    ///   no signature.
    private func readBatch(
        _ ids: Set<NodeID>, _ tally: inout PushTally, _ progress: inout Progress
    ) throws(RedoError) -> (nodes: [Node], held: Set<NodeID>, isHalted: Bool) {
        let snapshot = try store.snapshot(of: ids)
        var held = ids.subtracting(snapshot.nodes.lazy.map(\.id))
        if !held.isEmpty { tally.noteDamage() }
        let unsigned = snapshot.nodes.filter { !$0.isSigned }
        guard !unsigned.isEmpty else { return (snapshot.nodes, held, false) }
        var obstacles = UnsignedNodes.Obstacles()
        let signed = try UnsignedNodes.sign(unsigned, isSigning: true, &obstacles, session.keyring)
        try UnsignedNodes.admit(signed, to: store)
        var copies: [NodeID: Node] = [:]
        for node in signed { copies[node.id] = node }
        var nodes: [Node] = []
        let reasons = obstacles.reasons
        tally.note(obstacles.hints)
        if !reasons.isEmpty { progress.leaveLine() }
        for node in snapshot.nodes {
            if let reason = reasons[node.id] {
                try tally.noteUnsigned(node.id, reason)
            } else {
                nodes.append(copies[node.id] ?? node)
            }
        }
        held.formUnion(reasons.keys)
        return (nodes, held, !reasons.isEmpty)
    }

    /// Sends nodes, and records the result of each as soon as it is certain.
    ///
    /// - Parameter total: the number of nodes that the push sends.
    /// - Returns: the error after which no more can be sent.
    private mutating func send(
        _ nodes: [Node], of total: Int, _ push: inout FirestorePush, _ tally: inout PushTally,
        _ progress: inout Progress
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
                        try tally.note(id, outcome, path(of: id))
                    }
                } catch {
                    failure = failure ?? error
                }
                progress.show(done: tally.settledCount, total: total)
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

    /// Whether the replica refuses the node for good.
    var isFinal: Bool {
        if case .kept = self { return true }
        return false
    }
}
