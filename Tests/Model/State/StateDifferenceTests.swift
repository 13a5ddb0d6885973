import RedoJSON
import TestSupport
import Testing

@testable import RedoModel

/// The difference of two states is what the states themselves say, on random logs and random sets of their nodes.
@Suite struct StateDifferenceTests {
    private struct Sides {
        let marks: [[Bool]]
        let states: [State]

        init(_ replay: Replay, _ random: inout SeededGenerator) {
            let graph = replay.validation.graph
            var marks: [[Bool]] = []
            var states: [State] = []
            for _ in 0..<2 {
                let count = Int.random(in: 0...3, using: &random)
                let ends = (0..<count).map { _ in Int.random(in: 0..<graph.count, using: &random) }
                marks.append(graph.closure(of: ends))
                states.append(replay.foldState(among: ends))
            }
            self.marks = marks
            self.states = states
        }
    }

    /// The members that two states of a task have.
    private static func members(_ first: TaskState, _ second: TaskState) -> Set<StateMember> {
        let names: [JSONString] = ["completed", "deadline", "guid", "notes", "title"]
        let members = [first, second].flatMap { task in
            task.mergedNames.map { StateMember($0) }
                + task.todos.flatMap { todo in names.map { StateMember($0, of: todo.id) } }
        }
        return Set(members)
    }

    @Test func itIsWhatTheStatesSay() {
        var counts: [TaskDifference.Kind: Int] = [:]
        RandomLogTests.forEachLog(share: 10) { nodes, random, comment in
            let replay = Replay(nodes)
            let sides = Sides(replay, &random)
            let difference = StateDifference(replay, from: sides.marks[0], to: sides.marks[1])
            let found = Dictionary(uniqueKeysWithValues: difference.tasks.map { ($0.id, $0) })
            for id in replay.validation.graph.taskIDs {
                let (first, second) = (sides.states[0][id], sides.states[1][id])
                let task = found[id]
                if let task { counts[task.kind, default: 0] += 1 }
                guard let first, let second else {
                    let kind: TaskDifference.Kind? =
                        first != nil ? .removed : second != nil ? .added : nil
                    #expect(task?.kind == kind, comment)
                    continue
                }
                let expected = Self.members(first, second).filter {
                    $0.presentValue(in: first) != $0.presentValue(in: second)
                }
                let members = task?.members ?? []
                #expect(Set(members.map(\.member)) == expected, comment)
                #expect(members.count == expected.count, comment)
                for difference in members {
                    #expect(difference.before == difference.member.presentValue(in: first), comment)
                    #expect(difference.after == difference.member.presentValue(in: second), comment)
                }
            }
        }
        #expect([.added, .removed, .changed].allSatisfy { counts[$0, default: 0] > 0 })
    }

    @Test func theOtherDirectionIsItsMirror() {
        RandomLogTests.forEachLog(share: 10) { nodes, random, comment in
            let replay = Replay(nodes)
            let sides = Sides(replay, &random)
            let there = StateDifference(replay, from: sides.marks[0], to: sides.marks[1])
            let back = StateDifference(replay, from: sides.marks[1], to: sides.marks[0])
            #expect(there.tasks.map(\.id) == back.tasks.map(\.id), comment)
            #expect(there.addedCount == back.removedCount, comment)
            #expect(there.isEmpty == back.isEmpty, comment)
            for (first, second) in zip(there.tasks, back.tasks) {
                let values = first.members.map { [$0.member: [$0.before, $0.after]] }
                let mirrored = second.members.map { [$0.member: [$0.after, $0.before]] }
                #expect(Set(values) == Set(mirrored), comment)
            }
        }
    }

    @Test func whatSetAValueIsInOneOfTheStatesAlone() {
        var count = 0
        RandomLogTests.forEachLog(share: 10) { nodes, random, comment in
            let replay = Replay(nodes)
            let sides = Sides(replay, &random)
            let difference = StateDifference(replay, from: sides.marks[0], to: sides.marks[1])
            for number in difference.tasks.flatMap({
                $0.members.compactMap(\.node) + [$0.node].compactMap(\.self)
            }) {
                #expect(sides.marks[0][number] != sides.marks[1][number], comment)
                count += 1
            }
            let same = StateDifference(replay, from: sides.marks[0], to: sides.marks[0])
            #expect(same.isEmpty && same.addedCount == 0 && same.removedCount == 0, comment)
        }
        #expect(count > 0)
    }
}
