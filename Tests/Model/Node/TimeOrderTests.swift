import RedoCrypto
import RedoModel
import SampleNodes
import TestSupport
import Testing

/// The order in which people are shown a log.
@Suite struct TimeOrderTests {
    @Test func noNodesAreNoOrder() {
        #expect(TimeOrder(times: []).newestFirst([]) == [])
    }

    @Test func equalTimesKeepTheReplayOrder() {
        #expect(TimeOrder(times: [5, 5, 5]).newestFirst([0, 1, 2]) == [2, 1, 0])
        #expect(TimeOrder(times: [5, 3, 5, 3]).newestFirst([0, 1, 2, 3]) == [2, 0, 3, 1])
    }

    @Test func someOfTheNodesAreOrdered() {
        #expect(TimeOrder(times: [9, 1, 8, 2]).newestFirst([1, 2, 3]) == [2, 3, 1])
    }

    /// Times are as far apart as can be written down.
    @Test func extremesAreOrdered() {
        let times = [Int64.max, Int64.min, 0, -1, 1, Int64.max, Int64.min]
        #expect(TimeOrder(times: times).newestFirst(Array(0..<7)) == [5, 0, 4, 2, 3, 6, 1])
    }

    /// A radix sort gives what a comparison sort gives.
    @Test func randomTimesAreOrdered() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<200 {
            let count = Int.random(in: 0...300, using: &generator)
            let span = Int64(1) << Int64.random(in: 0...62, using: &generator)
            let start = Int64.random(in: -span...span, using: &generator)
            let times = (0..<count).map { _ in
                start + Int64.random(in: 0...span / 2, using: &generator)
            }
            let numbers = (0..<count).filter { _ in Bool.random(using: &generator) }
            let expected = numbers.sorted {
                times[$0] == times[$1] ? $0 > $1 : times[$0] > times[$1]
            }
            #expect(
                TimeOrder(times: times).newestFirst(numbers) == expected,
                seed.replay)
        }
    }

    /// Whatever clocks say, a node stands above those that it follows, and one whose clock is right stands
    /// where its time says.
    @Test func aChildIsNeverBelowItsParent() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<200 {
            let count = Int.random(in: 1...60, using: &generator)
            var builder = LogGraph.Builder(capacity: count)
            for number in 0..<count {
                for _ in 0..<Int.random(in: 0...2, using: &generator) where number > 0 {
                    builder.add(parent: Int.random(in: 0..<number, using: &generator))
                }
                builder.addNode(task: nil)
            }
            let graph = LogGraph(builder, nodes: NoIDs())
            let walls = (0..<count).map { _ in Int64.random(in: 0...40, using: &generator) }
            let order = TimeOrder(graph) { Instant(milliseconds: walls[$0]) }
                .newestFirst(Array(0..<count))
            var place = Array(repeating: 0, count: count)
            for (index, number) in order.enumerated() { place[number] = index }
            #expect(order.sorted() == Array(0..<count))
            for number in 0..<count {
                for parent in graph.parents(of: number) {
                    #expect(place[number] < place[parent], seed.replay)
                }
            }
            let roots = (0..<count).filter { graph.parents(of: $0).isEmpty }
            let sorted = roots.sorted { place[$0] < place[$1] }.map { walls[$0] }
            #expect(sorted == sorted.sorted(by: >), seed.replay)
        }
    }
}

private struct NoIDs: NumberedNodes {
    func id(of number: Int) -> NodeID {
        NodeID(Digest(bytes: [UInt8](repeating: 0, count: 32).span))
    }

    func number(of id: NodeID) -> Int? { nil }
}
