import RedoCrypto
import RedoJSON
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
}
