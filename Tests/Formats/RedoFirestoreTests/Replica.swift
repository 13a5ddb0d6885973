import Foundation
import RedoHTTP
import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem
import Synchronization
import TestSupport
import Testing

@testable import RedoFirestore

/// A replica at the emulator, and one user's way to it.
struct Replica {
    let project: FirestoreProject
    let client: FirestoreClient
    /// Milliseconds that would have been waited.
    let waits = WaitLog()

    final class WaitLog: Sendable {
        private let entries = Mutex<[Int]>([])
        var all: [Int] { entries.withLock { $0 } }
        func add(_ wait: Int) { entries.withLock { $0.append(wait) } }
    }

    /// - Parameter token: in the place of the user's own.
    init(
        _ project: FirestoreProject, uid: String = "alice", layout: String = "nodes",
        token: AccessToken.Source = .emulator, answerLimit: Int = 1 << 26
    ) throws {
        self.project = project
        let address = FirestoreAddress(
            try FirestoreURL(project.url(uid, layout: layout)), emulator: project.host)
        let http = try HTTPClient(usesProxies: false, agent: "redo-test")
        let waits = waits
        client = FirestoreClient(
            address, http: http,
            token: AccessToken(token, for: address, over: http) {
                Int(Date().timeIntervalSince1970)
            }, policy: RetryPolicy(wait: { waits.add($0) }, random: { 0.5 }),
            answerLimit: answerLimit)
    }

    /// Pushes nodes.
    ///
    /// - Returns: what became of them.
    func push(
        _ nodes: [Node], listing: Bool = true
    ) throws -> [NodeID: FirestorePush.Outcome] {
        var push = FirestorePush(client, listsNodes: listing)
        var outcomes: [NodeID: FirestorePush.Outcome] = [:]
        try push.send(nodes) { for entry in $0 { outcomes[entry.id] = entry.outcome } }
        #expect(outcomes.count == nodes.count)
        return outcomes
    }

    /// Fetches everything from a place.
    func fetch(
        from cursor: FetchCursor = .beginning, limit: Int = FirestoreFetch.pageDocumentCount
    ) throws -> (
        entries: [(name: JSONString, result: Result<Node, Rejection>)], cursor: FetchCursor,
        pageCount: Int
    ) {
        var fetch = FirestoreFetch(client, from: cursor, limit: limit)
        var all: [(name: JSONString, result: Result<Node, Rejection>)] = []
        var last = cursor
        var count = 0
        while let page = try fetch.next() {
            all += page.entries
            last = page.cursor
            count += 1
        }
        return (all, last, count)
    }

    /// The nodes that a fetch brings.
    func nodes(limit: Int = FirestoreFetch.pageDocumentCount) throws -> [Node] {
        try fetch(limit: limit).entries.map { try $0.result.get() }
    }
}
