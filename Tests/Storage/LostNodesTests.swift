import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// The list of the nodes that a store has lost: those that are back are struck from it.
@Suite struct LostNodesTests {
    let temporary: TemporaryStore
    let chain: [Node]
    var store: Store { temporary.store }

    /// Two nodes of a chain are damaged, and a repair has put them on the list.
    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(4)
        try temporary.admit(chain)
        for node in chain[2...] { try temporary.overwrite(node, with: "{".utf8) }
        _ = try #require(try temporary.store.repair())
    }

    private func recorded() throws -> [NodeID] { try store.lost.read().nodes.sorted() }

    @Test func whatARepairCannotSaveIsOnTheList() throws {
        let expected = chain[2...].map(\.id).sorted()
        #expect(try recorded() == expected)
        #expect(try store.lostNodes() == expected)
    }

    /// Readers look for themselves whether a node is back.
    @Test func aCheckStrikesWhatIsBack() throws {
        #expect(try temporary.admit([chain[2]]) == [nil])
        #expect(try store.lostNodes() == [chain[3].id])
        #expect(try recorded().count == 2)
        #expect(try store.check(isRecorded: false).findings.count == 1)
        #expect(try recorded().count == 2)
        #expect(try store.check().findings.count == 1)
        #expect(try recorded() == [chain[3].id])
    }

    @Test func aRepairStrikesWhatIsBack() throws {
        #expect(try temporary.admit([chain[2]]) == [nil])
        #expect(try store.repair()?.remaining.map(\.detail) == ["\(chain[3].id) is lost"])
        #expect(try recorded() == [chain[3].id])
        #expect(try temporary.admit([chain[3]]) == [nil])
        #expect(try store.repair()?.remaining.isEmpty == true)
        #expect(try recorded().isEmpty)
        #expect(try Files.status(of: store.lost.filePath) == nil)
    }

    @Test func whatIsGivenUpIsNoLongerOnTheList() throws {
        var request = SurrenderRequest()
        request.nodes = [chain[3].id]
        #expect(try store.giveUp(request)?.isEmpty == true)
        #expect(try recorded() == [chain[2].id])
        #expect(try store.givenUp().lost == [chain[3].id])
    }

    /// As when a person has put lines of a backup there.
    @Test func aRepairTakesBackWhatTheQuarantineHas() throws {
        let path = Path.join(store.quarantinePath, "backup")
        try temporary.replace(path, with: ForgedPack.content([chain[2], chain[3]]))
        let repair = try #require(try store.repair())
        #expect(repair.actions == ["took 2 nodes back from \(path)"])
        #expect(repair.remaining.isEmpty)
        #expect(try recorded().isEmpty)
        #expect(try store.ids() == chain.map(\.id).sorted())
        #expect(try Files.status(of: path) == nil)
    }

    @Test func aNodeWithoutItsParentStaysInTheQuarantine() throws {
        let path = Path.join(store.quarantinePath, "backup")
        try temporary.replace(path, with: chain[3].canonicalBytes)
        #expect(try store.repair()?.actions.isEmpty == true)
        #expect(try Files.read(path) == chain[3].canonicalBytes)
        #expect(try recorded().count == 2)
    }
}
