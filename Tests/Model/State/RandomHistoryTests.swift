import RedoJSON
import RedoSystem
import TestSupport
import Testing

@testable import RedoModel

/// What must hold of the history of every log, tried on random ones: who set what, what became of each
/// node, and what the state was at it.
@Suite struct RandomHistoryTests {
    private static func forEachLog(
        _ body: (Replay, inout SeededGenerator, Comment) throws -> Void
    ) rethrows {
        try RandomLogTests.forEachLog(share: 20) { nodes, random, replay in
            try body(Replay(nodes), &random, replay)
        }
    }

    /// What a member has before anything sets it.
    private static func firstValue(of member: StateMember) -> JSONValue? {
        if member.todo != nil { return member.name == "notes" ? "" : .null }
        if member.name == "archived" { return false }
        if member.name == "completedAt" || member.name == "snoozedUntil" { return .null }
        return TaskFieldTable()[member.name]
    }

    private static func members(of task: TaskState) -> [StateMember] {
        let names: [JSONString] = ["completed", "deadline", "guid", "notes", "title"]
        return task.mergedNames.map { StateMember($0) }
            + task.todos.flatMap { todo in names.map { StateMember($0, of: todo.id) } }
    }

    @Test func assignmentsInTheirOrderAddUpToTheState() {
        var count = 0
        Self.forEachLog { replay, _, comment in
            for id in replay.validation.graph.taskIDs {
                let assignments = replay.assignments(of: id)
                guard let task = replay.task(id) else {
                    #expect(assignments.isEmpty, comment)
                    continue
                }
                var values: [StateMember: JSONValue?] = [:]
                for (number, assignment) in assignments.enumerated() {
                    // What makes a task or a to-do overwrites nothing of it.
                    let makers: [Action] = [.create, .createTodo, .addTodo]
                    let isMade = makers.contains(replay.nodes[assignment.node].action)
                    let first = isMade ? nil : Self.firstValue(of: assignment.member)
                    let before = values[assignment.member] ?? first
                    #expect(assignment.overwritten == (before == .null ? nil : before), comment)
                    #expect(assignment.value != before, comment)
                    let isSorted = number == 0 || assignments[number - 1].node <= assignment.node
                    #expect(isSorted, comment)
                    values[assignment.member] = .some(assignment.value)
                }
                for member in Self.members(of: task) {
                    let value = values[member] ?? Self.firstValue(of: member)
                    #expect(value == task.value(of: member), comment)
                    values[member] = nil
                }
                // What is left is of extra fields that were removed.
                #expect(values.values.allSatisfy { $0 == nil }, comment)
                count += assignments.count
            }
        }
        #expect(count > 0)
    }

    @Test func aNodeHasAnEffectIfItIsKeptAndTheTaskIsThere() {
        Self.forEachLog { replay, _, comment in
            let literal = LiteralHistoryValidation(replay.nodes)
            var expected: Set<NodeID> = []
            for task in replay.validation.graph.taskIDs {
                let kept = Set(literal.kept(of: task))
                let nodes = replay.nodes.filter { kept.contains($0.id) }
                guard let create = nodes.firstIndex(where: { $0.action == .create }) else {
                    continue
                }
                expected.formUnion(
                    nodes[create...].filter { literal.codes[$0.id] == nil }.map(\.id))
            }
            let outcomes = replay.outcomes()
            let actual = outcomes.indices.filter { outcomes[$0]?.hasEffect == true }
            #expect(Set(actual.map { replay.nodes[$0].id }) == expected, comment)
            #expect(!outcomes.contains(nil), comment)
        }
    }

    @Test func whatIsRejectedHasThatFateAndNothingElseHas() {
        Self.forEachLog { replay, _, comment in
            var reasons: [Int: ErrorCode] = [:]
            for (number, outcome) in replay.outcomes().enumerated() {
                switch outcome {
                case .isRejected(let code, let culprit):
                    reasons[number] = code
                    #expect((culprit != nil) == (code == .brokenBranch), comment)
                case .isSkipped: reasons[number] = .unknownAction
                default: break
                }
            }
            let rejected = replay.rejected.map { ($0.number, $0.code) }
            #expect(reasons == Dictionary(uniqueKeysWithValues: rejected), comment)
        }
    }

