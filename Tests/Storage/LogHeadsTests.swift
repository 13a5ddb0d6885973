import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoStore

/// The heads of a log that lies in packs and files, some nodes twice.
@Suite struct LogHeadsTests {
    /// Against the definition, for nodes scattered over packs and files at random.
    @Test func theyAreTheNodesWithoutChildren() throws {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<25 {
            let store = try TemporaryStore()
            var nodes: [Node] = []
            for task in 1...Int.random(in: 1...4, using: &generator) {
                nodes += try Sample.chain(
                    Int.random(in: 1...6, using: &generator), task: Sample.taskID(task))
            }
            let packs = Int.random(in: 0...3, using: &generator)
            let ordered = nodes.sorted { $0.position < $1.position }
            for _ in 0..<packs {
                let part = ordered.filter { _ in Bool.random(using: &generator) }
                if part.isEmpty { continue }
                var writer = try PackWriter.begin(
                    in: store.store.packs.folder, isSynced: false)
                for node in part { try writer.add(node) }
                _ = try writer.finish()
            }
            let stored = Set(try store.store.ids())
            let rest = ordered.filter { !stored.contains($0.id) || Bool.random(using: &generator) }
            try store.store.objects.write(rest, validator: NodeValidator()) { _, _ in }
            let parents = Set(nodes.flatMap(\.parents))
            let heads = try store.store.heads(without: [])
            #expect(
                heads.ids == nodes.map(\.id).filter { !parents.contains($0) }.sorted(), seed.replay)
            #expect(heads.nodeCount == nodes.count, seed.replay)
            // Without the last node of a chain the one before it is a head.
            guard let last = ordered.last else { continue }
            let others = ordered.dropLast()
            let remaining = Set(others.flatMap(\.parents))
            let less = try store.store.heads(without: [last.id])
            #expect(
                less.ids == others.map(\.id).filter { !remaining.contains($0) }.sorted(),
                seed.replay)
            #expect(less.nodeCount == others.count, seed.replay)
        }
    }
}
