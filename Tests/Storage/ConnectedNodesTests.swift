import Foundation
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoStore

/// What of a store may leave it: the nodes that are here with all their ancestors.
@Suite struct ConnectedNodesTests {
    /// Puts nodes into a pack of the store, as they are.
    private func pack(_ nodes: [Node], in store: Store) throws {
        if nodes.isEmpty { return }
        var writer = try PackWriter.begin(in: store.packs.directory, isSynced: false)
        for node in nodes.inReplayOrder { try writer.add(node) }
        _ = try writer.finish()
    }

    /// Against the definition, for nodes of which some are missing, in packs and files at random.
    @Test func whatFollowsAMissingNodeIsCutOff() throws {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<40 {
            let store = try TemporaryStore()
            var nodes: [Node] = []
            for number in 0..<Int.random(in: 1...14, using: &generator) {
                let parents = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in
                    nodes.randomElement(using: &generator)
                }
                var distinct: [Node] = []
                for parent in parents where !distinct.contains(where: { $0.id == parent.id }) {
                    distinct.append(parent)
                }
                nodes.append(
                    try Sample.node(number, task: Sample.taskID(1), after: distinct))
            }
            var here: Set<NodeID> = []
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let part = nodes.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
                try pack(part, in: store.store)
                here.formUnion(part.map(\.id))
            }
            let loose = nodes.filter { _ in Bool.random(using: &generator) }
            try store.store.objects.write(loose, validator: NodeValidator()) { _, _ in }
            here.formUnion(loose.map(\.id))
            var cutOff: Set<NodeID> = []
            for node in nodes.inReplayOrder where here.contains(node.id) {
                if node.parents.contains(where: { !here.contains($0) || cutOff.contains($0) }) {
                    cutOff.insert(node.id)
                }
            }
            let missing = nodes.filter { here.contains($0.id) }.flatMap(\.parents)
                .filter { !here.contains($0) }
            let found = try store.store.connectedNodes()
            #expect(found.cutOff == cutOff, seed.replay)
            #expect(found.missing == Set(missing).sorted(), seed.replay)
            #expect(found.ids == here.sorted(), seed.replay)
        }
    }

    /// Its parents are not known, and what follows it is refused where it is read.
    @Test func aDamagedFileIsThere() throws {
        let store = try TemporaryStore()
        let chain = try Sample.chain(3)
        try store.admit(chain)
        try store.overwrite(chain[1], with: "{".utf8)
        let found = try store.store.connectedNodes()
        #expect(found.ids == chain.map(\.id).sorted() && found.cutOff.isEmpty)
    }

    /// Folders are not listed at one moment: each node is seen with its parents while others write and pack them.
    @Test func aWriterIsSeenWhole() throws {
        let store = try TemporaryStore()
        let path = store.store.path
        let writing = Worker { () -> Bool in
            do {
                let store = try Store(
                    opening: StoreLocation(path: path, origin: .named),
                    userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
                    trust: Store.Trust(user: Environment.effectiveUser, directories: []))
                for task in 0..<400 {
                    let chain = try Sample.chain(4, task: Sample.taskID(task))
                    _ = try store.admit(
                        chain.map { .success($0) }, validator: NodeValidator())
                    if task % 50 == 49 { _ = try store.pack(.geometric) }
                }
                return true
            } catch {
                return false
            }
        }
        writing.start()
        for _ in 0..<200 {
            let found = try store.store.connectedNodes()
            #expect(found.cutOff.isEmpty && found.missing.isEmpty)
            let ids = Set(found.ids)
            let parents = Set(found.packs.flatMap(\.otherParents))
            #expect(parents.isSubset(of: ids))
        }
        #expect(writing.result())
        #expect(try store.store.connectedNodes().ids.count == 1600)
    }
}
