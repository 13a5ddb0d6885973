import TestSupport
import Testing

@testable import RedoModel

/// Common ancestors in random logs, against searches of their own.
@Suite struct RandomAncestorsTests {
    /// Each node with all that it follows: within a task only that task's nodes.
    private static func reached(_ graph: LogGraph, from number: Int, _ isWithinTask: Bool) -> Set<
        Int
    > {
        var found: Set<Int> = [number]
        var queue = [number]
        while !queue.isEmpty {
            for parent in graph.parents(of: queue.removeFirst())
            where found.insert(parent).inserted {
                queue.append(parent)
            }
        }
        return isWithinTask ? found.filter { graph.task(of: $0) == graph.task(of: number) } : found
    }

    private static func forEachChoice(
        _ body: (_ validation: HistoryValidation, _ numbers: [Int], _ isOfOneTask: Bool, Comment) ->
            Void
    ) {
        RandomLogTests.forEachLog(share: 10) { nodes, random, comment in
            let validation = HistoryValidation(nodes)
            for _ in 0..<10 {
                let first = Int.random(in: nodes.indices, using: &random)
                let tasks = (0..<validation.graph.count).map { validation.graph.task(of: $0) }
                var candidates = Array(nodes.indices)
                if Bool.random(using: &random) {
                    candidates = candidates.filter { tasks[$0] == tasks[first] }
                }
                let others = candidates.shuffled(using: &random)
                let numbers = [first] + others.prefix(Int.random(in: 1...3, using: &random))
                let isOfOneTask =
                    tasks[first] != nil && numbers.allSatisfy { tasks[$0] == tasks[first] }
                body(validation, numbers, isOfOneTask, comment)
            }
        }
    }

    @Test func theBestAreThoseThatNoOtherIsBelow() {
        var counts: Set<Int> = []
        Self.forEachChoice { validation, numbers, isOfOneTask, comment in
            let sets = numbers.map { Self.reached(validation.graph, from: $0, isOfOneTask) }
            let common = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
            let best = common.filter { candidate in
                !common.contains {
                    $0 != candidate
                        && Self.reached(validation.graph, from: $0, isOfOneTask).contains(candidate)
                }
            }
            #expect(validation.bestCommonAncestors(of: numbers) == best.sorted(by: >), comment)
            counts.insert(best.count)
        }
        #expect(counts.isSuperset(of: [0, 1, 2]))
    }

    @Test func anAncestorIsReachedFromBelow() {
        Self.forEachChoice { validation, numbers, _, comment in
            let (upper, lower) = (numbers[0], numbers[1])
            let tasks = (0..<validation.graph.count).map { validation.graph.task(of: $0) }
            let isOfOneTask = tasks[upper] != nil && tasks[upper] == tasks[lower]
            let reached = Self.reached(validation.graph, from: lower, isOfOneTask)
            #expect(validation.isAncestor(upper, of: lower) == reached.contains(upper), comment)
        }
    }

    @Test func theBaseIsTheLatestThatIsAboveAll() {
        var count = 0
        Self.forEachChoice { validation, numbers, isOfOneTask, comment in
            let sets = numbers.map { number in
                Self.reached(validation.graph, from: number, true).subtracting([number])
            }
            let common = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
            let expected = isOfOneTask ? common.max() : nil
            #expect(validation.mergeBase(of: numbers) == expected, comment)
            if expected != nil { count += 1 }
        }
        #expect(count > 0)
    }
}
