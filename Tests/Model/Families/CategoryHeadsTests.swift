import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What a new node about a shared category follows.
@Suite struct CategoryHeadsTests {
    private static let owner = Writer(1)
    private static let stranger = Writer(3)
    private static let category = UUIDValue(high: 0xEEEE_EEEE_0000_4000, low: 1 << 63 | 1)
    private static let id: JSONValue = .string(JSONString(category.text))

    private static func heads(_ scenario: SharedScenario) -> [NodeID]? {
        scenario.replay.authority.heads(ofCategory: category)?.map { scenario.nodes[$0].id }
    }

    private static func rename(
        _ name: JSONValue, by writer: Writer, after seen: [Node], in scenario: inout SharedScenario
    ) throws -> Node {
        try scenario.add(
            "UPDATE_CATEGORY", writer, after: seen, ["categoryId": id, "name": name])
    }

    @Test func theHeadsAreTheLatestNodesThatCount() throws {
        var scenario = SharedScenario()
        let made = try scenario.add(
            "CREATE_CATEGORY", Self.owner,
            ["categoryId": Self.id, "name": "C", "color": "#112233"])
        #expect(Self.heads(scenario) == nil)
        let share = try scenario.add(
            "SHARE", Self.owner, after: [made],
            [
                "categoryId": Self.id,
                "grants": [["grantee": Writer(2).userValue, "permission": "write"]],
            ])
        #expect(Self.heads(scenario) == [share.id])
        // Two changes that have not seen one another, in replay order.
        let changes = [
            try Self.rename("D", by: Self.owner, after: [share], in: &scenario),
            try Self.rename("E", by: Writer(2), after: [share], in: &scenario),
        ]
        let ordered = changes.inReplayOrder.map(\.id)
        #expect(Self.heads(scenario) == ordered)
        // Who has no permission changes nothing.
        let void = try Self.rename("F", by: Self.stranger, after: changes, in: &scenario)
        #expect(Self.heads(scenario) == ordered)
        // What counts has seen what is above a void node.
        let last = try Self.rename("G", by: Self.owner, after: [void], in: &scenario)
        #expect(Self.heads(scenario) == [last.id])
    }

    /// Changes of a category without SHAREs that have not seen one another are all heads, however many.
    @Test func whatNothingFollowsIsAHead() throws {
        var scenario = SharedScenario()
        let made = try scenario.add(
            "CREATE_CATEGORY", Self.owner,
            ["categoryId": Self.id, "name": "C", "color": "#112233"])
        var changes: [Node] = []
        for number in 0..<30 {
            changes.append(
                try Self.rename(
                    .string(JSONString("N\(number)")), by: Self.owner, after: [made], in: &scenario)
            )
        }
        changes = changes.inReplayOrder
        func heads(_ scenario: SharedScenario) -> [NodeID]? {
            Organisation(scenario.replay.log(of: Organisation.self)).categories.first?.heads
                .map(\.id)
        }
        #expect(heads(scenario) == changes.map(\.id))
        let last = try Self.rename(
            "Z", by: Self.owner, after: Array(changes[3..<8]), in: &scenario)
        #expect(heads(scenario) == (changes[..<3] + changes[8...] + [last]).map(\.id))
    }

    /// A SHARE that has not seen who made the category leaves two heads.
    @Test func theNodeThatMadeTheCategoryIsOneOfThem() throws {
        var scenario = SharedScenario()
        let made = try scenario.add(
            "CREATE_CATEGORY", Self.owner,
            ["categoryId": Self.id, "name": "C", "color": "#112233"])
        let other = try scenario.add(
            "CREATE", Self.owner, task: Sample.task, after: [], ["title": "T"])
        let later = try scenario.update(Sample.task, by: Self.owner, after: [other])
        let share = try scenario.add(
            "SHARE", Self.owner, after: [later],
            [
                "categoryId": Self.id,
                "grants": [["grantee": Writer(2).userValue, "permission": "write"]],
            ])
        #expect(Self.heads(scenario) == [made.id, share.id])
    }
}
