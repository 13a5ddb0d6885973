import Foundation
import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoFirestore

/// Nodes go to a replica.
@Suite(.withEmulator) struct PushTests {
    private let project: FirestoreProject

    init() throws { project = try FirestoreProject() }

    private func owned(_ uid: String = "alice") throws -> [String] {
        let answer = try project.ask("GET", "/users/\(uid)")
        let root = try JSONDocument(Array(answer.text.utf8)).root
        let values = root["fields"]?["ownedNodes"]?["arrayValue"]?["values"]
        return values?.elements.compactMap { $0["stringValue"]?.string?.description } ?? []
    }

    @Test(arguments: ["nodes", "changes"])
    func nodesArriveAndComeBack(_ layout: String) throws {
        let replica = try Replica(project, layout: layout)
        let nodes = try Sample.chain(5)
        #expect(try replica.push(nodes).values.allSatisfy { $0 == .sent })
        #expect(try replica.nodes().map(\.canonicalBytes) == nodes.map(\.canonicalBytes))
        let collection = layout == "nodes" ? "nodes" : "users/alice/changes"
        #expect(
            try project.documentNames(in: collection).sorted()
                == nodes.map(\.id.description).sorted())
        #expect(
            try owned().sorted() == (layout == "nodes" ? nodes.map(\.id.description).sorted() : []))
        #expect(try project.violations() == [])
        #expect(try project.requests().map(\.method) == ["commit", "runQuery"])
    }

    /// Who has been given a permission can read a node of the task: a new one at once, an older one when it is opened.
    @Test func whoIsLetInReadsTheNodesOfTheTask() throws {
        let (alice, bob) = (try Replica(project), try Replica(project, uid: "bob"))
        let nodes = try Sample.chain(5)
        let earlier = Array(nodes.prefix(3))
        _ = try alice.push(earlier)
        #expect(try bob.nodes().isEmpty)
        let readers = NodeReaders(own: "alice", subjects: [.task(Sample.task): ["bob", "alice"]])
        #expect(earlier.allSatisfy { readers.others(of: $0) == ["bob"] })
        var push = FirestorePush(alice.client, listsNodes: true, readers: readers)
        try push.open(earlier.map { ($0.id, ["bob"]) })
        #expect(try bob.nodes().map(\.id) == earlier.map(\.id))
        try push.send(Array(nodes.suffix(2))) { _ in }
        #expect(try bob.nodes().map(\.canonicalBytes) == nodes.map(\.canonicalBytes))
        // A task that is not shared is not theirs to see.
        let other = try Writer.ana.node(
            .create, task: TaskID(UUIDValue(high: 7, low: 7)), minute: 0, ["title": "Mine"])
        try push.send([other]) { _ in }
        #expect(try bob.nodes().count == 5)
        #expect(try alice.nodes().count == 6)
        #expect(try project.violations() == [])
    }

    /// What no document can hold goes there and back as well.
    @Test func randomNodesArriveAndComeBack() throws {
        let seed = Seed()
        var random = RandomJSON(seed, .document)
        var known: Set<NodeID> = []
        var nodes: [Node] = []
        while nodes.count < 60 {
            let node = try SampleDocument.node(
                SampleDocument.members(action: "CUSTOM", data: ["fields": random.object(depth: 22)])
            )
            // Small objects can be the same.
            if known.insert(node.id).inserted { nodes.append(node) }
        }
        let replica = try Replica(project)
        let outcomes = try replica.push(nodes)
        #expect(outcomes.values.allSatisfy { $0 == .sent }, seed.replay)
        let back = try Dictionary(grouping: replica.nodes(), by: \.id)
        for node in nodes {
            #expect(back[node.id]?.first?.canonicalBytes == node.canonicalBytes, seed.replay)
        }
        #expect(try project.violations() == [], seed.replay)
    }

    @Test func aThousandNodesTakeThreeRequestsAndTwo() throws {
        let nodes = try (0..<10).flatMap { try Sample.chain(100, task: Sample.taskID($0)) }
        let replica = try Replica(project)
        _ = try replica.push(nodes.sorted { $0.position < $1.position })
        #expect(replica.client.requestCount == 3)
        #expect(try replica.nodes().count == 1000)
        #expect(replica.client.requestCount == 5)
        #expect(try project.violations() == [])
    }

    @Test func whatIsThereIsNotWrittenAgain() throws {
        let nodes = try Sample.chain(6)
        let replica = try Replica(project)
        _ = try replica.push(Array(nodes[..<3]))
        try project.expect()
        let outcomes = try replica.push(nodes)
        for node in nodes[..<3] { #expect(outcomes[node.id] == .present) }
        for node in nodes[3...] { #expect(outcomes[node.id] == .sent) }
        #expect(try project.requests().map(\.method) == ["commit", "batchGet", "commit"])
        #expect(try project.documentNames().count == 6)
        #expect(try owned().count == 6)
    }

    /// Each request is cut, or answered with an error, before or after it took effect.
    @Test(arguments: [
        "before", "after", "truncated", "500", "503", "429", "html", "aborted", "garbage", "delay",
        "redirect",
    ])
    func aFaultPassesUnnoticed(_ fault: String) throws {
        let nodes = try Sample.chain(4)
        for method in ["commit", "batchGet"] {
            let other = try Replica(FirestoreProject())
            _ = try other.push(Array(nodes[..<2]))
            try other.project.expect(.init(fault, method: method, times: 2))
            let outcomes = try other.push(nodes)
            #expect(outcomes.values.allSatisfy { $0 == .sent || $0 == .present })
            #expect(try other.project.documentNames().count == 4)
            // A connection that had been used before is opened again once without a word.
            let waits = fault == "delay" ? [[]] : [[2000, 4000], [2000]]
            #expect(waits.contains(other.waits.all))
            #expect(try other.project.violations() == [])
            #expect(try other.nodes().map(\.id) == nodes.map(\.id))
        }
    }

    @Test func aServerThatStaysAwayEndsThePush() throws {
        let replica = try Replica(project)
        try project.expect(.init("503", times: 100))
        #expect(throws: RedoError.self) { try replica.push(Sample.chain(2)) }
        #expect(try project.requests().count == 5)
        #expect(replica.waits.all == [2000, 4000, 8000, 16000])
        try project.expect(.init("429/3", times: 1))
        #expect(try replica.push(Sample.chain(2)).count == 2)
        #expect(replica.waits.all.last == 3000)
    }

    @Test(arguments: ["quoting", "quoting-most"])
    func aTokenThatIsQuotedIsNotShown(_ fault: String) throws {
        let replica = try Replica(project, token: .given("owner-secret-token"))
        try project.expect(.init(fault, times: 100))
        do throws(FirestoreError) {
            _ = try replica.client.commit([])
            Issue.record("no error")
        } catch {
            #expect(!error.message.contains("secret"), "\(error.message)")
        }
    }

    /// Another account's node that this one cannot read: it stays, what follows it stays, the rest goes.
    @Test func aNodeOfAnotherAccountStays() throws {
        let chain = try Sample.chain(3)
        let other = try Sample.chain(3, task: Sample.taskID(2))
        _ = try Replica(project, uid: "bob").push([chain[1]])
        let nodes = (chain + other).sorted { $0.position < $1.position }
        let replica = try Replica(project)
        let outcomes = try replica.push(nodes)
        #expect(outcomes[chain[0].id] == .sent)
        guard case .kept(.syncFailed, let reason)? = outcomes[chain[1].id],
            case .kept(.syncFailed, let follows)? = outcomes[chain[2].id]
        else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(reason.contains("another account") && follows.contains("follows"))
        for node in other { #expect(outcomes[node.id] == .sent) }
        #expect(Set(try replica.nodes().map(\.id)) == Set(other.map(\.id) + [chain[0].id]))
    }

    /// Rules that do not even say that a node is missing: all goes, with more requests.
    @Test func rulesThatHideWhatIsMissingKeepNothingBack() throws {
        let rules = try String(
            contentsOf: Fixtures.directory.appending(path: "firestore.rules"), encoding: .utf8)
        let open = "(resource == null || request.auth.uid in resource.data.accessList)"
        try #require(rules.contains(open))
        try project.deploy(
            rules: rules.replacing(open, with: "request.auth.uid in resource.data.accessList"))
        let nodes = try Sample.chain(5)
        let replica = try Replica(project)
        _ = try replica.push(Array(nodes[1..<3]))
        let outcomes = try replica.push(nodes)
        for (index, node) in nodes.enumerated() {
            #expect(outcomes[node.id] == ((1..<3).contains(index) ? .present : .sent))
        }
        #expect(try project.documentNames().count == 5)
        #expect(try project.requests().contains { $0.method == "batchGet" && $0.status == 403 })
        #expect(try project.violations() == [])
    }

    /// A document that is not the node, under its name.
    @Test func aFalseDocumentIsNoNode() throws {
        let node = try SampleDocument.node()
        let made = try project.ask(
            "POST", "/nodes?documentId=\(node.id)",
            #"{"fields":{"id":{"stringValue":"\#(node.id)"},"accessList":{"arrayValue":{"values":[{"stringValue":"alice"}]}}}}"#
        )
        try #require(made.status == 200, "\(made)")
        guard case .kept(let code, _)? = try Replica(project).push([node])[node.id] else {
            Issue.record("it was sent")
            return
        }
        #expect(code == .hashMismatch)
    }

    @Test func aNodeBeyondTheLimitStays() throws {
        let text = JSONString(String(repeating: "a", count: 1_047_000))
        func node(_ text: JSONString) throws -> Node {
            try SampleDocument.node(
                SampleDocument.members(action: "CUSTOM", data: ["fields": ["title": .string(text)]])
            )
        }
        let (good, bad) = (
            try node(text),
            try node(
                JSONString(text.description + "aaaaaaaaa" + String(repeating: "b", count: 900)))
        )
        let outcomes = try Replica(project).push([good, bad])
        #expect(outcomes[good.id] == .sent)
        guard case .kept(.syncFailed, let reason)? = outcomes[bad.id] else {
            Issue.record("\(String(describing: outcomes[bad.id]))")
            return
        }
        #expect(reason.contains("1048576"))
        #expect(try project.violations() == [])
    }

    @Test func manyBytesAreDivided() throws {
        let text = JSONString(String(repeating: "é", count: 250_000))
        let nodes = try (0..<9).map { number in
            try SampleDocument.node(
                SampleDocument.members(
                    action: "CUSTOM",
                    data: ["fields": ["title": .string(text), "n": .number(Double(number))]]))
        }
        let replica = try Replica(project)
        #expect(try replica.push(nodes).values.allSatisfy { $0 == .sent })
        let sizes = try project.requests().map(\.bytes)
        #expect(sizes.count == 2 && sizes.allSatisfy { $0 <= 3 << 20 })
        #expect(try replica.nodes().count == 9)
    }

    /// The list of a user's nodes is full: it is left alone, and the nodes go.
    @Test func aListThatIsFullIsLeftAlone() throws {
        try project.expect(.init("listed", times: 100))
        let nodes = try Sample.chain(3)
        let replica = try Replica(project)
        var push = FirestorePush(replica.client, listsNodes: true)
        var outcomes: [FirestorePush.Outcome] = []
        try push.send(nodes) { outcomes += $0.map(\.outcome) }
        #expect(outcomes == [.sent, .sent, .sent])
        #expect(try project.documentNames().count == 3)
        #expect(!push.listsNodes && push.listRefusal != nil)
    }

    /// A push in several commits ends after each of its requests, and is repeated.
    @Test(arguments: ["503", "after", "before"])
    func aPushGoesOnWhereItEnded(_ fault: String) throws {
        let nodes = try Sample.chain(7)
        for count in 0...4 {
            let replica = try Replica(FirestoreProject())
            try replica.project.expect(.init(fault, after: count, times: 1000))
            var there: Set<NodeID> = []
            var push = FirestorePush(replica.client, listsNodes: true, writeLimit: 3)
            do throws(FirestoreError) {
                try push.write(nodes) { for entry in $0 { there.insert(entry.id) } }
                #expect(count == 4)
            } catch {
                #expect(there.count == 2 * count && error.isTransient)
            }
            try replica.project.expect()
            var next = FirestorePush(replica.client, listsNodes: true, writeLimit: 3)
            try next.send(nodes.filter { !there.contains($0.id) }) {
                for entry in $0 {
                    #expect(entry.outcome == .sent || entry.outcome == .present)
                    there.insert(entry.id)
                }
            }
            #expect(there.count == 7)
            #expect(try replica.nodes().map(\.id) == nodes.map(\.id))
            #expect(try replica.project.documentNames().count == 7)
            #expect(try replica.project.violations() == [])
        }
    }
}
