import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What set a member of a task, in cases made by hand.
@Suite struct ProvenanceTests {
    let create: Node

    init() throws {
        create = try Writer.ana.node(.create, minute: 0, ["priority": 3, "title": "one"])
    }

    /// `NODE MEMBER VALUE was OVERWRITTEN` for each assignment of the task, the node by its place in
    /// the order; a member of a to-do after a dot, and `-` for nothing.
    func assignments(_ nodes: Node..., at end: Node? = nil) -> [String] {
        let sorted = nodes.inReplayOrder
        let place = end.flatMap { end in sorted.firstIndex { $0.id == end.id } }
        return Replay(sorted).assignments(of: Sample.task, at: place).map { assignment in
            let dot = assignment.member.todo == nil ? "" : "."
            return "\(assignment.node) \(dot)\(assignment.member.name) "
                + "\(text(assignment.value)) was \(text(assignment.overwritten))"
        }
    }

    private func text(_ value: JSONValue?) -> String {
        value.map { String(decoding: CanonicalJSON.bytes($0), as: UTF8.self) } ?? "-"
    }

    @Test func aCreateSetsWhatItNamesAndNothingElse() {
        #expect(assignments(create) == ["0 priority 3 was -", #"0 title "one" was -"#])
    }

    @Test func anUpdateOverwrites() throws {
        let update = try Writer.ben.node(.update, after: [create], minute: 1, ["title": "two"])
        #expect(assignments(create, update).last == #"1 title "two" was "one""#)
    }

    @Test func aDefaultIsOverwrittenThoughNobodySetIt() throws {
        let update = try Writer.ben.node(.update, after: [create], minute: 1, ["storyPoints": 5])
        #expect(assignments(create, update).last == "1 storyPoints 5 was 1")
    }

    @Test func theSameValueAgainChangesNothing() throws {
        let update = try Writer.ben.node(
            .update, after: [create], minute: 1, ["description": "", "title": "one"])
        #expect(assignments(create, update).count == 2)
    }

    @Test func fieldsCalledLikeComputedMembersSetNothing() throws {
        let root = try Writer.ana.node(
            .create, minute: 0,
            ["archived": true, "completedAt": "2025-01-01T00:00:00Z", "title": "x"])
        let nodes = try merge(
            of: root, into: ["archived": true, "guid": "me", "snoozedUntil": "later"])
        #expect(members([root] + nodes) == ["0 title"])
    }

    private func members(_ nodes: [Node]) -> [String] {
        let replay = Replay(nodes.inReplayOrder)
        return replay.assignments(of: Sample.task).map { "\($0.node) \($0.member.name)" }
    }

    /// Two heads that change nothing, and a MERGE of them.
    private func merge(of root: Node, into fields: JSONValue) throws -> [Node] {
        let sides = try [1, 2].map { try Writer.ben.node(.unarchive, after: [root], minute: $0) }
        return sides + [try Writer.ana.node(.merge, after: sides, minute: 9, fields)]
    }

