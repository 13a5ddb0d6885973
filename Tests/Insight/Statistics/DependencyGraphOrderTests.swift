import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoModel

/// In which order tasks and what they wait for are drawn.
@Suite struct DependencyGraphOrderTests {
    private func id(_ number: Int) -> TaskID { TaskID(UUIDValue(high: UInt64(number), low: 0)) }

    private func graph(_ edges: [(Int, [Int])]) -> DependencyGraph {
        DependencyGraph(edges.map { (id($0), $1.map(id)) })
    }

    @Test func eachComesBeforeWhatItWaitsFor() {
        let graph = graph([(1, [2, 3]), (2, [4]), (3, [4])])
        #expect(graph.tasks == [1, 2, 3, 4].map(id))
        #expect(graph.goals == [[1, 2], [3], [3], []])
        #expect(graph.circles == [[], [], [], []])
    }

    @Test func aCircleHasOneEdgeThatLeadsBack() {
        let graph = graph([(1, [2]), (2, [3]), (3, [1, 3])])
        #expect(graph.tasks.count == 3)
        #expect(graph.goals.joined().count == 2)
        #expect(graph.circles.joined().count == 2)
    }

    @Test func nothingIsNothing() {
        #expect(graph([]).tasks.isEmpty)
        #expect(graph([(1, [])]).goals == [[]])
    }

    @Test func aChainLongerThanAStackIsOrdered() {
        let count = 200_000
        let graph = graph((0..<count).map { ($0, [$0 + 1]) })
        #expect(graph.tasks == (0...count).map(id))
    }

    /// Each edge once: down, or back up along a circle.
    @Test func randomGraphsKeepAllEdges() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<200 {
            let count = Int.random(in: 1...12, using: &generator)
            let edges = (0..<count).map { number in
                (
                    number,
                    Array(
                        Set(
                            (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                                Int.random(in: 0..<count, using: &generator)
                            }))
                )
            }
            let graph = graph(edges)
            var found: Set<[TaskID]> = []
            for place in graph.tasks.indices {
                for goal in graph.goals[place] {
                    #expect(goal > place, seed.replay)
                    found.insert([graph.tasks[place], graph.tasks[goal]])
                }
                for goal in graph.circles[place] {
                    #expect(goal <= place, seed.replay)
                    found.insert([graph.tasks[place], graph.tasks[goal]])
                }
            }
            let expected = edges.flatMap { edge in edge.1.map { [id(edge.0), id($0)] } }
            #expect(found == Set(expected), seed.replay)
        }
    }
}
