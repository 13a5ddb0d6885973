import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// The forms of statements about persons.
@Suite struct PeopleActionsTests {
    private static let key = Writer(1).keyValue
    private static let person = Sample.id(1_000_000)

    private static func mistake(_ action: Action, _ fields: JSONValue) throws -> String? {
        let definition = try #require(FamilyAction.definition(of: action))
        let node = try Writer(1).node(action, task: nil, minute: 0)
        let document = try JSONDocument(CanonicalJSON.bytes(fields))
        return definition.mistake(in: node, fields: document.root)
    }

    private static func reference(_ id: NodeID) -> JSONValue {
        .string(JSONString(id.description))
    }

    private static func keeps(_ count: Int) -> JSONValue {
        .array((0..<count).map { reference(Sample.id($0)) })
    }

    @Test(arguments: [(10_000, nil), (10_001, "keeps has 10001 ids, more than 10000")])
    func aNodeKeepsTenThousandIDsAtMost(_ count: Int, _ mistake: String?) throws {
        #expect(RevocationPlan.maximumKeepCount == 10_000)
        let keep: JSONValue = [
            "revocation": Self.reference(Self.person), "keeps": Self.keeps(count),
        ]
        #expect(try Self.mistake(.keepNodes, keep) == mistake)
        let revoke: JSONValue = [
            "person": Self.reference(Self.person), "key": Self.key, "keeps": Self.keeps(count),
        ]
        #expect(try Self.mistake(.revokeDevice, revoke) == mistake)
    }

    /// The ids of all keys that a RECOVER revokes count together.
    @Test(arguments: [(5000, nil), (5001, "keeps has 10001 ids, more than 10000")])
    func aRecoverKeepsTenThousandIDsAtMost(_ count: Int, _ mistake: String?) throws {
        let recover: JSONValue = [
            "person": Self.reference(Self.person), "key": Writer(4).keyValue,
            "recovery": .string(JSONString(Writer(200).commitment)),
            "revokes": [
                ["key": Writer(2).keyValue, "keeps": Self.keeps(5000)],
                ["key": Writer(3).keyValue, "keeps": Self.keeps(count)],
            ],
        ]
        #expect(try Self.mistake(.recover, recover) == mistake)
    }
}
