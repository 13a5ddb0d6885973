import RedoJSON
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// The ancestors of a node in its task, against a breadth-first search.
@Suite struct TaskAncestryTests {
    /// A random graph whose nodes follow any earlier ones, whatever their tasks.
    static func graph(_ random: inout SeededGenerator) throws -> [Node] {
        let tasks = (0..<Int.random(in: 1...9, using: &random)).map {
            TaskID("c0ffee11-1111-4111-8111-00000000000\($0)")!
        }
        let isCrossed = Int.random(in: 0..<4, using: &random) > 0
        var nodes: [Node] = []
        for number in 0..<Int.random(in: 1...40, using: &random) {
            let task = tasks.randomElement(using: &random)!
            var candidates = isCrossed ? nodes : nodes.filter { $0.taskID == task }
            candidates.shuffle(using: &random)
            let parents = candidates.prefix(Int.random(in: 0...4, using: &random))
            let isTaskless = isCrossed && Int.random(in: 0..<20, using: &random) == 0
            nodes.append(
                try Writer.ana.node(
                    .update, task: isTaskless ? nil : task, after: Array(parents), minute: number,
                    ["title": "t"]))
        }
        return nodes.inReplayOrder
    }

    static func search(_ graph: LogGraph, from number: Int) -> Set<Int> {
        var found: Set<Int> = []
        var queue = Array(graph.parents(of: number))
        while !queue.isEmpty {
            let next = queue.removeFirst()
            if found.insert(next).inserted { queue += graph.parents(of: next) }
        }
        guard let task = graph.task(of: number) else { return [] }
        return found.filter { graph.task(of: $0) == task }
    }

    @Test func ancestorsAreThoseOfASearch() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<150 {
            let graph = LogGraph(try Self.graph(&random))
            let ancestry = TaskAncestry(graph)
            for number in 0..<graph.count where graph.task(of: number) != nil {
                let expected = Self.search(graph, from: number).sorted(by: >)
                #expect(ancestry.ancestors(of: number) == expected, seed.replay)
            }
        }
    }

    @Test func theNearestCoverAllOthers() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<100 {
            let graph = LogGraph(try Self.graph(&random))
            let ancestry = TaskAncestry(graph)
            for number in 0..<graph.count where graph.task(of: number) != nil {
                let nearest = Set(ancestry.nearest(to: number))
                let all = Self.search(graph, from: number)
                #expect(nearest.isSubset(of: all), seed.replay)
                let above = nearest.reduce(into: nearest) {
                    $0.formUnion(Self.search(graph, from: $1))
                }
                #expect(above == all, seed.replay)
            }
        }
    }

    @Test func aNodeOfAnotherTaskLeadsThroughToItsOwn() throws {
        let first = try Writer.ana.node(.create, minute: 0, ["title": "a"])
        let between = try Writer.ana.node(
            .create, task: Sample.otherTask, after: [first], minute: 1, ["title": "b"])
        let last = try Writer.ana.node(.archive, after: [between], minute: 2)
        let ancestry = TaskAncestry(LogGraph([first, between, last]))
        #expect(ancestry.ancestors(of: 2) == [0])
        #expect(ancestry.ancestors(of: 1) == [])
    }
}
