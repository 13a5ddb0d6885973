import RedoExchange
import RedoFirestore
import RedoJSON
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

extension FirestoreExchange {
    /// Receives the nodes of the replica that were not read before.
    package mutating func fetch() throws(RedoError) -> FetchOutcome {
        let isDry = session.request.isDryRun
        let ids = IDSet(sorted: try store.ids())
        if session.request.isRefetching || session.request.isRestoring {
            record.forgetPlace()
            if !isDry { try keep { (record) throws(SystemError) in try record.forgetRefusals() } }
        }
        if !isDry, !record.nodes.allSatisfy(ids.contains) {
            // A lost node has to be read again, so the fetch starts at the beginning.
            record.forgetPlace()
            let rest = IDSet(sorted: record.nodes.sorted.filter(ids.contains))
            try keep { (record) throws(SystemError) in
                try record.replaceNodes(rest)
                try record.save()
            }
        }
        var taking = FetchAdmission(
            into: store, knowing: ids, noted: isDry ? [] : record.nodes,
            countsAll: record.place == .beginning && !record.nodes.isEmpty,
            authors: try ExchangeSettings.allowedAuthors(store), isDry: isDry)
        defer { taking.joinPacks(isOver: true) }
        var progress = session.progress("Receiving nodes")
        do throws(RedoError) {
            try read(&taking, isDry: isDry, &progress)
            arrived += taking.takenIDs
        } catch {
            arrived += taking.takenIDs
            try reportNews(of: &taking, &progress)
            progress.finish()
            if isDry || taking.takenCount == 0 { throw error }
            throw error.after("took in \(counted(taking.takenCount, "node")) before that")
        }
        progress.finish()
        if let failure = taking.failure { throw failure }
        var outcome = FetchOutcome()
        outcome.newIDs = taking.takenIDs
        outcome.refusedCount = taking.refusedCount
        outcome.isWhole = !session.request.isRestoring
        return outcome
    }

    /// Reads page after page.
    private mutating func read(
        _ taking: inout FetchAdmission, isDry: Bool, _ progress: inout Progress
    ) throws(RedoError) {
        if !isDry { try takeWaiting(&taking) }
        let isReadingAll = record.place == .beginning && record.recent == nil
        if !isDry, !isReadingAll { try takeRejected(&taking) }
        let now = Int(Clock.milliseconds() / 1000)
        let recent = record.recent.flatMap { $0.isFresh(at: now) ? $0 : nil }
        var fetch = FirestoreFetch(client, from: recent?.place ?? record.place, limit: pageSize)
        while taking.failure == nil, let page = try fetch.next() {
            taking.take(page.entries)
            progress.show(done: taking.cameCount, total: taking.cameCount)
            if page.isLast, !isDry { try recoverParents(of: &taking) }
            // A node that waits for a parent is not stored: the page is read again if the process ends here.
            let isSettled = page.isLast || taking.pending.isEmpty
            if !isDry, taking.failure == nil, isSettled {
                if page.isLast { taking.refusePending(&record.waiting) }
                if recent == nil { record.place = page.place }
                if page.isLast {
                    record.recent = .init(place: fetch.latest, second: recent?.second ?? now)
                }
                if isReadingAll, page.isLast {
                    record.rejected = RejectedDocuments(taking.rejected)
                } else {
                    record.rejected.note(taking.rejected, lookedAt: taking.reread)
                }
                note(&taking, isLast: page.isLast)
                taking.joinPacks(isOver: false)
            }
            if taking.failure != nil { return }
            do throws(RedoError) {
                try reportNews(of: &taking, &progress)
            } catch {
                taking.failure = error
            }
        }
    }

    /// Records which nodes are in the replica, and after the last page of all, which are not.
    private mutating func note(_ taking: inout FetchAdmission, isLast: Bool) {
        do throws(SystemError) {
            try record.add(taking.fresh.sorted)
            if isLast, let all = taking.all, record.nodes != all { try record.replaceNodes(all) }
            try record.save()
            taking.setNoted(record.nodes)
        } catch {
            taking.failure = RedoError(
                .writeFailed, "the record of \(name) cannot be written", cause: error)
        }
    }

