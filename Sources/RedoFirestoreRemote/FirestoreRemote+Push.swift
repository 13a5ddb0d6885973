import RedoCommand
import RedoCrypto
import RedoExchange
import RedoFirestore
import RedoLog
import RedoPlumbing
import RedoStore
import RedoSystem

extension FirestoreRemote {
    /// So many nodes are in memory at a time.
    private static let batchNodeCount = 1996

    /// Sends what the replica is not known to have, and says what went.
    mutating func push(_ context: inout CommandContext) throws(CommandError) -> ExitStatus {
        // Before anything is read: what comes later is sent the next time.
        let fingerprint = try reporting { () throws(StoreError) in try store.fingerprint() }
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        var missing: [ChangeID] = []
        if record.source != fingerprint {
            missing = try unsent(context)
        }
        if missing.isEmpty {
            if record.source != fingerprint, !context.arguments.has(SyncOptions.dryRun) {
                record.source = fingerprint
                try keep { (record) throws(SystemError) in try record.save() }
            }
            if !isPorcelain { try context.print("everything up-to-date\n") }
            return .done
        }
        if context.arguments.has(SyncOptions.dryRun) {
            if isPorcelain {
                for id in missing { try context.print("\(id)\t\(path(of: id))\tOK\n") }
            } else {
                try context.print("would push \(counted(missing.count, "node")) to \(name)\n")
            }
            return .done
        }
        return try send(missing, fingerprint, &context)
    }

    /// The nodes that the replica is not known to have, in replay order.
    private func unsent(
        _ context: borrowing CommandContext
    ) throws(CommandError) -> [ChangeID] {
        var missing: Set<ChangeID> = []
        let ids = try reporting { () throws(StoreError) in try store.ids() }
        for id in ids where !record.nodes.contains(id) { missing.insert(id) }
        if missing.count <= Self.batchNodeCount { return Array(missing) }
        let stored = try reporting { () throws(StoreError) in try store.storedLog() }
        if let outline = stored?.outline() {
            return (0..<outline.count).map { outline.id(of: $0) }.filter(missing.contains)
        }
        // A damaged node: reading all of them says which.
        let snapshot = try reporting { () throws(StoreError) in try store.snapshot() }
        return snapshot.nodes.map(\.id).filter(missing.contains)
    }

    private mutating func send(
        _ missing: [ChangeID], _ fingerprint: Digest,
        _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        var progress = Progress("Sending nodes", context)
        var tally = Tally()
        let listsNodes =
            record.listsNodes && record.nodes.count < FirestorePush.greatestListCount
        var push = FirestorePush(client, listsNodes: listsNodes)
        var start = 0
        var failure: CommandError?
        while start < missing.count, failure == nil {
            let end = min(start + Self.batchNodeCount, missing.count)
            let batch = try readBatch(Set(missing[start..<end]), &tally, context)
            if !tally.kept.isEmpty, !context.arguments.has(SyncOptions.skipUnsigned), batch.isHalted
            {
                break
            }
            push.keep(tally.kept.map(\.id))
            failure = send(batch.nodes, &push, &tally, &progress, total: missing.count)
            start = end
        }
        progress.finish()
        if let refusal = push.listRefusal {
            record.listsNodes = false
            context.note(
                "users/\(client.address.url.uid) does not list the new nodes: \(refusal)".printable)
        }
        if failure == nil, tally.kept.isEmpty, !tally.hasDamage { record.source = fingerprint }
        try keep { (record) throws(SystemError) in try record.save() }
        if let failure {
            throw CommandError(
                failure.status, failure.code,
                "\(failure.message); \(tally.settled.count) of \(missing.count) nodes are there",
                hints: failure.hints)
        }
        return try report(tally, &context)
    }

    /// What became of nodes.
    private struct Tally {
        /// Nodes that are there now, and were sent or found there.
        var settled: [ChangeID] = []
        var sentCount = 0
        var kept: [(id: ChangeID, code: String, reason: String)] = []
        var hasDamage = false
    }