    @Test func deletionsAreExplainedByWhatDeletedAndWhatSurvived() {
        var counts = (buried: 0, again: 0)
        Self.forEachLog { replay, _, comment in
            let literal = LiteralHistoryValidation(replay.nodes)
            func isBuried(_ number: Int, by tombstone: Int) -> Bool {
                replay.validation.verdicts[tombstone].isAccepted
                    && replay.validation.buried(by: tombstone, replay.nodes).contains(number)
            }
            let tombstones = replay.nodes.indices.filter { replay.nodes[$0].action == .delete }
            for (number, outcome) in replay.outcomes().enumerated() {
                switch outcome {
                case .isBuried(let tombstone):
                    counts.buried += 1
                    #expect(isBuried(number, by: tombstone), comment)
                case .countsAgain(let tombstone, let survivor):
                    counts.again += 1
                    #expect(isBuried(number, by: tombstone), comment)
                    #expect(!tombstones.contains { isBuried(survivor, by: $0) }, comment)
                    let above = literal.ancestors(of: replay.nodes[survivor]).map(\.id)
                    #expect(above.contains(replay.nodes[number].id), comment)
                case .counts:
                    #expect(!tombstones.contains { isBuried(number, by: $0) }, comment)
                default: break
                }
            }
        }
        #expect(counts.buried > 0 && counts.again > 0)
    }

    @Test func theStateAtANodeIsTheReplayOfWhatItHasSeen() {
        Self.forEachLog { replay, _, comment in
            let literal = LiteralHistoryValidation(replay.nodes)
            for number in stride(from: 0, to: replay.nodes.count, by: 5) {
                let seen = Set(
                    RandomLogTests.closed(replay.nodes) { $0.id == replay.nodes[number].id }
                        .map(\.id))
                var merges = MergeResults(nodes: replay.nodes, validation: replay.validation)
                let tasks = replay.validation.graph.taskIDs.compactMap { task in
                    let kept = Set(literal.kept(of: task, among: seen))
                    return merges.fold(
                        replay.nodes.indices.filter { kept.contains(replay.nodes[$0].id) })
                }
                let expected = State(tasks: tasks.sorted { $0.id < $1.id })
                #expect(replay.foldState(among: [number]).hash == expected.hash, comment)
                for (place, outcome) in replay.outcomes(among: [number]).enumerated() {
                    #expect((outcome != nil) == seen.contains(replay.nodes[place].id), comment)
                }
            }
        }
    }

    @Test func theStateAtANodeIsThatOfALogThatEndsThere() {
        var count = 0
        Self.forEachLog { replay, random, comment in
            let end = Int.random(in: replay.nodes.indices, using: &random)
            let nodes = RandomLogTests.closed(replay.nodes) { $0.id == replay.nodes[end].id }
            let short = Replay(nodes)
            // A node that only later or concurrent ones make invalid, or valid, is another matter.
            let places = nodes.compactMap { replay.validation.graph.number(of: $0.id) }
            let isAlike = zip(places, short.validation.verdicts).allSatisfy {
                replay.validation.verdicts[$0].isAccepted == $1.isAccepted
            }
            guard isAlike else { return }
            count += 1
            #expect(replay.foldState(among: [end]).hash == short.foldState().hash, comment)
        }
        #expect(count > 0)
    }
}

extension LiteralHistoryValidation {
    /// Keep of section 7 for one task, in a replay that looks at some nodes only.
    fileprivate func kept(of task: TaskID, among seen: Set<NodeID>) -> [NodeID] {
        let accepted = nodes.filter {
            seen.contains($0.id) && $0.taskID == task && !isRejected($0)
        }
        var buried: Set<NodeID> = []
        for delete in accepted where delete.action == .delete {
            let above = Set(ancestors(of: delete).map(\.id))
            if case .delete(let chain?) = delete.payload {
                buried.formUnion(above.intersection(chain))
            } else {
                buried.formUnion(above)
            }
        }
        let survivors = accepted.filter { !buried.contains($0.id) && $0.action != .delete }
        return survivors.reduce(into: survivors.map(\.id)) {
            $0 += ancestors(of: $1).map(\.id)
        }
    }
}