    /// Admits nodes whose parents have arrived by another path.
    private mutating func takeWaiting(_ taking: inout FetchAdmission) throws(RedoError) {
        let ready = record.waiting.filter { $0.value.allSatisfy(taking.isKnown) }.map(\.key)
        guard !ready.isEmpty else { return }
        for id in ready { record.waiting[id] = nil }
        taking.take(try entries(ready.sorted()))
    }

    /// Reads some of the refused documents again, different ones in each fetch: those that are removed, or valid now,
    /// are no longer recorded as refused. Nodes that wait for a parent are read again in the same manner.
    private mutating func takeRejected(_ taking: inout FetchAdmission) throws(RedoError) {
        let paths = record.rejected.documents.prefix(Self.lookupCount).map(\.path)
        let ids = record.waiting.keys.shuffled().prefix(Self.lookupCount - paths.count)
        guard !paths.isEmpty || !ids.isEmpty else { return }
        let entries = self.entries(
            of: try client.readableDocuments(at: paths + ids.map(path)))
        let there = Set(entries.compactMap { try? $0.result.get().id })
        for id in ids where !there.contains(id) { record.waiting[id] = nil }
        let again = Set(paths)
        taking.take(entries.filter { again.contains(taking.path($0.name)) }, reread: paths)
    }

    /// Requests missing parents by name: a page can end in the middle of what was written at one time, and a document
    /// without a time is in no list of new documents.
    private func recoverParents(of taking: inout FetchAdmission) throws(RedoError) {
        var asked: Set<NodeID> = []
        while taking.failure == nil {
            let missing = taking.missingParents.subtracting(asked)
            guard !missing.isEmpty, asked.count < Self.greatestRecoveryCount else { return }
            asked.formUnion(missing)
            taking.take(try entries(missing.sorted()))
        }
    }

    /// The maximum number of requested parents: a node can name any number that do not exist.
    private static let greatestRecoveryCount = 1000
    /// The number of names in one request.
    private static let lookupCount = 100

    /// The documents of some nodes, if they exist and this user may read them.
    private func entries(
        _ ids: [NodeID]
    ) throws(RedoError) -> [(name: JSONString, result: Result<Node, Rejection>)] {
        var entries: [(name: JSONString, result: Result<Node, Rejection>)] = []
        for start in stride(from: 0, to: ids.count, by: Self.lookupCount) {
            let part = Array(ids[start..<min(start + Self.lookupCount, ids.count)])
            entries += self.entries(of: try client.readableDocuments(part))
        }
        return entries
    }

    private func entries(
        of documents: [FirestoreDocument]
    ) -> [(name: JSONString, result: Result<Node, Rejection>)] {
        let validator = NodeValidator()
        return documents.map { document in
            (document.name, Result { () throws(Rejection) in try document.node(validator) })
        }
    }

    /// Reports what was received since the last report.
    private func reportNews(
        of taking: inout FetchAdmission, _ progress: inout Progress
    ) throws(RedoError) {
        let (taken, refused) = taking.drainedNews()
        if session.delegate.wantsEachItem {
            for id in taken { try session.report(id, at: path(of: id), .done) }
        }
        if !refused.isEmpty { progress.leaveLine() }
        for refusal in refused {
            let rejection = refusal.rejection
            try session.report(
                rejection.id, at: refusal.path, .refused(rejection.code, detail: rejection.detail))
        }
    }
}

extension ReplicaRecord.Recent {
    /// Whether the documents before the last one need not be read again yet.
    fileprivate func isFresh(at second: Int) -> Bool {
        let settling = Int(FirestoreFetch.settlingMilliseconds / 1000)
        return (0..<settling).contains(second - self.second)
    }
}
