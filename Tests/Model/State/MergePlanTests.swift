import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What a MERGE would do, before it is written.
@Suite struct MergePlanTests {
    let create: Node

    init() throws { create = try Writer.ana.node(.create, minute: 0, ["title": "one"]) }

    func plan(
        of heads: [Node], in nodes: [Node], by rules: MergeRules = MergeRules()
    ) throws -> MergePlan {
        let sorted = nodes.inReplayOrder
        let places = heads.inReplayOrder.map { head in sorted.firstIndex { $0.id == head.id }! }
        return Replay(sorted).mergePlan(of: places, by: rules)
    }

    func update(_ writer: Writer, after node: Node, minute: Int, _ fields: JSONValue) throws -> Node
    {
        try writer.node(.update, after: [node], minute: minute, fields)
    }

    @Test func aMemberThatOneHeadChangedIsNoConflict() throws {
        let left = try update(.ana, after: create, minute: 1, ["title": "left"])
        let right = try Writer.ben.node(.archive, after: [create], minute: 2)
        let plan = try plan(of: [left, right], in: [create, left, right])
        #expect(plan.heads.map(\.id) == [left.id, right.id])
        #expect(plan.base?.id == create.id)
        #expect(plan.changes.map(\.member) == [StateMember("archived"), StateMember("title")])
        #expect(plan.changes.map(\.isConflict) == [false, false])
        #expect(plan.changes.map(\.changedBy) == [[1], [0]])
        #expect(plan.changes.map(\.base) == [false, "one"])
        #expect(plan.changes.map(\.values) == [[false, true], ["left", "one"]])
        #expect(plan.changes.map(\.merged) == [true, "left"])
        #expect(plan.changes.map(\.replayed) == [true, "left"])
    }

    @Test func headsThatAgreeAreNoConflict() throws {
        let left = try update(.ana, after: create, minute: 1, ["title": "both"])
        let right = try update(.ben, after: create, minute: 2, ["title": "both"])
        let change = try #require(
            plan(of: [left, right], in: [create, left, right]).changes.first)
        #expect(change.changedBy == [0, 1])
        #expect(!change.isConflict)
    }

    @Test func headsThatDisagreeAreAConflict() throws {
        let left = try update(.ana, after: create, minute: 1, ["title": "left"])
        let right = try update(.ben, after: create, minute: 2, ["title": "right"])
        let change = try #require(
            plan(of: [left, right], in: [create, left, right]).changes.first)
        #expect(change.isConflict)
        #expect(change.merged == "right")
        var rules = MergeRules()
        rules.task = [
            MergeRules.Resolution(path: "title", strategy: .ours, chosenParent: left.id)
        ]
        let ours = try plan(of: [left, right], in: [create, left, right], by: rules)
        #expect(ours.changes.map(\.merged) == ["left"])
        #expect(ours.changes.map(\.replayed) == ["right"])
    }

    /// The replay follows the nodes, a MERGE the heads: an older write at the later head wins.
    @Test func aMergeCanUndoWhatTheReplaySays() throws {
        let old = try update(.ana, after: create, minute: 1, ["title": "old"])
        let later = try Writer.ana.node(.archive, after: [old], lamport: 9, minute: 2)
        let new = try Writer.ben.node(
            .update, after: [create], lamport: 5, minute: 3, ["title": "new"])
        let plan = try plan(of: [later, new], in: [create, old, later, new])
        let title = try #require(plan.changes.first { $0.member == StateMember("title") })
        #expect(title.merged == "old")
        #expect(title.replayed == "new")
    }

    @Test func anAbsentExtraFieldIsAValue() throws {
        let with = try update(.ana, after: create, minute: 1, ["tags": ["a"]])
        let left = try Writer.ben.node(.archive, after: [create], minute: 2)
        let change = try #require(
            plan(of: [with, left], in: [create, with, left]).changes.first {
                $0.member == StateMember("tags")
            })
        #expect(change.base == nil)
        #expect(change.values == [["a"], nil])
        #expect(change.changedBy == [0])
    }

    @Test func todosAreThereWhereTheRulesNameThem() throws {
        let made = try Writer.ana.node(
            .createTodo, after: [create], minute: 1, ["todoTaskId": Sample.todo])
        let sides = try [2, 3].map { minute in
            try Writer.ana.node(
                .snooze, after: [made], minute: minute,
                [
                    "newDeadline": .string(JSONString("2025-02-0\(minute)T09:00:00Z")),
                    "todoTaskId": Sample.todo,
                ])
        }
        let nodes = [create, made] + sides
        #expect(try plan(of: sides, in: nodes).changes.isEmpty)
        let todo = try #require(Replay(nodes).task(Sample.task)?.todos.first?.id)
        var rules = MergeRules()
        rules.todos = [
            MergeRules.TodoResolutions(
                todo: todo,
                entries: [
                    MergeRules.Resolution(
                        path: "deadline", strategy: .ours, chosenParent: sides[0].id),
                    MergeRules.Resolution(path: "completed", strategy: .lww),
                ])
        ]
        let changes = try plan(of: sides, in: nodes, by: rules).changes
        #expect(changes.map(\.member) == [StateMember("deadline", of: todo)])
        #expect(changes.map(\.merged) == ["2025-02-02T09:00:00Z"])
        #expect(changes.map(\.replayed) == ["2025-02-03T09:00:00Z"])
    }

    @Test func branchesWithoutACommonRootHaveNoBase() throws {
        let stray = try Writer.ben.node(.update, minute: 5, ["title": "stray"])
        let plan = try plan(of: [create, stray], in: [create, stray])
        #expect(plan.base == nil)
        let title = try #require(plan.changes.first { $0.member == StateMember("title") })
        // There is no task at a head without the CREATE.
        #expect(title.values == ["one", nil])
        #expect(title.merged == "one")
        #expect(title.replayed == "stray")
    }

    @Test func theBaseIsTheLatestNodeAboveAllHeads() throws {
        let middle = try update(.ana, after: create, minute: 1, ["title": "middle"])
        let heads = try (2...4).map { try Writer.ben.node(.archive, after: [middle], minute: $0) }
        #expect(try plan(of: heads, in: [create, middle] + heads).base?.id == middle.id)
    }
}
