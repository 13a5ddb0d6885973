import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What set an extra field: it can be absent, and null is a value of it like any other.
@Suite struct ExtraFieldProvenanceTests {
    /// The values of a field with what they overwrote.
    private func history(_ nodes: [Node], of name: JSONString = "extra") -> [[JSONValue?]] {
        Replay(nodes.inReplayOrder).assignments(of: Sample.task)
            .filter { $0.member == StateMember(name) }.map { [$0.value, $0.overwritten] }
    }

    @Test func nullIsAValueOfAnExtraField() throws {
        let create = try Writer.ana.node(.create, minute: 0, ["extra": nil, "title": "x"])
        let five = try Writer.ana.node(.update, after: [create], minute: 1, ["extra": 5])
        let null = try Writer.ana.node(.update, after: [five], minute: 2, ["extra": nil])
        #expect(history([create, five, null]) == [[.null, nil], [5, .null], [.null, 5]])
    }

    @Test func nullInAnUpdateIsAFirstValue() throws {
        let create = try Writer.ana.node(.create, minute: 0, ["title": "x"])
        let null = try Writer.ana.node(.update, after: [create], minute: 1, ["extra": nil])
        #expect(history([create, null]) == [[.null, nil]])
    }

    @Test func anExtraFieldCanBeRemovedAndSetAgain() throws {
        let create = try Writer.ana.node(.create, minute: 0, ["title": "x"])
        let with = try Writer.ana.node(.update, after: [create], minute: 1, ["extra": 5])
        let without = try Writer.ben.node(.archive, after: [create], minute: 2)
        let merge = try Writer.ana.node(
            .merge, .payload, after: [with, without], minute: 3,
            [
                "base": create.reference,
                "resolutions": [
                    "task": [
                        ["path": "extra", "strategy": "ours", "chosenParent": without.reference]
                    ]
                ],
            ])
        let again = try Writer.ana.node(.update, after: [merge], minute: 4, ["extra": 6])
        #expect(
            history([create, with, without, merge, again]) == [[5, nil], [nil, 5], [6, nil]])
    }
}
