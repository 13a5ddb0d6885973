import Foundation
import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoFirestore

/// Pages of a replica.
@Suite(.withEmulator) struct FetchTests {
    private let project: FirestoreProject

    init() throws { project = try FirestoreProject() }

    /// Puts a node there past the proxy, with a time of its own.
    private func put(
        _ node: Node, createdAt: String?, access: String = "alice"
    ) throws {
        var fields = try NodeDocument(node, accessList: [JSONString(access)]).fields
        if let createdAt {
            fields.append(FirestoreField("createdAt", .timestamp(JSONString(createdAt))))
        }
        var body = Array(#"{"fields":"#.utf8)
        FirestoreValue.append(fields, to: &body)
        body += "}".utf8
        let answer = try project.ask(
            "POST", "/nodes?documentId=\(node.id)", String(decoding: body, as: UTF8.self))
        try #require(answer.status == 200, "\(answer)")
    }

    @Test func pagesAreInOrderAndComplete() throws {
        let nodes = try (1...3).flatMap { try Sample.chain(7, task: Sample.taskID($0)) }
            .sorted { $0.position < $1.position }
        let replica = try Replica(project)
        _ = try replica.push(nodes)
        for limit in [1, 2, 5, 20, 21, 22, 100] {
            try project.expect()
            let fetched = try replica.fetch(limit: limit)
            let found = try fetched.entries.map { try $0.result.get() }
            #expect(Set(found.map(\.id)) == Set(nodes.map(\.id)) && found.count == nodes.count)
            #expect(found.map(\.timestamp.lamport) == nodes.map(\.timestamp.lamport))
            #expect(try project.requests().count == nodes.count / limit + 1)
            guard case .polling(_, after: nil) = fetched.cursor else {
                Issue.record("\(fetched.cursor)")
                continue
            }
        }
        #expect(try project.violations() == [])
    }

    /// A page is taken once; the second time it is no progress.
    @Test(.timeLimit(.minutes(1)), arguments: [1, 2])
    func aPageThatIsRepeatedEndsTheFetch(_ limit: Int) throws {
        let replica = try Replica(project)
        _ = try replica.push(Sample.chain(4))
        _ = try replica.nodes()
        try project.expect(.init("repeating", times: 1000))
        var fetch = FirestoreFetch(replica.client, from: .beginning, limit: limit)
        #expect(try fetch.next()?.entries.count == limit)
        do throws(RedoError) {
            _ = try fetch.next()
            Issue.record("the second page was taken")
        } catch {
            #expect(error.message.contains("repeats"), "\(error.message)")
        }
        #expect(try project.requests().count == 2)
    }

    @Test func whatIsOldIsNotAskedForAgain() throws {
        let nodes = try Sample.chain(4)
        try put(nodes[0], createdAt: "2025-01-01T00:00:00.123456Z")
        try put(nodes[1], createdAt: "2025-01-01T00:00:00.123457Z")
        let replica = try Replica(project)
        let cursor = FetchCursor.polling(from: "2025-01-01T00:00:00Z", after: nil)
        let first = try replica.fetch(from: cursor)
        #expect(first.entries.count == 2)
        #expect(try replica.fetch(from: first.cursor).entries.isEmpty)
        try put(nodes[2], createdAt: "2025-01-01T00:00:00.123457Z")
        try put(nodes[3], createdAt: "2025-01-01T00:00:01Z")
        let second = try replica.fetch(from: first.cursor, limit: 1)
        let ids = try second.entries.map { try $0.result.get().id }
        let follows = nodes[2].id.description > nodes[1].id.description
        #expect(ids == (follows ? [nodes[2].id, nodes[3].id] : [nodes[3].id]))
    }

    /// The last minute is read once more: what bears an earlier time can be seen later.
    @Test func theLastMinuteIsReadAgain() throws {
        let replica = try Replica(project)
        let first = try replica.fetch()
        _ = try replica.push(Sample.chain(3))
        let second = try replica.fetch(from: first.cursor)
        #expect(second.entries.count == 3)
        #expect(try replica.fetch(from: second.cursor).entries.count == 3)
    }

    /// Documents without a time, or with a strange one, come when all is read.
    @Test func allIsAlsoWhatHasNoTime() throws {
        let nodes = try Sample.chain(2)
        try put(nodes[0], createdAt: nil)
        try put(nodes[1], createdAt: "2999-01-01T00:00:00Z")
        let replica = try Replica(project)
        let fetched = try replica.fetch()
        #expect(fetched.entries.count == 2)
        // What bears a time to come is read each time; it never settles.
        #expect(try replica.fetch(from: fetched.cursor).entries.count == 1)
    }

    /// Anybody can put a document there that others are let read.
    @Test(arguments: [1, 2, 100])
    func hostileDocumentsAreRefusedOneByOne(_ limit: Int) throws {
        let node = try SampleDocument.node()
        try put(node, createdAt: "2025-01-01T00:00:00Z")
        let access = #""accessList":{"arrayValue":{"values":[{"stringValue":"alice"}]}}"#
        let deep =
            String(repeating: #"{"mapValue":{"fields":{"a":"#, count: 20) + #"{"nullValue":null}"#
            + String(repeating: "}}}", count: 20)
        for (number, fields) in [
            #""timestamp":{"mapValue":{"fields":{"lamport":{"stringValue":"x"}}}}"#,
            #""timestamp":{"mapValue":{"fields":{"lamport":{"doubleValue":1.5}}}}"#,
            #""timestamp":{"mapValue":{"fields":{"lamport":{"integerValue":"-9223372036854775808"}}}}"#,
            #""timestamp":{"mapValue":{"fields":{"lamport":{"arrayValue":{}}}}}"#,
            #""timestamp":{"mapValue":{"fields":{"lamport":{"bytesValue":"AA=="}}}}"#,
            #""timestamp":{"mapValue":{"fields":{"lamport":{"nullValue":null}}}},"data":\#(deep)"#,
        ].enumerated() {
            let made = try project.ask(
                "POST", "/nodes?documentId=hostile-\(number)", "{\"fields\":{\(access),\(fields)}}")
            try #require(made.status == 200, "\(made)")
        }
        let entries = try Replica(project).fetch(limit: limit).entries
        #expect(entries.count == 7)
        #expect(entries.compactMap { try? $0.result.get().id } == [node.id])
    }

    @Test func aPageThatIsTooLongIsDivided() throws {
        let text = JSONString(String(repeating: "a", count: 10_000))
        let nodes = try (0..<40).map { number in
            try SampleDocument.node(
                SampleDocument.members(
                    action: "CUSTOM",
                    data: ["fields": ["title": .string(text), "n": .number(Double(number))]]))
        }
        let replica = try Replica(project, answerLimit: 100_000)
        _ = try replica.push(nodes)
        #expect(try Set(replica.nodes(limit: 40).map(\.id)) == Set(nodes.map(\.id)))
    }
}
