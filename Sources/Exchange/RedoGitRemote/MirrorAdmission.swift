import RedoExchange
import RedoGit
import RedoModel
import RedoStore
import RedoSystem

/// The results for the commits of a mirror.
struct MirrorAdmission {
    /// The commits that are new and valid, parents first.
    private(set) var good: [MirrorReader.Entry] = []
    /// The nodes that the store did not have, in the order of the commits.
    private(set) var new: [NodeID] = []
    var refused: [MirrorRefusal] = []

    /// Adds the results of a later part.
    mutating func add(_ other: MirrorAdmission) {
        good += other.good
        new += other.new
        let locations = Set(refused.map(\.location))
        refused += other.refused.filter { !locations.contains($0.location) }
    }

    /// Performs stage 2, and stores the valid nodes. Their commits need not be read again then.
    mutating func admit(
        _ reader: MirrorReader, beyond known: KnownCommits, _ session: ExchangeSession
    ) throws(RedoError) {
        let rejections = try admit(reader.entries, to: session)
        let isOut = Set(rejections.map(\.commit))
        try known.remember(reader.settled(without: isOut))
        good += reader.entries.filter { !isOut.contains($0.commit) }
        refused += reader.refused + rejections.map { MirrorRefusal($0.commit, $0.rejection) }
    }

    private mutating func admit(
        _ entries: [MirrorReader.Entry], to session: ExchangeSession
    ) throws(RedoError) -> [(commit: GitObjectID, rejection: Rejection)] {
        var progress = session.progress("Writing nodes")
        var candidates: [(commit: GitObjectID, node: Node)] = []
        for entry in entries {
            if let node = entry.node { candidates.append((entry.commit, node)) }
        }
        if candidates.isEmpty { return [] }
        var known = Set(try session.store.ids())
        let verdicts = try session.store.admit(
            candidates.map { .success($0.node) }, validator: NodeValidator()
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        var rejections: [(commit: GitObjectID, rejection: Rejection)] = []
        for (candidate, verdict) in zip(candidates, verdicts) {
            if let verdict {
                rejections.append((candidate.commit, verdict))
            } else if known.insert(candidate.node.id).inserted {
                new.append(candidate.node.id)
            }
        }
        return rejections
    }

    /// Reports the results.
    ///
    /// - Returns: the sum of the results.
    func report(to session: ExchangeSession) throws(RedoError) -> FetchOutcome {
        if session.delegate.wantsEachItem {
            for entry in good {
                try session.report(entry.node?.id, at: "\(entry.commit)", .done)
            }
        }
        for refusal in refused {
            try session.report(
                refusal.nodeID, at: refusal.location, .refused(refusal.code, detail: refusal.detail)
            )
        }
        var outcome = FetchOutcome()
        outcome.newIDs = new
        outcome.refusedCount = refused.count
        return outcome
    }
}
