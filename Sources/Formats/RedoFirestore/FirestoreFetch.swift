import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem

/// Reads the nodes of a replica, page after page.
///
/// The first time everything is read in the order of logical time, with parents before their children. After that, new
/// documents are requested by the time at which the server received them. That time is slightly earlier than the moment
/// from which others can see the document, so the last minute is read once more after it is over.
package struct FirestoreFetch {
    /// A part of the replica.
    package struct Page {
        /// The documents in the order of the answer: their names, and the results of parsing them.
        package var entries: [(name: JSONString, result: Result<Node, Rejection>)] = []
        /// The position from which to continue when all of them were admitted.
        package var cursor: FetchCursor
        /// Whether there are no further documents now.
        package var isLast: Bool
    }

    private let client: FirestoreClient
    private var cursor: FetchCursor
    private var from: FetchCursor
    /// The last document by the server's time. A reading that continues from there, before documents have settled, sees
    /// what is new, but perhaps not everything that is older.
    package private(set) var latest: FetchCursor
    private var latestMark: (time: Instant, name: JSONString)?
    private var limit: Int
    private var isDone = false
    /// Hashes of the names that ended a page or were in a position. A collision would only matter if two names with one
    /// hash each ended a page.
    private var seen: Set<Int> = []

    package static let pageDocumentCount = 1000
    /// The maximum delay in milliseconds between the time of a document and its visibility.
    package static let settlingMilliseconds: Int64 = 60_000

    /// - Parameters:
    ///   - cursor: the position up to which it was read before.
    ///   - limit: the maximum number of documents of a page.
    package init(
        _ client: FirestoreClient, from cursor: FetchCursor, limit: Int = pageDocumentCount
    ) {
        self.client = client
        self.cursor = cursor
        from = cursor
        latest = cursor
        self.limit = limit
    }

    /// Requests the next page.
    ///
    /// - Returns: nil after the last.
    /// - Throws: if the server does not continue after the last document of the page before, so that there are at most
    ///   as many pages as documents.
    package mutating func next() throws(RedoError) -> Page? {
        do throws(FirestoreError) {
            return try nextPage()
        } catch {
            throw RedoError(error, isQuery: true, client.address.host)
        }
    }

    private mutating func nextPage() throws(FirestoreError) -> Page? {
        guard !isDone else { return nil }
        let findings = try findings()
        try checkProgress(findings.documents)
        isDone = findings.documents.count < limit
        let last = findings.documents.last
        noteLatest(findings)
        switch cursor {
        case .scanning(let after, let since):
            let start = since ?? findings.readTime
            if isDone {
                from = .polling(from: Self.settled(start), after: nil)
                if latestMark == nil { latest = from }
            } else if let last {
                let mark = FetchCursor.Mark(lamport: last.lamport ?? .null, name: last.name)
                from = .scanning(after: mark, since: start)
            } else {
                from = .scanning(after: after, since: start)
            }
            cursor = from
        case .polling:
            if let settled = Self.lastSettled(of: findings) { from = settled }
            if let last, let time = last.createdAt {
                cursor = .polling(from: time, after: last.name)
            }
        }
        return Page(entries: Self.read(findings.documents), cursor: from, isLast: isDone)
    }

    /// Checks that a page has no more documents than were requested, and that its last one is new.
    private mutating func checkProgress(
        _ documents: [FirestoreDocument]
    ) throws(FirestoreError) {
        guard documents.count <= limit else {
            throw FirestoreError(
                .impossible,
                "\(client.address.host) answers with \(documents.count) documents, more "
                    + "than the \(limit) that were requested")
        }
        guard let last = documents.last else { return }
        guard !seen.contains(last.name.utf8.hashValue) else {
            throw FirestoreError(
                .impossible, "\(client.address.host) repeats documents that it has sent already")
        }
        for document in documents { seen.insert(document.name.utf8.hashValue) }
    }

    /// Requests fewer documents if the answer would be too large.
    private mutating func findings() throws(FirestoreError) -> FirestoreClient.Findings {
        while true {
            do throws(FirestoreError) {
                return try client.run(ChangeQuery(cursor: cursor, limit: limit))
            } catch {
                guard error.kind == .tooLong, limit > 1 else { throw error }
                limit = max(1, limit / 8)
            }
        }
    }

    /// Parses the nodes in documents, on all processors.
    private static func read(
        _ documents: [FirestoreDocument]
    ) -> [(name: JSONString, result: Result<Node, Rejection>)] {
        let results = Parallel.map(count: documents.count) { range in
            let validator = NodeValidator()
            return range.map { index in
                Result { () throws(Rejection) in try documents[index].node(validator) }
            }
        }
        return zip(documents, results).map { ($0.name, $1) }
    }

    // MARK: Settled documents

    /// Records the latest of some documents, in any order. A time in the future, which someone has invented, would hide
    /// the documents before it.
    private mutating func noteLatest(_ findings: FirestoreClient.Findings) {
        guard let now = Instant(iso8601: findings.readTime.utf8.span) else { return }
        for document in findings.documents {
            guard let text = document.createdAt, let time = Instant(iso8601: text.utf8.span),
                time <= now
            else { continue }
            if let known = latestMark {
                // Of the documents of one commit, which have one time, the last one in the order of the query.
                let isLater =
                    time == known.time
                    ? known.name.utf8.lexicographicallyPrecedes(document.name.utf8)
                    : known.time < time
                guard isLater else { continue }
            }
            latestMark = (time, document.name)
            latest = .polling(from: text, after: document.name)
        }
    }

    /// A time before which no document arrives any more.
    private static func settled(_ readTime: JSONString) -> JSONString {
        guard let time = Instant(iso8601: readTime.utf8.span) else { return readTime }
        return JSONString(Instant(milliseconds: time.milliseconds - settlingMilliseconds).wallText)
    }

    /// The last document of a page before which no document arrives any more.
    private static func lastSettled(of findings: FirestoreClient.Findings) -> FetchCursor? {
        guard let now = Instant(iso8601: findings.readTime.utf8.span) else { return nil }
        for document in findings.documents.reversed() {
            guard let text = document.createdAt, let time = Instant(iso8601: text.utf8.span),
                time.milliseconds <= now.milliseconds - settlingMilliseconds
            else { continue }
            return .polling(from: text, after: document.name)
        }
        return nil
    }
}
