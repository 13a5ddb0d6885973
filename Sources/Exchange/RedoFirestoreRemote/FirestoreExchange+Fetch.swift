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
            record.resetCursor()
            if !isDry { try keep { (record) throws(SystemError) in try record.forgetRefusals() } }
        }
        if !isDry, !record.nodes.allSatisfy(ids.contains) {
            // A lost node has to be read again, so the fetch starts at the beginning.
            record.resetCursor()
            let rest = IDSet(sorted: record.nodes.sorted.filter(ids.contains))
            try keep { (record) throws(SystemError) in
                try record.replaceNodes(rest)
                try record.save()
            }
        }
        var admission = FetchAdmission(
            into: store, knowing: ids, noted: isDry ? [] : record.nodes,
            countsAll: record.cursor == .beginning && !record.nodes.isEmpty,
            authors: try ExchangeSettings.allowedAuthors(store), isDry: isDry)
        defer { admission.joinPacks(isOver: true) }
        var progress = session.progress("Receiving nodes")
        do throws(RedoError) {
            try read(&admission, isDry: isDry, &progress)
            arrived += admission.admittedIDs
        } catch {
            arrived += admission.admittedIDs
            try reportNews(of: &admission, &progress)
            progress.finish()
            if isDry || admission.admittedCount == 0 { throw error }
            throw error.after("received \(counted(admission.admittedCount, "node")) before that")
        }
        progress.finish()
        if let failure = admission.failure { throw failure }
        var outcome = FetchOutcome()
        outcome.newIDs = admission.admittedIDs
        outcome.refusedCount = admission.refusedCount
        outcome.isWhole = !session.request.isRestoring
        return outcome
    }

    /// Reads page after page.
    private mutating func read(
        _ admission: inout FetchAdmission, isDry: Bool, _ progress: inout Progress
    ) throws(RedoError) {
        if !isDry { try admitWaiting(&admission) }
        let isReadingAll = record.cursor == .beginning && record.recent == nil
        if !isDry, !isReadingAll { try readRejectedAgain(&admission) }
        let now = Int(Clock.milliseconds() / 1000)
        let recent = record.recent.flatMap { $0.isFresh(at: now) ? $0 : nil }
        var fetch = FirestoreFetch(client, from: recent?.cursor ?? record.cursor, limit: pageSize)
        while admission.failure == nil, let page = try fetch.next() {
            admission.admit(page.entries)
            progress.show(done: admission.receivedCount, total: admission.receivedCount)
            if page.isLast, !isDry { try recoverParents(of: &admission) }
            // A node that waits for a parent is not stored: the page is read again if the process ends here.
            let isSettled = page.isLast || admission.pending.isEmpty
            if !isDry, admission.failure == nil, isSettled {
                if page.isLast { admission.refusePending(&record.waiting) }
                if recent == nil { record.cursor = page.cursor }
                if page.isLast {
                    record.recent = .init(cursor: fetch.latest, second: recent?.second ?? now)
                }
                if isReadingAll, page.isLast {
                    record.rejected = RejectedDocuments(admission.rejected)
                } else {
                    record.rejected.note(admission.rejected, lookedAt: admission.reread)
                }
                note(&admission, isLast: page.isLast)
                admission.joinPacks(isOver: false)
            }
            if admission.failure != nil { return }
            do throws(RedoError) {
                try reportNews(of: &admission, &progress)
            } catch {
                admission.failure = error
            }
        }
    }

    /// Records which nodes are in the replica, and after the last page of all, which are not.
    private mutating func note(_ admission: inout FetchAdmission, isLast: Bool) {
        do throws(SystemError) {
            try record.add(admission.fresh.sorted)
            if isLast, let all = admission.all, record.nodes != all { try record.replaceNodes(all) }
            try record.save()
            admission.setNoted(record.nodes)
        } catch {
            admission.failure = RedoError(
                .writeFailed, "the record of \(name) cannot be written", cause: error)
        }
    }

    /// Admits nodes whose parents have arrived by another path.
    private mutating func admitWaiting(_ admission: inout FetchAdmission) throws(RedoError) {
        let ready = record.waiting.filter { $0.value.allSatisfy(admission.isKnown) }.map(\.key)
        guard !ready.isEmpty else { return }
        for id in ready { record.waiting[id] = nil }
        admission.admit(try entries(ready.sorted()))
    }

    /// Reads some of the refused documents again, different ones in each fetch: those that are removed, or valid now,
    /// are no longer recorded as refused. Nodes that wait for a parent are read again in the same manner.
    private mutating func readRejectedAgain(_ admission: inout FetchAdmission) throws(RedoError) {
        let paths = record.rejected.documents.prefix(Self.lookupCount).map(\.path)
        let ids = record.waiting.keys.shuffled().prefix(Self.lookupCount - paths.count)
        guard !paths.isEmpty || !ids.isEmpty else { return }
        let entries = self.entries(
            of: try client.readableDocuments(at: paths + ids.map(path)))
        let there = Set(entries.compactMap { try? $0.result.get().id })
        for id in ids where !there.contains(id) { record.waiting[id] = nil }
        let again = Set(paths)
        admission.admit(entries.filter { again.contains(admission.path($0.name)) }, reread: paths)
    }

    /// Requests missing parents by name: a page can end in the middle of what was written at one time, and a document
    /// without a time is in no list of new documents.
    private func recoverParents(of admission: inout FetchAdmission) throws(RedoError) {
        var requested: Set<NodeID> = []
        while admission.failure == nil {
            let missing = admission.missingParents.subtracting(requested)
            guard !missing.isEmpty, requested.count < Self.maximumRecoveryCount else { return }
            requested.formUnion(missing)
            admission.admit(try entries(missing.sorted()))
        }
    }

    /// The maximum number of requested parents: a node can name any number that do not exist.
    private static let maximumRecoveryCount = 1000
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
        of admission: inout FetchAdmission, _ progress: inout Progress
    ) throws(RedoError) {
        let (admitted, refused) = admission.drainedNews()
        if session.delegate.wantsEachItem {
            for id in admitted { try session.report(id, at: path(of: id), .done) }
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
