import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What a store must have by its own records.
@Suite struct ExpectedNodesTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let nodes: [Node]

    /// Two packs: of three chains, and of two.
    init() throws {
        temporary = try TemporaryStore()
        nodes = try (0..<5).flatMap { try Sample.chain(4, task: Sample.taskID($0)) }
        try temporary.writePack(Array(nodes[..<12]))
        try temporary.writePack(Array(nodes[12...]))
        store.notePacks()
    }

    private func expected() throws -> ExpectedNodes {
        let fast = try store.expectedNodes(usesCache: true)
        let slow = try store.expectedNodes(usesCache: false)
        #expect(fast.ids == slow.ids && fast.isWhole == slow.isWhole)
        return slow
    }

    private func removePack(_ name: PackName) throws {
        try Files.remove(temporary.packPath(name))
        try Files.remove(temporary.indexPath(name))
    }

    private func pack(of count: Int) throws -> PackName {
        let pack = try store.packs.open(using: Pack.lookup).first { $0.nodeCount == count }
        return try #require(pack).name
    }

    @Test func nothingIsMissingInAWholeStore() throws {
        #expect(try expected().isWhole)
        #expect(try expected().findings(in: store).isEmpty)
    }

    @Test func theHeadsOfAPackThatIsGoneAreMissing() throws {
        let name = try pack(of: 12)
        try removePack(name)
        let heads = Set([3, 7, 11].map { nodes[$0].id })
        let expected = try expected()
        #expect(expected.ids == heads)
        #expect(expected.gaps.map(\.witness.record) == ["inventory/\(name).heads"])
        let finding = try #require(expected.findings(in: store).first)
        #expect(
            finding.detail.hasPrefix("the pack of 12 nodes is gone; at least these are nowhere"))
        #expect(finding.detail.contains("\(heads.sorted()[0])"))
    }

    @Test func readersSayThatAPackIsGone() throws {
        try removePack(pack(of: 8))
        _ = try store.snapshot()
        #expect(store.incompleteness.count == 2)
    }

    @Test func packsThatWereReplacedAreNotMissed() throws {
        let names = try store.packNames()
        _ = try #require(try store.pack(.all))
        #expect(try store.packNames().count == 1)
        #expect(try expected().isWhole)
        #expect(try store.inventory.listing().packs == store.packNames())
        #expect(try Set(names).isDisjoint(with: store.inventory.listing().packs))
    }

    /// As when a command was ended after the new pack was written.
    @Test func aReplacementThatWasNotNotedIsSettled() throws {
        let names = try store.packNames()
        try temporary.writePack(nodes)
        for name in names { try removePack(name) }
        #expect(try store.expectedNodes(usesCache: true).isWhole)
        #expect(try store.inventory.listing().packs == store.packNames())
    }

    @Test func aPackIsMissedUntilAllItsHeadsAreBack() throws {
        try removePack(pack(of: 8))
        try temporary.admit(Array(nodes[12..<16]))
        #expect(try expected().ids == [nodes[19].id])
        try temporary.admit(Array(nodes[16..<20]))
        #expect(try expected().isWhole)
    }

    @Test func aPackOfWhichNothingIsKnownIsMissed() throws {
        let name = try pack(of: 12)
        try removePack(name)
        let file = Path.join(store.inventoryDirectory.path, "\(name).heads")
        try temporary.replace(file, with: Array("RedoHds1".utf8))
        let expected = try expected()
        #expect(expected.ids.isEmpty && !expected.isWhole && expected.leastCount == 1)
        #expect(
            expected.findings(in: store).map(\.detail).first?.hasPrefix("the pack is gone; ")
                == true)
    }

    @Test func aDamagedFileOfTheInventoryIsWrittenAgainBesideItsPack() throws {
        let name = try pack(of: 12)
        let file = Path.join(store.inventoryDirectory.path, "\(name).heads")
        let bytes = try Files.read(file)
        try temporary.replace(file, with: [])
        #expect(try expected().isWhole)
        store.notePacks()
        #expect(try Files.read(file) == bytes)
    }

    // MARK: Operations

    private func record(_ nodes: [Node], at time: Int64) throws {
        let node = try #require(nodes.first)
        try store.record(
            Operation(
                time: Instant(milliseconds: time), user: node.author.userID, device: "laptop",
                nodes: nodes.map(\.id)))
    }

    @Test func aNodeOfAnOperationIsMissed() throws {
        let loose = try Sample.chain(2, task: Sample.taskID(9))
        try temporary.admit(loose)
        try record([loose[0]], at: 1)
        try record([loose[1]], at: 2)
        #expect(try expected().isWhole)
        // Compared before, and again.
        #expect(try expected().isWhole)
        try Files.remove(temporary.file(loose[1]))
        let expected = try expected()
        #expect(expected.ids == [loose[1].id])
        #expect(expected.gaps.map(\.witness.record) == ["operations"])
        try temporary.admit([loose[1]])
        #expect(try self.expected().isWhole)
    }

    @Test func aNodeThatIsPackedAfterItWasComparedIsNotMissed() throws {
        let loose = try Sample.chain(2, task: Sample.taskID(9))
        try temporary.admit(loose)
        try record(loose, at: 1)
        #expect(try expected().isWhole)
        _ = try #require(try store.pack(.all))
        #expect(try store.looseIDs().isEmpty)
        #expect(try expected().isWhole)
    }

    @Test func aNodeThatAWatcherHasSeenIsMissed() throws {
        let loose = try Sample.chain(1, task: Sample.taskID(9))
        try temporary.admit(loose)
        var journal = ArrivalJournal(of: store)
        _ = try #require(try journal.update(with: store.ids()) { $0 })
        #expect(try expected().isWhole)
        try Files.remove(temporary.file(loose[0]))
        let expected = try expected()
        #expect(expected.ids == [loose[0].id])
        #expect(expected.gaps.map(\.witness.record) == [ArrivalJournal.recordName])
    }

    // MARK: Records

    @Test func aRecordThatIsGoneIsMissed() throws {
        try store.setCurrentContext("home")
        #expect(try expected().isWhole)
        try Files.remove(Path.join(store.path, "context"))
        #expect(try expected().records == ["context"])
        let finding = try #require(try expected().findings(in: store).first)
        #expect(finding.path == Path.join(store.path, "context"))
    }

    @Test func aRecordThatIsRemovedOnPurposeIsNotMissed() throws {
        try store.setCurrentContext("home")
        try store.setCurrentContext(nil)
        #expect(try expected().isWhole)
    }

    @Test func recordsOfAnyNameAreListed() throws {
        for name in ["checkpoints/é %2F/state", "lost"] { store.note(record: name) }
        #expect(try store.inventory.listing().records == ["checkpoints/é %2F/state", "lost"])
    }

    // MARK: The cache

    @Test func aDamagedCacheOfWhatWasComparedIsMadeAgain() throws {
        try temporary.admit(try Sample.chain(2, task: Sample.taskID(9)))
        try record(Array(nodes[..<2]), at: 1)
        #expect(try expected().isWhole)
        let path = Path.join(store.path, "expected.cache")
        let bytes = try Files.read(path)
        for bad in [[], Array(bytes.dropLast()), bytes + [0], [UInt8](repeating: 0xFF, count: 64)] {
            try temporary.replace(path, with: bad)
            #expect(try store.expectedNodes(usesCache: true).isWhole)
            #expect(try Files.read(path) == bytes)
        }
    }
}
