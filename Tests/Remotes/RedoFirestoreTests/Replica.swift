import Foundation
import RedoJSON
import RedoModel
import RedoReplica
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
        let http = HTTPClient(usesProxies: false, agent: "redo-test")
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
        from place: FetchCursor = .beginning, limit: Int = FirestoreFetch.pageDocumentCount
    ) throws -> (
        entries: [(name: JSONString, result: Result<Node, Rejection>)], place: FetchCursor,
        pageCount: Int
    ) {
        var fetch = FirestoreFetch(client, from: place, limit: limit)
        var all: [(name: JSONString, result: Result<Node, Rejection>)] = []
        var last = place
        var count = 0
        while let page = try fetch.next() {
            all += page.entries
            last = page.place
            count += 1
        }
        return (all, last, count)
    }

    /// The nodes that a fetch brings.
    func nodes(limit: Int = FirestoreFetch.pageDocumentCount) throws -> [Node] {
        try fetch(limit: limit).entries.map { try $0.result.get() }
    }
}

extension Sample {
    /// A chain of updates that follow a CREATE, of one task.
    static func chain(_ count: Int, task: Int = 1, title: String = "") throws -> [Node] {
        var nodes: [Node] = []
        let digits = String(task)
        let id =
            "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        for number in 1...count {
            var members = members(
                action: number == 1 ? "CREATE" : "UPDATE",
                data: ["fields": ["title": .string(JSONString("\(title)\(number)"))]])
            members.removeAll { ["parents", "taskId", "timestamp"].contains($0.name.description) }
            let parent = nodes.last.map { JSONValue.string(JSONString($0.id.description)) }
            members.append(JSONMember("parents", .array(parent.map { [$0] } ?? [])))
            members.append(JSONMember("taskId", .string(JSONString(id))))
            members.append(
                JSONMember(
                    "timestamp",
                    ["lamport": .number(Double(number)), "wall": "2025-01-01T08:00:00.000Z"]))
            nodes.append(try node(members))
        }
        return nodes
    }
}

/// Tests that need the emulator.
extension Trait where Self == ConditionTrait {
    static var withEmulator: Self {
        .disabled(
            if: FirestoreServers.isSkipped,
            "REDO_SKIP_FIRESTORE_EMULATOR is set")
    }
}
