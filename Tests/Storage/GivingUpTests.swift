import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What follows a lost node is kept in the quarantine once that is given up, and comes back with it.
@Suite struct GivingUpTests {
    let temporary: TemporaryStore
    let chain: [Node]
    let other: [Node]
    var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(6)
        other = try Sample.chain(3, task: Sample.taskID(7))
    }

    /// How the nodes of a store are stored.
    enum Layout: CaseIterable { case loose, packed, mixed, twice }

    /// Stores all nodes but the one that is lost, and runs a repair.
    private func loseTheThird(_ layout: Layout) throws -> StoreRepair {
        let kept = chain.filter { $0.id != chain[2].id } + other
        switch layout {
        case .loose: try temporary.writeLoose(kept)
        case .packed: try temporary.writePack(kept)
        case .mixed:
            try temporary.writePack(Array(kept[..<3]))
            try temporary.writeLoose(Array(kept[3...]))
        case .twice:
            try temporary.writePack(kept)
            try temporary.writePack(Array(kept[1...]))
            try temporary.writeLoose(kept)
        }
        return try #require(try store.repair())
    }

    private func giveUp(_ ids: Set<NodeID>) throws -> [Node] {
        var request = SurrenderRequest()
        request.nodes = ids
        return try #require(try store.giveUp(request))
    }

    @Test(arguments: Layout.allCases)
    func aMissingParentIsRecordedAsLost(_ layout: Layout) throws {
        let repair = try loseTheThird(layout)
        #expect(repair.remaining.contains { $0.detail == "\(chain[2].id) is lost" })
        #expect(try store.lostNodes() == [chain[2].id])
        #expect(try store.missingAncestor(of: chain[5].id) == chain[2].id)
        #expect(try store.missingAncestor(of: chain[1].id) == nil)
    }

    @Test(arguments: Layout.allCases)
    func whatFollowsIsMovedToTheQuarantine(_ layout: Layout) throws {
        _ = try loseTheThird(layout)
        #expect(try giveUp([chain[2].id]).map(\.id) == chain[3...].map(\.id))
        #expect(try store.check().findings.isEmpty)
        #expect(try store.losses().isEmpty)
        #expect(try store.ids() == (chain[..<2] + other).map(\.id).sorted())
        #expect(try temporary.lines() == (chain[..<2] + other).inReplayOrder.lines)
        #expect(try store.snapshot().refused.isEmpty)
        #expect(try temporary.quarantined() == [ForgedPack.content(Array(chain[3...]))])
        let givenUp = try store.givenUp()
        #expect(givenUp.lost == [chain[2].id] && givenUp.cutOff == Set(chain[3...].map(\.id)))
        // Neither a repair nor a clean-up touches it.
        #expect(try store.repair()?.actions.isEmpty == true)
        #expect(try store.emptyQuarantine() == 0)
        #expect(try temporary.quarantined().count == 1)
    }

    /// Each way in which the lost node can turn up.
    @Test(arguments: Layout.allCases)
    func allComesBackWithTheLostNode(_ layout: Layout) throws {
        _ = try loseTheThird(layout)
        _ = try giveUp([chain[2].id])
        #expect(try temporary.admit([chain[2]]) == [nil])
        #expect(try store.ids() == (chain + other).map(\.id).sorted())
        #expect(try store.givenUp().isEmpty)
        #expect(try temporary.quarantined().isEmpty)
        #expect(store.incompleteness.returnedCount == 3)
        #expect(try store.check().findings.isEmpty)
    }

    @Test func aRepairBringsItBackToo() throws {
        _ = try loseTheThird(.packed)
        _ = try giveUp([chain[2].id])
        let backup = Path.join(store.quarantinePath, "backup")
        try temporary.replace(backup, with: chain[2].canonicalBytes)
        let repair = try #require(try store.repair())
        #expect(repair.remaining.isEmpty)
        #expect(try store.ids() == (chain + other).map(\.id).sorted())
        #expect(try store.givenUp().isEmpty)
    }

    /// Two lost nodes of which each cuts off the same one: both have to come.
    @Test func aNodeThatFollowsTwoWaitsForBoth() throws {
        let second = try Sample.chain(2, task: Sample.taskID(8))
        let writer = Writer(9)
        let joined = try writer.node(
            .update, task: Sample.task, after: [chain[0], second[0]], minute: 9,
            ["title": "joined"])
        try temporary.writeLoose([joined])
        _ = try store.repair()
        #expect(try store.lostNodes() == [chain[0].id, second[0].id].sorted())
        #expect(try giveUp([chain[0].id]).map(\.id) == [joined.id])
        #expect(try store.lostNodes() == [second[0].id])
        _ = try giveUp([second[0].id])
        #expect(try temporary.admit([chain[0]]) == [nil])
        #expect(try store.ids() == [chain[0].id])
        #expect(try store.givenUp().cutOff == [joined.id])
        #expect(try temporary.admit([second[0]]) == [nil])
        #expect(try store.ids().count == 3)
        #expect(try store.givenUp().isEmpty)
    }

    /// A node that is here is not given up, whatever is asked.
    @Test func whatIsHereStays() throws {
        try temporary.writeLoose(chain)
        #expect(try giveUp([chain[2].id]).isEmpty)
        #expect(try store.ids() == chain.map(\.id).sorted())
        #expect(try store.givenUp().isEmpty)
    }

    @Test func nothingIsGivenUpWhileAnotherCommandPacks() throws {
        _ = try loseTheThird(.loose)
        let lock = try store.packLock()
        var request = SurrenderRequest()
        request.nodes = [chain[2].id]
        #expect(try store.giveUp(request) == nil)
        withExtendedLifetime(lock) {}
    }

    /// After a cut between any two steps, the nodes are somewhere, and a repetition completes it.
    @Test func anInterruptionLosesNothing() throws {
        _ = try loseTheThird(.packed)
        let pack = try store.packNames()[0]
        let packed = try Files.read(temporary.packPath(pack))
        let index = try Files.read(temporary.indexPath(pack))
        _ = try giveUp([chain[2].id])
        // As if it had been ended before the pack was removed and the record of losses written.
        try temporary.replace(temporary.packPath(pack), with: packed)
        try temporary.replace(temporary.indexPath(pack), with: index)
        var lost = LostNodes.Contents()
        lost.nodes = [chain[2].id]
        try store.lost.write(lost)
        let findings = try store.check().findings
        #expect(findings.map(\.code) == [.parentNotFound, .corrupted], "\(findings)")
        #expect(try giveUp([chain[2].id]).count == 3)
        #expect(try store.check().findings.isEmpty)
        #expect(try temporary.admit([chain[2]]) == [nil])
        #expect(try store.ids() == (chain + other).map(\.id).sorted())
        #expect(try temporary.quarantined().isEmpty)
    }

    // MARK: Packs from elsewhere

    private func take(_ nodes: [Node]) throws -> IncomingPack {
        let place = try TemporaryDirectory()
        let directory = ContainedDirectory(place.path, depth: 0)
        var writer = try PackWriter.begin(in: directory, isSynced: false)
        for node in nodes.inReplayOrder { try writer.add(node) }
        let name = try writer.finish()
        return try store.admit(
            packAt: ContainedFile(name.packFileName, in: directory), named: name.digest, of: nil)
    }

    @Test func aFetchKeepsWhatFollowsAsideWithoutAWord() throws {
        _ = try loseTheThird(.loose)
        _ = try giveUp([chain[2].id])
        let further = try Sample.chain(8)
        try #require(further[..<6].map(\.id) == chain.map(\.id))
        let incoming = try take(Array(further[3...]))
        #expect(incoming.isWhole && incoming.new.isEmpty)
        #expect(incoming.ids == further[3...].map(\.id).sorted())
        #expect(try store.givenUp().cutOff == Set(further[3...].map(\.id)))
        #expect(try store.ids() == (chain[..<2] + other).map(\.id).sorted())
        let files = try temporary.quarantined().count
        // Once more: it is there already.
        #expect(try take(Array(further[3...])).isWhole)
        #expect(try temporary.quarantined().count == files)
        // With the lost node everything comes.
        #expect(try take(Array(further[..<3])).new == [chain[2].id])
        #expect(try store.ids() == (further + other).map(\.id).sorted())
        #expect(try store.givenUp().isEmpty)
    }

    /// What nobody gave up is refused as before.
    @Test func otherNodesWithoutParentsAreRefused() throws {
        _ = try loseTheThird(.loose)
        _ = try giveUp([chain[2].id])
        let stranger = try Sample.chain(3, task: Sample.taskID(9))
        let incoming = try take(Array(stranger[1...]))
        #expect(incoming.refused.map(\.code) == [.parentNotFound, .parentNotFound])
        #expect(try store.givenUp().cutOff == Set(chain[3...].map(\.id)))
    }
}
