import RedoCrypto
import RedoModel
import RedoRepository
import TestSupport
import Testing

/// Walks of random graphs, beside sets of ancestors that are computed node by node.
@Suite struct RandomWalkTests {
    /// The parents of each node, which have lower numbers.
    private struct RandomGraph {
        let parents: [[Int]]

        init(count: Int, _ generator: inout SeededGenerator) {
            parents = (0..<count).map { number in
                (0..<min(number, Int.random(in: 0...3, using: &generator))).map { _ in
                    Int.random(in: 0..<number, using: &generator)
                }
            }
        }

        /// The nodes that some reach, themselves included.
        func reached(from starts: [Int]) -> Set<Int> {
            var reached: Set<Int> = []
            var pending = starts
            while let next = pending.popLast() {
                if reached.insert(next).inserted { pending += parents[next] }
            }
            return reached
        }

        var graph: LogGraph {
            let ids = parents.indices.map { number in
                NodeID(Digest(words: UInt64(number), 0, 0, 0))
            }
            return LogGraph(
                parents.indices.map { number in
                    NodeHeader(
                        id: ids[number], parents: parents[number].map { ids[$0] },
                        timestamp: Timestamp(
                            lamport: number + 1, wall: Instant(milliseconds: 0)),
                        action: .update, dialect: .fields, taskID: nil, isSigned: false)
                })
        }
    }

    @Test func aWalkReachesWhatSetsOfAncestorsSay() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<100 {
            let random = RandomGraph(count: Int.random(in: 1...40, using: &generator), &generator)
            let graph = random.graph
            func some(_ maximum: Int) -> [Int] {
                (0..<Int.random(in: 0...maximum, using: &generator)).map { _ in
                    Int.random(in: random.parents.indices, using: &generator)
                }
            }
            var starts = WalkStarts()
            starts.included = some(4)
            starts.excluded = some(2)
            let expected = random.reached(from: starts.included)
                .subtracting(random.reached(from: starts.excluded))
            let walk = NodeWalk(graph, from: starts)
            #expect(numbers(walk.isReached) == expected, seed.replay)
            #expect(
                Set(walk.boundary)
                    == Set(expected.flatMap { random.parents[$0] }).subtracting(expected),
                seed.replay)
            let children = walk.children
            for number in random.parents.indices {
                let followers = expected.filter { random.parents[$0].contains(number) }
                #expect(children[number] ?? [] == followers.sorted(by: >), seed.replay)
            }
            let paths = expected.filter { number in
                let above = random.reached(from: random.parents[number])
                return starts.excluded.contains { above.contains($0) }
            }
            #expect(numbers(NodeWalk(graph, from: starts, .paths).isReached) == paths, seed.replay)
            let (left, right) = (
                random.reached(from: starts.included), random.reached(from: starts.excluded)
            )
            let common = left.intersection(right)
            let best = common.filter { number in
                !common.contains { random.parents[$0].contains(number) }
            }
            #expect(
                graph.commonTips(of: starts.included, starts.excluded) == best.sorted(by: >),
                seed.replay)
        }
    }

    private func numbers(_ isMarked: [Bool]) -> Set<Int> {
        Set(isMarked.indices.filter { isMarked[$0] })
    }
}
