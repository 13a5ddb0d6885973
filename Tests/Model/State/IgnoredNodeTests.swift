import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Nodes of ignored users: they have no effect, and paths lead through them.
@Suite struct IgnoredNodeTests {
    private let create: Node
    private let ignored = Set([Writer.ben.author.userID])

    init() throws { create = try Writer.ana.node(.create, minute: 0, ["title": "one"]) }

    private func replay(_ nodes: Node...) -> Replay {
        Replay(nodes.inReplayOrder, ignoring: ignored)
    }

    @Test func aMergeFromThemIsAsIfTheyHadChangedNothing() throws {
        let base = try Writer.ben.node(.update, after: [create], minute: 1, ["title": "ben"])
        let left = try Writer.ana.node(.update, after: [base], minute: 2, ["priority": 5])
        let right = try Writer.ben.node(.update, after: [base], minute: 3, ["description": "ben"])
        let merge = try Writer.ana.node(
            .merge, .payload, after: [left, right], minute: 4, ["base": base.reference])
        let replay = replay(create, base, left, right, merge)
        #expect(
            Array(replay.validation.verdicts)
                == [.accepted, .ignored, .accepted, .ignored, .accepted])
        let task = try #require(replay.task(Sample.task))
        #expect(task.title == "one" && task.priority == 5 && task.description == "")
        #expect(replay.validation.heads() == [[4]])
        #expect(replay.outcomes()[1] == .isIgnored)
    }

    @Test func theirHeadsAreNone() throws {
        let theirs = try Writer.ben.node(.update, after: [create], minute: 1, ["title": "ben"])
        let mine = try Writer.ana.node(.update, after: [theirs], minute: 2, ["priority": 5])
        let later = try Writer.ben.node(.delete, after: [mine], minute: 3)
        let replay = replay(create, theirs, mine, later)
        #expect(replay.validation.heads() == [[2]])
        #expect(replay.validation.ends(replay.nodes) == [[2]])
        #expect(replay.task(Sample.task)?.title == "one")
        #expect(replay.rejected.isEmpty)
    }

    @Test func whatTheyMadeIsNotThere() throws {
        let todo = try Writer.ben.node(
            .createTodo, after: [create], minute: 1,
            ["todoTaskId": Sample.todo, "deadline": "2025-02-01T09:00:00Z"])
        let done = try Writer.ana.node(
            .completeTodo, after: [todo], minute: 2,
            ["todoTaskId": Sample.todo, "completed": "2025-02-01T09:00:00Z"])
        let other = try Writer.ben.node(
            .create, task: Sample.otherTask, minute: 3, ["title": "ben"])
        let renamed = try Writer.ana.node(
            .update, task: Sample.otherTask, after: [other], minute: 4, ["title": "ana"])
        let replay = replay(create, todo, done, other, renamed)
        #expect(replay.rejected.map(\.code) == [.invalidTodoReference])
        #expect(replay.foldState().tasks.map(\.id) == [Sample.task])
    }

    /// The first CREATE that counts makes the task.
    @Test func aRivalCreateDoesNotStandInTheWay() throws {
        let rival = try Writer.ben.node(.create, minute: -9, ["title": "earlier"])
        let replay = replay(rival, create)
        #expect(replay.task(Sample.task)?.title == "one")
    }
}
