import RedoJSON
import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoModel

/// Tasks in the order of their ranks.
@Suite struct RankedTests {
    /// Tasks of few priorities, so that many are equal.
    private static func state(_ count: Int, _ random: inout SeededGenerator) -> State {
        State(
            tasks: (0..<count).map { number in
                var task = TaskState(
                    id: TaskID(UUIDValue(high: 1, low: UInt64(number))),
                    owner: UserID(UUIDValue(high: 1, low: 2)), created: .earliest,
                    lastUpdated: .latest, fields: TaskFieldTable())
                task.fields["priority"] = .number(Double(Int.random(in: 1...5, using: &random)))
                return task
            })
    }

    /// A limit changes nothing but the number, however many threads there are.
    @Test func aLimitLeavesTheFirstOnes() {
        let seed = Seed()
        var random = seed.generator
        for count in [0, 1, 1023, 5000] {
            let state = Self.state(count, &random)
            let byPriority: @Sendable (TaskState, Int) -> RankKey = { task, position in
                RankKey(
                    of: task, rank: Double(task.priority / 2), due: task.due, position: position)
            }
            let all = state.ranked(where: { $0.priority != 4 }, byPriority)
            let expected = state.tasks.filter { $0.priority != 4 }.sorted {
                ($0.priority / 2, $0.priority, $1.id) > ($1.priority / 2, $1.priority, $0.id)
            }
            #expect(all.map(\.task.id) == expected.map(\.id), seed.replay)
            for limit in [0, 1, 20, 3000, 10_000] {
                let some = state.ranked(where: { $0.priority != 4 }, limit: limit, byPriority)
                #expect(some.map(\.task.id) == all.prefix(limit).map(\.task.id), seed.replay)
            }
        }
    }
}
