import RedoCrypto
import RedoModel
import TestSupport
import Testing

/// Dominators of nodes, compared with searches that look at every way up.
@Suite struct TaskDominatorsTests {
    /// Nodes of several tasks with random parents, mostly near ones.
    private static func graph(_ random: inout SeededGenerator) throws -> LogGraph {
        let count = Int.random(in: 1...80, using: &random)
        let taskCount = UInt64(Int.random(in: 1...3, using: &random))
        var builder = LogGraph.Builder(capacity: count)
        for number in 0..<count {
            var parents: Set<Int> = []
            for _ in 0..<Int.random(in: 0...3, using: &random) where number > 0 {
                let distance = Bool.random(using: &random) ? 3 : number
                parents.insert(
                    Int.random(in: max(0, number - distance)..<number, using: &random))
            }
            for parent in parents.sorted() { builder.add(parent: parent) }
            let task = TaskID(
                UUIDValue(high: 1, low: UInt64.random(in: 1...taskCount, using: &random)))
            let isOfTask = Int.random(in: 0..<9, using: &random) > 0
            builder.addNode(task: isOfTask ? builder.number(of: task) : nil)
        }
        return LogGraph(builder, nodes: NoIDs())
    }

    @Test func nodesAreAboveOthersAsASearchSays() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<300 {
            let graph = try Self.graph(&random)
            let ancestry = TaskAncestry(graph)
            let dominators = TaskDominators(graph, ancestry) { _ in true }
            for number in 0..<graph.count {
                guard graph.task(of: number) != nil else { continue }
                let ancestors = Set(ancestry.ancestors(of: number))
                for other in 0..<graph.count where graph.task(of: other) == graph.task(of: number) {
                    #expect(
                        dominators.isAncestor(other, of: number) == ancestors.contains(other),
                        seed.replay)
                }
            }
        }
    }

    /// Without its dominator a node has no way to what stands above that, and no later node is such.
    @Test func everyWayUpLeadsThroughTheDominator() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<300 {
            let graph = try Self.graph(&random)
            let ancestry = TaskAncestry(graph)
            let dominators = TaskDominators(graph, ancestry) { _ in true }
            for number in 0..<graph.count where graph.task(of: number) != nil {
                let ancestors = ancestry.ancestors(of: number)
                let expected = ancestors.first {
                    Self.roots(above: number, without: $0, ancestry).isEmpty
                }
                #expect(dominators.dominator(of: number) == expected, seed.replay)
                let region = dominators.region(of: number)
                #expect(region == region.sorted(), seed.replay)
                let above = expected.map { [$0] + ancestry.ancestors(of: $0) } ?? []
                #expect(Set(region) == Set(ancestors).subtracting(above), seed.replay)
            }
        }
    }

    /// The ancestors without ancestors that a node reaches without going through another one.
    private static func roots(
        above number: Int, without other: Int, _ ancestry: TaskAncestry
    ) -> Set<Int> {
        var roots: Set<Int> = []
        var seen: Set<Int> = []
        var pending = [number]
        while let next = pending.popLast() {
            let above = ancestry.nearest(to: next)
            if above.isEmpty { roots.insert(next) }
            for node in above where node != other && seen.insert(node).inserted {
                pending.append(node)
            }
        }
        return roots
    }

    /// In a chain of forks that are joined again the region of each join is its fork.
    @Test func aJoinLooksNoFurtherThanItsFork() {
        var builder = LogGraph.Builder(capacity: 3001)
        let task = builder.number(of: TaskID(UUIDValue(high: 1, low: 1)))
        builder.addNode(task: task)
        for join in 1...1000 {
            let base = (join - 1) * 3
            for _ in 0..<2 {
                builder.add(parent: base)
                builder.addNode(task: task)
            }
            builder.add(parent: base + 1)
            builder.add(parent: base + 2)
            builder.addNode(task: task)
        }
        let graph = LogGraph(builder, nodes: NoIDs())
        let dominators = TaskDominators(graph, TaskAncestry(graph)) { _ in true }
        for join in 1...1000 {
            #expect(dominators.dominator(of: join * 3) == (join - 1) * 3)
            #expect(dominators.region(of: join * 3) == [join * 3 - 2, join * 3 - 1])
        }
    }
}

private struct NoIDs: NumberedNodes {
    func id(of number: Int) -> NodeID {
        NodeID(Digest(bytes: [UInt8](repeating: 0, count: 32).span))
    }

    func number(of id: NodeID) -> Int? { nil }
}