    @Test func actionsSetTheMembersOfTheTask() throws {
        let archive = try Writer.ana.node(.archive, after: [create], minute: 1)
        let snooze = try Writer.ana.node(
            .snooze, after: [archive], minute: 2, ["snoozeUntil": "2025-03-01T00:00:00Z"])
        let complete = try Writer.ana.node(.complete, after: [snooze], minute: 3)
        let again = try Writer.ana.node(
            .complete, after: [complete], minute: 4, ["completedAt": "2025-02-01T00:00:00Z"])
        let unarchive = try Writer.ana.node(.unarchive, after: [again], minute: 5)
        #expect(
            assignments(create, archive, snooze, complete, again, unarchive).dropFirst(2) == [
                "1 archived true was false",
                #"2 snoozedUntil "2025-03-01T00:00:00Z" was -"#,
                #"3 completedAt "2025-01-01T08:03:00.000Z" was -"#,
                #"4 completedAt "2025-02-01T00:00:00Z" was "2025-01-01T08:03:00.000Z""#,
                "5 archived false was true",
            ])
    }

    @Test func aToDoIsSetByTheNodeThatMadeIt() throws {
        let made = try Writer.ana.node(
            .createTodo, after: [create], minute: 1, ["title": "oats", "todoTaskId": Sample.todo])
        let repeated = try Writer.ben.node(
            .createTodo, after: [made], minute: 2, ["notes": "again", "todoTaskId": Sample.todo])
        let snooze = try Writer.ana.node(
            .snooze, after: [repeated], minute: 3, ["daysToExtend": 1, "todoTaskId": Sample.todo])
        let done = try Writer.ana.node(
            .completeTodo, after: [snooze], minute: 4,
            ["completed": "2025-02-01T00:00:00Z", "notes": "rain", "todoTaskId": Sample.todo])
        #expect(
            assignments(create, made, repeated, snooze, done).dropFirst(2) == [
                #"1 .guid "aaaaaaaa-0000-4000-8000-000000000001" was -"#,
                #"1 .title "oats" was -"#,
                #"3 .deadline "2025-01-02T08:03:00.000Z" was -"#,
                #"4 .completed "2025-02-01T00:00:00Z" was -"#,
                #"4 .notes "rain" was """#,
            ])
    }

    @Test func aMergeOfTheFieldsDialectSetsItsFields() throws {
        let nodes = try merge(
            of: create, into: ["completedAt": "2025-02-01T00:00:00Z", "title": "both"])
        #expect(members([create] + nodes).suffix(2) == ["3 completedAt", "3 title"])
    }

    @Test func aThreeWayMergeSetsOnlyWhatItChanges() throws {
        let early = try Writer.ana.node(
            .update, after: [create], minute: 1, ["priority": 5, "title": "early"])
        let late = try Writer.ben.node(
            .update, after: [create], minute: 2, ["title": "late"])
        let merge = try Writer.ana.node(
            .merge, .payload, after: [early, late], minute: 3,
            [
                "base": create.reference,
                "resolutions": [
                    "task": [
                        ["path": "title", "strategy": "ours", "chosenParent": early.reference]
                    ]
                ],
            ])
        // The replay has the priority already.
        #expect(
            assignments(create, early, late, merge).dropFirst(3) == [
                #"1 title "early" was "one""#, #"2 title "late" was "early""#,
                #"3 title "early" was "late""#,
            ])
    }

    @Test func whatDoesNotCountSetsNothing() throws {
        let before = try Writer.ben.node(.update, minute: -1, ["title": "too early"])
        let unknown = try Writer.ben.node(
            Action("FROBNICATE")!, after: [create], minute: 1, ["title": "unknown"])
        let rejected = try Writer.ben.node(
            .completeTodo, after: [create], minute: 2,
            ["completed": "2025-02-01T00:00:00Z", "todoTaskId": Sample.todo])
        let below = try Writer.ben.node(.update, after: [rejected], minute: 3, ["title": "below"])
        #expect(assignments(before, create, unknown, rejected, below).count == 2)
    }

    @Test func aTaskThatIsGoneHasNone() throws {
        let delete = try Writer.ana.node(.delete, after: [create], minute: 1)
        #expect(assignments(create, delete) == [])
        #expect(assignments(create, delete, at: create).count == 2)
        #expect(Replay([create]).assignments(of: Sample.otherTask).isEmpty)
    }

    @Test func theReplayCanEndEarlier() throws {
        let two = try Writer.ben.node(.update, after: [create], minute: 1, ["title": "two"])
        let aside = try Writer.ana.node(.update, after: [create], minute: 0, ["title": "aside"])
        let three = try Writer.ben.node(.update, after: [two], minute: 3, ["title": "three"])
        #expect(
            assignments(create, two, aside, three, at: two).last == #"2 title "two" was "one""#)
    }
}
