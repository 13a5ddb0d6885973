import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What is asked of a log to find the nodes that have come.
@Suite struct StoredLogArrivalsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func log() throws -> StoredLog { try #require(try store.storedLog()) }

    /// Three tasks of four nodes each, in replay order: five and four in packs, the last three in files.
    private func writeTasks() throws -> (nodes: [Node], packs: [PackName]) {
        let nodes = try Sample.longNodes(12)
        let packs = [
            try temporary.writePack(Array(nodes[..<5])),
            try temporary.writePack(Array(nodes[5..<9])),
        ]
        try temporary.writeLoose(Array(nodes[9...]))
        return (nodes, packs)
    }

    @Test func theNodesOfPacksThatAreKnownAreLeftOut() throws {
        let (nodes, packs) = try writeTasks()
        let log = try log()
        #expect(log.packNames == packs.sorted())
        let ids = nodes.map(\.id)
        #expect(log.ids(besides: []).sorted() == ids.sorted())
        #expect(log.ids(besides: [packs[0]]).sorted() == ids[5...].sorted())
        #expect(log.ids(besides: [packs[1]]).sorted() == (ids[..<5] + ids[9...]).sorted())
        #expect(log.ids(besides: Set(packs)).sorted() == ids[9...].sorted())
    }

    @Test func nodesAreAddedOnceAndInTheirPlaces() throws {
        let (nodes, packs) = try writeTasks()
        let log = try log()
        let early = try Sample.node(90, task: Sample.taskID(90))
        let grown = log.adding([nodes[10], early])
        #expect(grown.loose.map(\.id) == ([early] + nodes[9...]).map(\.id))
        #expect(grown.packNames == packs.sorted())
        #expect(log.loose.map(\.id) == nodes[9...].map(\.id))
        #expect(log.adding([]).loose.map(\.id) == nodes[9...].map(\.id))
    }

    @Test func aCopyThatIsAddedReplacesTheOneThatIsThere() throws {
        let signed = try Sample.node(1)
        let unsigned = try Sample.node(1, isSigned: false)
        try #require(signed.id == unsigned.id)
        try temporary.writeLoose([unsigned])
        let log = try log()
        #expect(log.loose.map(\.isSigned) == [false])
        #expect(log.adding([signed]).loose.map(\.isSigned) == [true])
    }

    /// Wherever they are stored; those that are not here come last.
    @Test func nodesAreOrderedAsReplaySeesThem() throws {
        let (nodes, _) = try writeTasks()
        let log = try log()
        let ids = nodes.map(\.id)
        // The ids have another order.
        try #require(ids != ids.sorted())
        let others = [Sample.id(2), Sample.id(1)]
        #expect(log.inReplayOrder(others + ids.reversed() + ids) == ids + others.reversed())
        #expect(log.inReplayOrder(ids.sorted()) == ids)
        #expect(log.inReplayOrder([ids[10], ids[2]]) == [ids[2], ids[10]])
        #expect(log.inReplayOrder([]).isEmpty)
    }

    @Test func aLogHasTheNodesOfItsPacksAndFiles() throws {
        let (nodes, _) = try writeTasks()
        let log = try log()
        #expect(nodes.allSatisfy { log.contains($0.id) })
        #expect(!log.contains(Sample.id(1)))
    }

    @Test func looseNodesThatAreDamagedAreNotAmongTheSound() throws {
        let (nodes, _) = try writeTasks()
        let ids = nodes.map(\.id)
        var (sound, damaged) = try store.soundIDs()
        #expect(sound == ids.sorted() && damaged.isEmpty)
        try temporary.overwrite(nodes[10], with: "{".utf8)
        (sound, damaged) = try store.soundIDs()
        #expect(sound == (ids[..<10] + ids[11...]).sorted())
        #expect(damaged == [ids[10]])
    }

    /// What is gone, or only in a pack, is neither.
    @Test func looseNodesAreReadOrDamaged() throws {
        let (nodes, _) = try writeTasks()
        try temporary.overwrite(nodes[10], with: "{".utf8)
        let asked = [nodes[11], nodes[0], nodes[10], nodes[9]].map(\.id) + [Sample.id(1)]
        let (found, damaged) = store.looseNodes(asked)
        #expect(found.lines == [nodes[11], nodes[9]].lines)
        #expect(damaged == [nodes[10].id])
        #expect(store.looseNodes([]).nodes.isEmpty)
    }
}
