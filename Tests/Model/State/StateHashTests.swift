import Foundation
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoRepository
@testable import RedoStore

/// The state hash of stores that grow, are packed and are damaged, by the caches, against that of all nodes.
@Suite struct StateHashTests {
    /// A store, and the nodes that it has.
    private struct GrowingStore {
        private let directory: TemporaryDirectory
        let store: Store
        private(set) var nodes: [Node] = []

        init() throws {
            directory = try TemporaryDirectory()
            store = try RandomLogTests.store(directory, "store")
        }

        /// The store as a command finds it, which caches everything.
        var repository: Repository {
            Repository(
                store,
                Repository.Options(
                    showsProgress: false, version: "1", smallestCachedCount: 1))
        }

        var caches: [String] {
            ["hash.cache", "tasks.cache", "whole.cache"].map { "\(store.path)/\($0)" }
                .filter { FileManager.default.fileExists(atPath: $0) }
        }

        mutating func admit(_ node: Node) throws {
            #expect(try RandomLogTests.admit([node], to: store).allSatisfy { $0 == nil })
            nodes.append(node)
        }

        var expected: NodeID { Replay(nodes.inReplayOrder).foldState().hash }

        func expectTheHash(_ comment: Comment) throws {
            #expect(try repository.stateHash(.whole, isFull: false) == expected, comment)
        }
    }