    /// Reads a part of what is to be sent, and signs what has no signature.
    private func readBatch(
        _ ids: Set<ChangeID>, _ tally: inout Tally, _ context: borrowing CommandContext
    ) throws(CommandError) -> (nodes: [Node], isHalted: Bool) {
        let snapshot = try reporting { () throws(StoreError) in try store.snapshot(of: ids) }
        warn(of: snapshot.refused, context)
        tally.hasDamage = tally.hasDamage || !snapshot.refused.isEmpty
        let unsigned = snapshot.nodes.filter { !$0.isSigned }
        guard !unsigned.isEmpty else { return (snapshot.nodes, false) }
        var reasons: [ChangeID: String] = [:]
        let signed = try UnsignedNodes.sign(unsigned, isSigning: true, &reasons, context)
        try UnsignedNodes.admit(signed, to: store)
        var copies: [ChangeID: Node] = [:]
        for node in signed { copies[node.id] = node }
        var nodes: [Node] = []
        for node in snapshot.nodes {
            if let reason = reasons[node.id] {
                tally.kept.append(
                    (
                        node.id, Code.invalidSignature.rawValue,
                        "the node has no signature, and \(reason)"
                    ))
            } else {
                nodes.append(copies[node.id] ?? node)
            }
        }
        return (nodes, !reasons.isEmpty)
    }

    /// Sends nodes, and notes what is there as soon as that is certain.
    ///
    /// - Returns: why no more can be sent.
    private mutating func send(
        _ nodes: [Node], _ push: inout FirestorePush, _ tally: inout Tally,
        _ progress: inout Progress, total: Int
    ) -> CommandError? {
        var failure: CommandError?
        var there = tally
        do throws(FirestoreError) {
            try push.send(nodes) { verdicts in
                var ids: [ChangeID] = []
                for (id, outcome) in verdicts {
                    switch outcome {
                    case .sent, .present:
                        ids.append(id)
                        if outcome == .sent { there.sentCount += 1 }
                    case .kept(let code, let reason): there.kept.append((id, code, reason))
                    }
                }
                there.settled += ids
                progress.show(done: there.settled.count, total: total)
                do throws(CommandError) {
                    try keep { (record) throws(SystemError) in try record.add(ids) }
                } catch {
                    failure = error
                }
            }
        } catch {
            failure = CommandError(error, isQuery: false, client.address.host)
        }
        tally = there
        return failure
    }

    private func report(
        _ tally: Tally, _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        let isSkipping = context.arguments.has(SyncOptions.skipUnsigned)
        if isPorcelain {
            for id in tally.settled { try context.print("\(id)\t\(path(of: id))\tOK\n") }
        } else if tally.settled.isEmpty {
            try context.print("nothing was pushed\n")
        } else {
            let present = tally.settled.count - tally.sentCount
            try context.print(
                "pushed \(counted(tally.sentCount, "node")) to \(name)"
                    + (present == 0 ? "\n" : ", which had \(present) others already\n"))
        }
        var isRefused = false
        for node in tally.kept {
            let isSkipped = isSkipping && node.code == Code.invalidSignature.rawValue
            isRefused = isRefused || !isSkipped
            let text = "\(node.id) \(node.reason)"
            if isPorcelain {
                try context.print("\(node.id)\t-\t\(node.code)\n")
            } else if isSkipped {
                context.warn(node.code, text)
            } else {
                context.complain("error: \(node.code): \(text)".printable + "\n")
            }
        }
        let isUnsigned = tally.kept.contains { $0.code == Code.invalidSignature.rawValue }
        if isRefused, isUnsigned, !isPorcelain {
            context.complain("hint: 'redo push --skip-unsigned' pushes the rest\n")
        }
        return isRefused || tally.hasDamage ? .no : .done
    }
}
