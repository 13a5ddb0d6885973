import TestSupport
import Testing

@testable import RedoInsight

/// Tasks after those that block them.
@Suite struct DependencyOrderTests {
    private func order(_ count: Int, _ blockers: [Int: [Int]]) -> [Int] {
        DependencyOrder.order(count: count, blockers: blockers)
    }

    @Test func withoutBlockersTheOrderStays() { #expect(order(3, [:]) == [0, 1, 2]) }

    @Test func aTaskComesRightAfterWhatBlocksIt() {
        #expect(order(4, [0: [2]]) == [1, 2, 0, 3])
        #expect(order(4, [0: [1], 1: [3]]) == [2, 3, 1, 0])
        #expect(order(4, [0: [2], 1: [2]]) == [2, 0, 1, 3])
        #expect(order(4, [0: [1, 3]]) == [1, 2, 3, 0])
    }

    @Test func whatComesAfterAlreadyStays() { #expect(order(4, [3: [0]]) == [0, 1, 2, 3]) }

    @Test func inACircleOneIsNotWaitedFor() {
        #expect(order(3, [0: [1], 1: [0]]) == [1, 0, 2])
        #expect(order(3, [0: [0]]) == [0, 1, 2])
        #expect(order(4, [0: [1], 1: [2], 2: [1]]) == [2, 1, 0, 3])
    }

    @Test func randomOrdersHaveEachOnceAndBlockersFirst() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<200 {
            let count = Int.random(in: 1...30, using: &generator)
            var blockers: [Int: [Int]] = [:]
            let names = (0..<count).shuffled(using: &generator)
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                let (a, b) = (
                    Int.random(in: 0..<count, using: &generator),
                    Int.random(in: 0..<count, using: &generator)
                )
                // Without circles: by a hidden order.
                if a != b { blockers[names[max(a, b)], default: []].append(names[min(a, b)]) }
            }
            let result = order(count, blockers)
            #expect(result.sorted() == Array(0..<count), "\(seed.replay)")
            var positions = [Int](repeating: 0, count: count)
            for (position, element) in result.enumerated() { positions[element] = position }
            for (element, others) in blockers {
                for other in others {
                    #expect(positions[other] < positions[element], "\(seed.replay)")
                }
            }
        }
    }
}
