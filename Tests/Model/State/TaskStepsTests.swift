import RedoJSON
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// What each node of a task changes in the state that it follows.
@Suite struct TaskStepsTests {
    let create: Node
    let left: Node
    let right: Node

    init() throws {
        create = try Writer.ana.node(.create, minute: 0, ["title": "one"])
        left = try Writer.ana.node(.update, after: [create], minute: 1, ["title": "left"])
        right = try Writer.ben.node(.update, after: [create], minute: 2, ["priority": 5])
    }

    /// `NODE after BASE: MEMBER VALUE…` for each step but the first, the nodes by their positions in the order.
    private func steps(_ nodes: Node...) -> [String] {
        var histories = TaskHistories(Replay(nodes.inReplayOrder))
        return histories.steps(of: Sample.task).dropFirst().map { step in
            let changes = step.changes.map { member, value in
                let text = value.map { String(decoding: CanonicalJSON.bytes($0), as: UTF8.self) }
                return " \(member.name) \(text ?? "-")"
            }
            let base = step.base.map(String.init) ?? "nothing"
            return "\(step.node) after \(base)\(step.isThere ? "" : ", gone"):\(changes.joined())"
        }
    }

    @Test func aNodeChangesTheStateThatItFollows() {
        #expect(
            steps(create, left, right) == [#"1 after 0: title "left""#, "2 after 0: priority 5"])
    }

    @Test func aMergeChangesWhatTheOtherSideSet() throws {
        let merge = try Writer.ana.node(.merge, after: [left, right], minute: 3)
        #expect(steps(create, left, right, merge).last == "3 after 1: priority 5")
    }

    @Test func aTaskIsGoneAtItsTombstone() throws {
        let delete = try Writer.ana.node(.delete, after: [left], minute: 3)
        #expect(steps(create, left, delete).last == "2 after 1, gone:")
    }

    @Test func aTaskWithoutNodesHasNone() {
        var histories = TaskHistories(Replay([]))
        #expect(histories.steps(of: Sample.task).isEmpty)
        #expect(histories.isLinear(Sample.task))
    }

    @Test func branchesAndTombstonesAreNotLinear() throws {
        let delete = try Writer.ana.node(.delete, after: [left], minute: 3)
        let cases: [([Node], Bool)] = [
            ([create], true), ([create, left], true), ([create, left, right], false),
            ([create, left, delete], false),
        ]
        for (nodes, isLinear) in cases {
            let histories = TaskHistories(Replay(nodes.inReplayOrder))
            #expect(histories.isLinear(Sample.task) == isLinear, "\(nodes.count)")
        }
    }

    /// The steps on the way to a node add up to the state at it, in random logs.
    @Test func stepsAddUpToTheStateAtEachNode() {
        var count = 0
        RandomLogTests.forEachLog(share: 20) { nodes, _, comment in
            let replay = Replay(nodes)
            var histories = TaskHistories(replay)
            for id in replay.validation.graph.taskIDs {
                var values: [Int: [StateMember: JSONValue]] = [:]
                for step in histories.steps(of: id) {
                    var state = step.base.flatMap { values[$0] } ?? [:]
                    for (member, value) in step.changes { state[member] = value }
                    values[step.node] = state
                    let expected = replay.task(id, among: [step.node])
                    #expect(step.isThere == (expected != nil), comment)
                    guard let expected else { continue }
                    for (member, value) in state {
                        #expect(member.presentValue(in: expected) == value, comment)
                    }
                    let names = expected.fields.members.map { StateMember($0.name) }
                    for member in names {
                        #expect(state[member] == member.presentValue(in: expected), comment)
                    }
                    count += 1
                }
            }
        }
        #expect(count > 0)
    }
}
