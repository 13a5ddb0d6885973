import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import Testing

@testable import RedoModel

/// When work begins and ends, to the last digit that was written.
@Suite struct WorkIntervalTests {
    @Test(arguments: [
        ("2025-01-01T09:00:00.000200Z", "2025-01-01T09:00:00.000700Z", true),
        ("2025-01-01T09:00:00.000700Z", "2025-01-01T09:00:00.000200Z", false),
        ("2025-01-01T09:00:00.0007Z", "2025-01-01T09:00:00.000700Z", true),
        ("2025-01-01T09:00:00Z", "2025-01-01T09:00:00.000000001Z", true),
        ("2025-01-01T09:00:00.000000001Z", "2025-01-01T09:00:00Z", false),
        ("2025-01-01T09:00:00+01:00", "2025-01-01T08:30:00Z", true),
    ])
    func anEndBeforeTheStartIsVoid(_ start: String, _ end: String, _ counts: Bool) throws {
        let ana = Writer.ana
        let nonce: JSONString = "00112233445566778899aabbccddeeff"
        let key = try #require(ana.author.publicKey)
        let id = OwnedKind.work.certifiedID(key, nonce: nonce).text
        let work = JSONValue.string(JSONString(id))
        let create = try ana.node(.create, minute: 0, ["title": "Milk"])
        let begin = try ana.node(
            .startWork, after: [create], minute: 1,
            ["workId": work, "nonce": .string(nonce), "at": .string(JSONString(start))])
        let finish = try ana.node(
            .stopWork, after: [begin], minute: 2,
            ["workId": work, "at": .string(JSONString(end))])
        let replay = Replay(
            [create, begin, finish], Exclusion(LogRule(leavesOutVoid: true)))
        let organisation = Organisation(replay.log(of: Organisation.self))
        #expect(organisation.work.map(\.end) == [counts ? JSONString(end) : nil])
        #expect(organisation.voidNodes.map(\.code) == (counts ? [] : [.schemaMismatch]))
    }

    // MARK: Edits and deletions

    /// A log of one task of Ana with an interval from 09:00 to 10:00.
    private struct Interval {
        let work: JSONValue
        let nodes: [Node]

        init() throws {
            let ana = Writer.ana
            let nonce: JSONString = "00112233445566778899aabbccddeeff"
            let key = try #require(ana.author.publicKey)
            work = .string(JSONString(OwnedKind.work.certifiedID(key, nonce: nonce).text))
            let create = try ana.node(.create, minute: 0, ["title": "Milk"])
            let begin = try ana.node(
                .startWork, after: [create], minute: 1,
                ["workId": work, "nonce": .string(nonce), "at": "2025-01-01T09:00:00Z"])
            let finish = try ana.node(
                .stopWork, after: [begin], minute: 2,
                ["workId": work, "at": "2025-01-01T10:00:00Z"])
            nodes = [create, begin, finish]
        }

        /// A further node about the interval.
        func node(
            _ writer: Writer, _ action: Action, after parents: [Node], minute: Int,
            _ fields: JSONValue = .object([])
        ) throws -> Node {
            var members = [JSONMember("workId", work)]
            if case .object(let others) = fields { members += others }
            return try writer.node(action, after: parents, minute: minute, .object(members))
        }

        func organisation(_ further: [Node]) -> Organisation {
            let replay = Replay(nodes + further, Exclusion(LogRule(leavesOutVoid: true)))
            return Organisation(replay.log(of: Organisation.self))
        }
    }

    private func times(_ organisation: Organisation) -> [String] {
        organisation.work.map { "\($0.start.description)/\($0.end?.description ?? "")" }
    }

    @Test func theLastWriteOfAMemberWins() throws {
        let interval = try Interval()
        let last = interval.nodes[2]
        let start = try interval.node(
            .ana, .editWork, after: [last], minute: 3, ["start": "2025-01-01T08:00:00Z"])
        let end = try interval.node(
            .ana, .editWork, after: [last], minute: 4, ["end": "2025-01-01T11:00:00Z"])
        let again = try interval.node(
            .ana, .editWork, after: [start, end], minute: 5, ["start": "2025-01-01T12:00:00+01:00"])
        let organisation = interval.organisation([start, end, again])
        #expect(times(organisation) == ["2025-01-01T12:00:00+01:00/2025-01-01T11:00:00Z"])
        #expect(organisation.voidNodes.isEmpty)
    }

    /// An interval that runs on can be stopped again, and only then.
    @Test func anOpenedIntervalIsStoppedOnce() throws {
        let interval = try Interval()
        let open = try interval.node(
            .ana, .editWork, after: [interval.nodes[2]], minute: 3, ["end": .null])
        #expect(times(interval.organisation([open])) == ["2025-01-01T09:00:00Z/"])
        let stop = try interval.node(
            .ana, .stopWork, after: [open], minute: 4, ["at": "2025-01-01T12:00:00Z"])
        let second = try interval.node(
            .ana, .stopWork, after: [stop], minute: 5, ["at": "2025-01-01T13:00:00Z"])
        let organisation = interval.organisation([open, stop, second])
        #expect(times(organisation) == ["2025-01-01T09:00:00Z/2025-01-01T12:00:00Z"])
        #expect(organisation.voidNodes.map(\.code) == [.duplicateCreate])
    }

    /// A stop is compared with the start that START_WORK gave, whatever an edit says.
    @Test func aStopIsNotBeforeTheFirstStart() throws {
        let interval = try Interval()
        let edit = try interval.node(
            .ana, .editWork, after: [interval.nodes[2]], minute: 3,
            ["start": "2025-01-01T07:00:00Z", "end": .null])
        let stop = try interval.node(
            .ana, .stopWork, after: [edit], minute: 4, ["at": "2025-01-01T08:00:00Z"])
        let organisation = interval.organisation([edit, stop])
        #expect(times(organisation) == ["2025-01-01T07:00:00Z/"])
        #expect(organisation.voidNodes.map(\.code) == [.schemaMismatch])
    }

    @Test(
        arguments: [
            (["x": "y"], ErrorCode.schemaMismatch),
            ([:], .schemaMismatch),
            (["start": nil], .schemaMismatch),
            (["end": "yesterday"], .schemaMismatch),
        ] as [([String: String?], ErrorCode)])
    func aMalformedEditIsVoid(_ fields: [String: String?], _ code: ErrorCode) throws {
        let interval = try Interval()
        let members = fields.map { name, value in
            JSONMember(JSONString(name), value.map { .string(JSONString($0)) } ?? .null)
        }
        let edit = try interval.node(
            .ana, .editWork, after: [interval.nodes[2]], minute: 3, .object(members))
        #expect(interval.organisation([edit]).voidNodes.map(\.code) == [code])
    }

    /// Another person may neither change nor delete it; its author deletes it for good.
    @Test func onlyItsAuthorMayWrite() throws {
        let interval = try Interval()
        let last = interval.nodes[2]
        let edit = try interval.node(
            .ben, .editWork, after: [last], minute: 3, ["end": .null])
        let delete = try interval.node(.ben, .deleteWork, after: [last], minute: 4)
        var organisation = interval.organisation([edit, delete])
        #expect(organisation.voidNodes.map(\.code) == [.permissionDenied, .permissionDenied])
        #expect(organisation.work.count == 1)
        let own = try interval.node(.ana, .deleteWork, after: [last], minute: 5)
        let late = try interval.node(
            .ana, .editWork, after: [own], minute: 6, ["end": .null])
        organisation = interval.organisation([own, late])
        #expect(organisation.work.isEmpty && organisation.voidNodes.isEmpty)
    }
}
