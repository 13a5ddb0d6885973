import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// The state at a node: the replay of it and its ancestors, validated as in the whole log.
@Suite struct StateAtTests {
    let create: Node
    let left: Node
    let right: Node

    init() throws {
        create = try Writer.ana.node(.create, minute: 0, ["title": "one"])
        left = try Writer.ana.node(.update, after: [create], minute: 1, ["title": "left"])
        right = try Writer.ben.node(.update, after: [create], minute: 2, ["priority": 5])
    }

    private func state(at end: Node, _ nodes: Node...) throws -> State {
        let sorted = nodes.inReplayOrder
        let place: Int = try #require(sorted.map(\.id).firstIndex(of: end.id))
        return Replay(sorted).foldState(among: [place])
    }

    @Test func aConcurrentBranchDoesNotCount() throws {
        let state = try state(at: right, create, left, right)
        #expect(state[Sample.task]?.title == "one")
        #expect(state[Sample.task]?.priority == 5)
    }

    @Test func bothBranchesCountAtTheirMerge() throws {
        let merge = try Writer.ana.node(.merge, after: [left, right], minute: 3)
        let state = try state(at: merge, create, left, right, merge)
        #expect(state[Sample.task]?.title == "left")
        #expect(state[Sample.task]?.priority == 5)
    }

    @Test func tasksThatTheNodeHasSeenAreThereToo() throws {
        let other = try Writer.ben.node(
            .create, task: Sample.otherTask, after: [left], minute: 3, ["title": "other"])
        let whole = try state(at: other, create, left, right, other)
        #expect(whole.tasks.map(\.id) == [Sample.task, Sample.otherTask])
        #expect(whole[Sample.task]?.title == "left")
        #expect(try state(at: left, create, left, right, other).tasks.map(\.id) == [Sample.task])
    }

    @Test func aTaskIsGoneAtItsTombstoneThoughABranchSurvives() throws {
        let delete = try Writer.ana.node(.delete, after: [left], minute: 3)
        let nodes = [create, left, right, delete]
        #expect(try state(at: delete, create, left, right, delete).tasks.isEmpty)
        #expect(Replay(nodes.inReplayOrder).foldState().tasks.count == 1)
        // Where the tombstone is not known the task is as it was.
        #expect(try state(at: left, create, left, right, delete)[Sample.task]?.title == "left")
    }

    @Test func whatTheWholeLogRejectsIsRejectedAtTheNodeToo() throws {
        // Alone, each of the two is the original.
        let rival = try Writer.ben.node(.create, minute: 9, ["title": "rival"])
        let below = try Writer.ben.node(.archive, after: [rival], minute: 10)
        #expect(try state(at: below, create, rival, below).tasks.isEmpty)
        #expect(Replay([rival, below]).foldState().tasks.count == 1)
    }

    @Test func whatTheWholeLogAcceptsIsAcceptedAtTheNodeToo() throws {
        // The to-do is made on the other branch, earlier in the order.
        let made = try Writer.ana.node(
            .createTodo, after: [create], minute: 1, ["todoTaskId": Sample.todo])
        let done = try Writer.ben.node(
            .completeTodo, after: [right], minute: 4,
            ["completed": "2025-02-01T00:00:00Z", "todoTaskId": Sample.todo])
        let task = try #require(state(at: done, create, made, right, done)[Sample.task])
        // It counts, and there is nothing to complete.
        #expect(task.lastUpdated == done.timestamp.wall)
        #expect(task.todos.isEmpty)
        #expect(
            Replay([create, right, done]).foldState()[Sample.task]?.lastUpdated
                == right.timestamp.wall)
    }

    @Test func theLastOfAChainShowsTheWholeState() throws {
        let replay = Replay([create, left])
        #expect(replay.foldState(among: [1]).hash == replay.foldState().hash)
        #expect(replay.foldState(among: nil).hash == replay.foldState().hash)
    }
}
