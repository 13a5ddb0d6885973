import TestSupport
import Testing

@testable import RedoModel

/// Which to-dos of which tasks have been made, against a set.
@Suite struct CreatedTodosTests {
    private struct Pair: Hashable {
        let task: Int
        let todo: UInt64
    }

    private func id(_ number: UInt64) -> TodoID { TodoID(UUIDValue(high: 7, low: number)) }

    /// Of three tasks, which may have few to-dos or more than stand in a chain, with repetitions.
    @Test(arguments: [10, 60, 400])
    func aToDoIsThereOnceItIsMade(_ count: Int) {
        let seed = Seed()
        var random = seed.generator
        var made = CreatedTodos(taskCount: 3, maximumCount: count)
        var expected: Set<Pair> = []
        for _ in 0..<count {
            let pair = Pair(
                task: Int.random(in: 0..<3, using: &random),
                todo: UInt64.random(in: 0..<UInt64(count / 3), using: &random))
            made.insert(id(pair.todo), in: pair.task)
            expected.insert(pair)
            for task in 0..<3 {
                for todo in 0..<UInt64(count / 3) {
                    #expect(
                        made.contains(id(todo), in: task)
                            == expected.contains(Pair(task: task, todo: todo)),
                        seed.replay)
                }
            }
        }
    }
}
