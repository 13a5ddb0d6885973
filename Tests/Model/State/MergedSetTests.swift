import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Arrays of strings that several heads changed are joined as sets.
@Suite struct MergedSetTests {
    private func joined(_ base: JSONValue?, _ sides: JSONValue?...) throws -> JSONValue? {
        let fields: JSONValue = base.map { ["title": "t", "tags": $0] } ?? ["title": "t"]
        let create = try Writer.ana.node(.create, minute: 0, fields)
        var heads: [Node] = []
        for (minute, side) in sides.enumerated() {
            heads.append(
                try Writer(UInt8(minute + 1)).node(
                    .update, after: [create], minute: minute + 1, ["tags": side ?? nil]))
        }
        let nodes = ([create] + heads).inReplayOrder
        let places = heads.inReplayOrder.map { head in nodes.firstIndex { $0.id == head.id }! }
        let plan = Replay(nodes).mergePlan(of: places, by: MergeRules())
        return plan.changes.first { $0.member.name == "tags" }?.joinedSet
    }

    @Test func whatOneAddedIsThereAndWhatOneRemovedIsNot() throws {
        #expect(try joined(["a", "b"], ["a", "b", "c"], ["b"]) == ["b", "c"])
        #expect(try joined(["a"], ["a", "b"], ["a", "c"]) == ["a", "b", "c"])
        #expect(try joined(["a", "b", "c"], ["a", "b"], ["b", "c"]) == ["b"])
        #expect(
            try joined(["a", "b"], ["b", "x"], ["a", "y"], ["a", "b", "z"]) == ["x", "y", "z"])
        #expect(try joined(nil, ["b"], ["a"]) == ["a", "b"])
        #expect(try joined(["a", "b"], nil, ["a", "b", "c"]) == ["c"])
        #expect(try joined(["a"], [], ["b"]) == ["b"])
        // What one removes and another one adds again stands only if it was not there before.
        #expect(try joined(["a"], ["b"], ["a", "b"]) == ["b"])
    }

    @Test func otherValuesAreLeftToThePolicy() throws {
        #expect(try joined(["a"], ["a", 1], ["a", "b"]) == nil)
        #expect(try joined(["a"], "text", ["a", "b"]) == nil)
        #expect(try joined("text", ["b"], ["a"]) == nil)
        #expect(try joined(["a"], ["b"], ["b"]) == nil)
    }
}