    /// After each node, whatever is older or newer than it; after packing, pruning, and damage of a cache.
    @Test func itIsThatOfAllNodesAfterEachOne() throws {
        var counts: [String: Int] = [:]
        try RandomLogTests.forEachLog(share: 40) { nodes, random, replay in
            var grown = try GrowingStore()
            var rest = nodes
            while !rest.isEmpty {
                let known = Set(grown.nodes.map(\.id))
                let possible = rest.indices.filter { known.isSuperset(of: rest[$0].parents) }
                let place = try #require(possible.randomElement(using: &random))
                let node = rest.remove(at: place)
                if grown.nodes.contains(where: { node.position < $0.position }) {
                    counts["older", default: 0] += 1
                }
                try grown.admit(node)
                let what = try change(&grown, &random)
                counts[what, default: 0] += 1
                try grown.expectTheHash(replay)
                if let log = try grown.repository.indexedSource(), log.stored.packedCount > 0 {
                    let changes = try #require(log.looseChanges(.version1))
                    #expect(
                        grown.repository.readHash(log, changes) == grown.expected, replay)
                    counts[changes.tasks.isEmpty ? "unchanged" : "resumed", default: 0] += 1
                }
            }
            #expect(try grown.repository.stateHash(.whole, isFull: true) == grown.expected, replay)
            // One that no one had to read since may still be damaged.
            let damage = try grown.repository.cacheDamage()
            #expect(damage.map { $0.reason == "its checksum does not match" } ?? true, replay)
        }
        print("state hashes: \(counts.sorted { $0.key < $1.key })")
        for what in ["older", "packed", "pruned", "damaged", "removed", "unchanged", "resumed"] {
            #expect(counts[what, default: 0] > 0, "\(what)")
        }
    }

    /// A stranger's CREATE that comes before the one that certifies a task's id: the protocol takes the first, lists that of
    /// the owner. Neither is given the tasks of the other, whichever was asked for first.
    @Test(arguments: [true, false], [true, false])
    func aTaskThatWasMadeTwiceIsNotTheSameInBothViews(
        _ listsFirst: Bool, _ isPacked: Bool
    ) throws {
        let (owner, stranger) = (Writer(1), Writer(2))
        let nonce: JSONString = "00112233445566778899aabbccddeeff"
        let task = TaskID(
            OwnedKind.task.certifiedID(try #require(owner.author.publicKey), nonce: nonce))
        var scenario = SharedScenario()
        _ = try scenario.add(
            "CREATE", owner, task: task, after: [], minute: 5,
            ["title": "Mine", "ownerNonce": .string(nonce)])
        _ = try scenario.add(
            "CREATE", stranger, task: task, after: [], minute: 1, ["title": "Theirs"])
        var grown = try GrowingStore()
        // Other tasks on both sides of it.
        let others = (0..<40).map { TaskID(UUIDValue(high: UInt64($0) << 58, low: 1)) }
        let creates = try others.map {
            try scenario.add("CREATE", owner, task: $0, after: [], ["title": "Other"])
        }
        for node in scenario.nodes { try grown.admit(node) }
        if isPacked { _ = try grown.store.pack(.all) }
        func title() throws -> JSONString? {
            try grown.repository.tasks().state.tasks.first { $0.id == task }?.title
        }
        for round in 0..<4 {
            if listsFirst || round > 0 { #expect(try title() == "Mine", "\(round)") }
            try grown.expectTheHash("\(round)")
            #expect(try title() == "Mine", "\(round)")
            #expect(
                try grown.repository.stateHash(.effective, isFull: false)
                    == scenario.replay
                    .foldState().hash, "\(round)")
            #expect(try grown.repository.cacheDamage().map(\.reason) == nil, "\(round)")
            let place = round * 10
            let node = try scenario.update(others[place], by: owner, after: [creates[place]])
            try grown.admit(node)
        }
    }

    /// Does something to the store that leaves its nodes as they are.
    private func change(
        _ grown: inout GrowingStore, _ random: inout SeededGenerator
    ) throws -> String {
        let cache = grown.caches.randomElement(using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            _ = try grown.store.pack(.geometric)
            return "packed"
        case 1:
            _ = try grown.store.pack(.all)
            return "packed"
        case 2:
            // A loose copy of a packed node.
            if let node = grown.nodes.randomElement(using: &random) {
                let path = grown.store.objects.path(of: node.id)
                _ = try Files.makeDirectories(Path.parent(of: path))
                if !FileManager.default.fileExists(atPath: path) {
                    try Data(node.canonicalBytes + [10]).write(to: URL(filePath: path))
                }
                try grown.expectTheHash("with a copy")
            }
            _ = try grown.store.removePackedLooseNodes()
            return "pruned"
        case 3:
            guard let cache else { return "nothing" }
            try Files.remove(cache)
            return "removed"
        case 4:
            guard let cache else { return "nothing" }
            var bytes = try Files.read(cache)
            let place = Int.random(in: bytes.indices, using: &random)
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            try Files.replace(cache, with: bytes.span, mode: 0o644)
            return "damaged"
        default: return "nothing"
        }
    }

    /// A packed log with tasks and a loose node of a task, and its caches.
    private func storeWithCaches() throws -> GrowingStore {
        let logs = (UInt64(1)...100).lazy.map { RandomLog(seed: $0).nodes.inReplayOrder }
        let nodes = try #require(
            logs.first {
                $0.last?.taskID != nil && !Replay(Array($0.dropLast())).foldState().tasks.isEmpty
            })
        var grown = try GrowingStore()
        for node in nodes.dropLast() { try grown.admit(node) }
        _ = try grown.store.pack(.all)
        try grown.admit(nodes[nodes.count - 1])
        try grown.expectTheHash("first")
        return grown
    }

    @Test func noFlippedByteOfACacheIsFollowed() throws {
        let grown = try storeWithCaches()
        #expect(grown.caches.count == 2)
        for cache in grown.caches {
            let whole = try Files.read(cache)
            for place in whole.indices {
                var bytes = whole
                bytes[place] ^= 0x11
                try Files.replace(cache, with: bytes.span, mode: 0o644)
                try grown.expectTheHash("byte \(place) of \(cache)")
                #expect(try Files.read(cache) == whole, "byte \(place) of \(cache)")
            }
        }
    }

    /// Whoever can write the file can give it the right checksum, and a check finds that.
    @Test func aForgedHashIsFoundByACheck() throws {
        let grown = try storeWithCaches()
        let log = try #require(try grown.repository.indexedSource())
        let rule = try #require(grown.repository.hashedRule(ofPacks: log.packed))
        let cache = grown.repository.hashCache(log, besides: rule)
        let (file, start) = try cache.read()
        var content = file.bytes.extracting(start...).array
        content[10] ^= 1
        try cache.write(content)
        let damage = try #require(try grown.repository.cacheDamage())
        #expect(damage.file.path == cache.path && damage.reason == "it is not what the packs say")
        #expect(try grown.repository.stateHash(.whole, isFull: true) == grown.expected)
        try damage.file.remove()
        #expect(try grown.repository.cacheDamage() == nil)
    }

    /// A pack that was written to since may be damaged: its hash is computed again, or what it lacks is told.
    @Test func aHashDoesNotStandForPacksThatWereWrittenTo() throws {
        let grown = try storeWithCaches()
        let name = try #require(try grown.store.packs.names().first)
        let path = Path.join(grown.store.packs.path, name.packFileName)
        var bytes = try Files.read(path)
        bytes[bytes.count / 2] ^= 1
        try Files.remove(path)
        try Data(bytes).write(to: URL(filePath: path))
        let repository = grown.repository
        #expect(try repository.stateHash(.whole, isFull: false) != grown.expected)
        #expect(grown.store.incompleteness.count > 0)
    }

    /// Without ignored authors and permissions lists and hashes share the tasks; with an ignored one they do not.
    @Test func listsAndHashesDoNotTakeTheOthersTasks() throws {
        let grown = try storeWithCaches()
        #expect(grown.caches.contains { $0.hasSuffix("tasks.cache") })
        let author = try #require(grown.nodes.first?.author.userID)
        let configured = try Store(
            opening: StoreLocation(path: grown.store.path, origin: .named),
            userConfiguration: try Configuration(
                parsing: "[redo]\nignoredAuthors = \(author)\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        for _ in 0..<2 {
            let repository = Repository(
                configured,
                Repository.Options(
                    showsProgress: false, version: "1", smallestCachedCount: 1))
            let shown = Replay(grown.nodes.inReplayOrder, ignoring: [author]).foldState()
            #expect(try repository.tasks().state.hash == shown.hash)
            #expect(try repository.stateHash(.whole, isFull: false) == grown.expected)
            #expect(try repository.cacheDamage() == nil)
        }
        #expect(grown.caches.count == 3)
    }
}
