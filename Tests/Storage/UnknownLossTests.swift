import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// A repair that does not know how much there was says so, and nobody forgets it.
@Suite struct UnknownLossTests {
    let damaged: DamagedStore
    var store: Store { damaged.store }

    init() throws { damaged = try DamagedStore() }

    private var detail: String {
        "nodes of \(damaged.name) can be lost: it was damaged, and no record has what it contained"
    }

    private func cutOffWithoutIndex() throws {
        try Files.remove(damaged.indexPath)
        let half = Array(damaged.packBytes[..<(damaged.packBytes.count / 2)])
        try damaged.temporary.replace(damaged.packPath, with: half)
    }

    @Test func aPackWithoutIndexThatIsCutOffStaysAFinding() throws {
        try cutOffWithoutIndex()
        let repair = try #require(try store.repair())
        #expect(repair.remaining.map(\.detail).contains(detail))
        #expect(
            repair.actions.contains {
                $0.hasPrefix("saved ") && $0.hasSuffix("; how many it held is not known")
            })
        #expect(try store.losses().packs == [damaged.name])
        #expect(try store.check().findings.map(\.detail).contains(detail))
        #expect(try store.repair()?.remaining.map(\.detail).contains(detail) == true)
        try store.noteLostNodes()
        #expect(store.incompleteness.count > 0)
    }

    @Test func itEndsWhenThePackComesBack() throws {
        try cutOffWithoutIndex()
        _ = try store.repair()
        let place = try TemporaryDirectory()
        let file = ContainedFile("came", in: ContainedDirectory(place.path, depth: 0))
        try Data(damaged.packBytes).write(to: URL(filePath: file.path))
        _ = try store.admit(packAt: file, named: damaged.name.digest, of: nil)
        #expect(try store.losses().isEmpty)
        #expect(try store.check().findings.isEmpty)
    }

    @Test func itEndsWhenItIsGivenUp() throws {
        try cutOffWithoutIndex()
        _ = try store.repair()
        var request = SurrenderRequest()
        request.packs = [damaged.name]
        request.nodes = Set(
            try store.losses(besides: store.expectedNodes(usesCache: false)).nodes)
        _ = try #require(try store.giveUp(request))
        #expect(try store.check().findings.isEmpty)
        #expect(try store.givenUp().packs == [damaged.name])
    }

    /// The trailer says how many there were, and all are saved.
    @Test func nothingIsUnknownIfAllNodesAreSaved() throws {
        try Files.remove(damaged.indexPath)
        var bytes = damaged.packBytes
        bytes[0] ^= 1
        try damaged.temporary.replace(damaged.packPath, with: bytes)
        #expect(try store.repair()?.remaining.isEmpty == true)
        #expect(try store.losses().isEmpty)
    }

    /// A pack of the wrong name tells nothing of the one that had the name.
    @Test func anotherPackInItsPlaceIsAnUnknownLoss() throws {
        let other = try TemporaryStore()
        let name = try other.writePack(Sample.chain(3))
        try Files.remove(damaged.indexPath)
        try damaged.temporary.replace(damaged.packPath, with: Files.read(other.packPath(name)))
        #expect(try store.repair()?.remaining.map(\.detail).contains(detail) == true)
    }

    @Test func aLostPackWithAnUnreadableIndexIsAnUnknownLoss() throws {
        try Files.remove(damaged.packPath)
        try damaged.temporary.replace(damaged.indexPath, with: [1, 2, 3])
        #expect(try store.repair()?.remaining.map(\.detail) == [detail])
        #expect(try store.check().findings.map(\.detail) == [detail])
    }

    // MARK: Records

    private func record(_ count: Int) throws -> Set<NodeID> {
        var lost = LostNodes.Contents()
        lost.nodes = Set((1...count).map { Sample.id($0) })
        try store.lost.write(lost)
        return lost.nodes
    }

    /// Cut off, emptied or changed, the record of losses is damaged, and says for good that it has named more.
    @Test func aDamagedRecordOfLossesIsFound() throws {
        let ids = try record(3)
        let whole = try Files.read(store.lost.filePath)
        var changed = whole
        changed[10] ^= 1
        for bytes in [[], Array(whole[..<80]), changed, whole + [65], Array("garbage\n".utf8)] {
            try damaged.temporary.replace(store.lost.filePath, with: bytes)
            let found = try store.check().findings.map(\.detail)
            #expect(found.contains("its checksum does not match its lines"))
            try store.noteLostNodes()
            #expect(store.incompleteness.count > 0)
            let left = try #require(try store.repair()).remaining.map(\.detail)
            #expect(left.contains("more can be lost than it names: it was damaged before"))
            #expect(try store.lost.isWhole())
            // What could be read is still there. A changed line can name another node: it is not known which line was
            // changed, so none is left out.
            let named = try store.lost.read().nodes
            #expect(named.subtracting(ids).count == (bytes == changed ? 1 : 0))
            if bytes == changed { #expect(named.intersection(ids).count == 2) }
            if bytes == whole + [65] { #expect(named == ids) }
        }
    }

    @Test func aDamagedRecordOfWhatWasGivenUpIsFound() throws {
        var request = SurrenderRequest()
        request.nodes = [Sample.id(1), Sample.id(2)]
        _ = try store.giveUp(request)
        #expect(try store.check().findings.isEmpty)
        let path = store.givenUpRecord.filePath
        let bytes = try Files.read(path)
        try damaged.temporary.replace(path, with: Array(bytes.dropLast(70)))
        #expect(
            try store.check().findings.map(\.detail) == ["its checksum does not match its lines"])
        #expect(try store.repair()?.remaining.isEmpty == true)
        #expect(try store.givenUp().lost.isSubset(of: request.nodes))
    }

    @Test func aRecordSurvivesBeingWrittenAndRead() throws {
        var contents = LostNodes.Contents()
        contents.nodes = Set((1...9).map { Sample.id($0) })
        contents.packs = [damaged.name]
        contents.hasForgotten = true
        try store.lost.write(contents)
        #expect(try store.lost.read() == contents)
        #expect(try store.lost.isWhole())
        try store.lost.write(LostNodes.Contents())
        #expect(try Files.status(of: store.lost.filePath) == nil)
    }
}
