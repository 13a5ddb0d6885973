import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoRepository
@testable import RedoStore

/// What is answered about a store in which nodes are unreadable, against one that never had them, nor what follows them.
@Suite struct DamagedLogTests {
    /// What a log says of itself.
    private struct Answers: Equatable {
        private let ids: [NodeID]
        private let verdicts: [Verdict]
        private let heads: TaskHeads
        private let hashes: [NodeID]
        private let voids: [VoidNode]
        private let persons: [NodeID]
        private let sharedTasks: Set<TaskID>
        private let nodeCounts: [Int]
        private let areInEffect: [Bool]
        private let tasks: [[UInt8]?]

        /// - Parameter nodes: of the whole log, whose tasks and authors are asked about.
        init(_ repository: Repository, _ nodes: [Node]) throws {
            let validation = try repository.validation()
            ids = validation.graph.ids
            verdicts = Array(validation.verdicts)
            heads = try repository.heads()
            hashes = [
                try repository.tasks().state.hash, try repository.state(.authorized).hash,
                try repository.stateHash(.whole, isFull: false),
                try repository.family(Organisation.self).hash, try repository.rooms().hash,
            ]
            voids = try repository.voidTaskNodes()
            persons = try repository.people().persons.map(\.id).sorted()
            sharedTasks = Set(try repository.sharedLog().authority.sharedTasks)
            let users = Set(nodes.map(\.author.userID)).sorted()
            let authors = try repository.authors()
            nodeCounts = users.map { authors.nodeCount(of: $0) }
            let keys = Set(nodes.compactMap(\.author.publicKey)).sorted {
                UserID($0) < UserID($1)
            }
            areInEffect = try keys.map { try repository.hasNodeInEffect(by: $0) }
            tasks = Set(nodes.compactMap(\.taskID)).sorted().map { task in
                let log = try? repository.log(of: [task.description])
                return log?.replay.task(task)?.canonicalBytes()
            }
        }
    }

    private static func repository(_ store: Store) -> Repository {
        Repository(
            store,
            Repository.Options(
                showsProgress: false, version: "1", smallestCachedCount: 1))
    }

    /// A store that was not read yet.
    private static func opened(_ store: Store) throws -> Store {
        try Store(
            opening: StoreLocation(path: store.path, origin: .named),
            userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
    }

    /// The nodes that are left without one of them.
    private static func left(of nodes: [Node], without damaged: NodeID) -> [Node] {
        var known: Set<NodeID> = []
        return nodes.filter { node in
            guard node.id != damaged, known.isSuperset(of: node.parents) else { return false }
            known.insert(node.id)
            return true
        }
    }

    @Test func everyQuestionIsAnsweredByTheNodesThatAreLeft() throws {
        let seed = Seed()
        var random = seed.generator
        var lostCount = 0
        for _ in 0..<25 {
            let nodes = RandomSharedLog(seed: random.next(), isNarrow: false).nodes
            let directory = try TemporaryDirectory()
            let store = try RandomLogTests.store(directory, "store")
            let count = Int.random(in: 0..<nodes.count, using: &random)
            _ = try RandomLogTests.admit(Array(nodes.prefix(count)), to: store)
            _ = try store.pack(.all)
            _ = try RandomLogTests.admit(nodes, to: store)
            let damaged = try #require(nodes[count...].randomElement(using: &random)).id
            try Files.replace(
                store.objects.path(of: damaged), with: Array("{}\n".utf8).span, mode: 0o644)
            let sound = Self.left(of: nodes, without: damaged)
            lostCount += nodes.count - sound.count
            let other = try RandomLogTests.store(directory, "other")
            _ = try RandomLogTests.admit(sound, to: other)
            let repository = Self.repository(try Self.opened(store))
            #expect(try repository.indexedSource() == nil, seed.replay)
            let answers = try Answers(repository, nodes)
            #expect(try answers == Answers(Self.repository(other), nodes), seed.replay)
            #expect(repository.store.incompleteness.count > 0, seed.replay)
        }
        #expect(lostCount > 25)
    }

    /// The tasks of what is left are good for names, and not for deciding what may be deleted.
    @Test func tasksOfADamagedPackAreNotSound() throws {
        let nodes = try (0..<20).map { number in
            let id = UUIDValue(
                high: 0x1111_1111_1111_4111, low: 0x8111_0000_0000_0000 + UInt64(number))
            return try Writer.ana.node(.create, task: TaskID(id), minute: number, ["title": "a"])
        }.sorted { $0.position < $1.position }
        let directory = try TemporaryDirectory()
        let store = try RandomLogTests.store(directory, "store")
        let half = nodes.count / 2
        _ = try RandomLogTests.admit(Array(nodes[..<half]), to: store)
        var writer = try PackWriter.begin(in: store.packs.directory, isSynced: false)
        for node in nodes[half...] { try writer.add(node) }
        _ = try writer.finish()
        let pack = try #require(try store.packs.open(using: Pack.facts).first)
        var bytes = try Files.read(pack.path)
        let frame = pack.index.frame(0)
        bytes[frame.offset + frame.byteCount / 2] ^= 0x11
        try Files.replace(pack.path, with: bytes.span, mode: 0o644)
        let repository = Self.repository(try Self.opened(store))
        let log = try #require(try repository.indexedSource())
        #expect(try repository.soundTasks() == nil)
        let named = try repository.namedTasks()
        #expect(named.map(\.id) == nodes[..<half].compactMap(\.taskID).sorted())
        #expect(try repository.soundTasks() == nil)
        #expect(log.knownTasks == nil)
        #expect(try repository.stateHash(.whole, isFull: false) == repository.state(.whole).hash)
    }
}
