import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Packs that have the right checksums and hold what they should not.
@Suite struct HostilePackTests {
    let temporary: TemporaryStore
    let chain: [Node]
    var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(4)
    }

    /// Writes a pack of one frame with any content, and an index that says that some nodes are in it,
    /// where each starts.
    private func writePack(
        _ content: [UInt8], holding nodes: [(node: Node, offset: Int)]
    ) throws -> PackName {
        try ForgedPack(frames: [content], nodes: [nodes.map { ($0.node, $0.offset) }]).write(
            to: temporary)
    }

    private func text(_ lines: [[UInt8]]) -> [UInt8] { Array(lines.flatMap { $0 + [10] }) }

    /// What is wrong in a pack must not get into another.
    private func expectNotPacked() throws {
        let node = try Sample.node(50)
        try temporary.admit([node])
        let before = try temporary.packFileNames()
        let error = #expect(throws: RedoError.self) { try store.pack(.all) }
        #expect(error?.code == .corrupted)
        #expect(try temporary.packFileNames() == before)
        try Files.remove(temporary.file(node))
    }

    @Test func aLineThatIsNoNodeIsRefusedAndFound() throws {
        let content = text([chain[0].canonicalBytes, Array("{}".utf8)])
        let start = chain[0].canonicalBytes.count + 1
        let name = try writePack(content, holding: [(chain[0], 0), (chain[1], start)])
        let snapshot = try store.snapshot()
        #expect(snapshot.nodes.map(\.id) == [chain[0].id])
        #expect(snapshot.refused.map(\.id) == [chain[1].id])
        let error = #expect(throws: RedoError.self) {
            try store.node(chain[1].id, validator: NodeValidator())
        }
        #expect(error?.code == .corrupted)
        #expect(try store.check().findings.map(\.path) == [temporary.packPath(name)])
        #expect(throws: RedoError.self) { try store.writeIndex(of: name) }
        try expectNotPacked()
        _ = try store.repair()
        #expect(try temporary.lines() == [chain[0].canonicalBytes])
        #expect(try store.check().findings.map(\.detail) == ["\(chain[1].id) is lost"])
    }

    @Test func theLineOfAnotherNodeIsRefused() throws {
        let content = text([chain[0].canonicalBytes, chain[2].canonicalBytes])
        let start = chain[0].canonicalBytes.count + 1
        let name = try writePack(content, holding: [(chain[0], 0), (chain[1], start)])
        #expect(try store.snapshot().refused.map(\.id) == [chain[1].id])
        #expect(throws: RedoError.self) { try store.node(chain[1].id, validator: NodeValidator()) }
        try expectNotPacked()
        #expect(
            try store.check().findings.map(\.path).contains(temporary.indexPath(name)))
    }

    /// The line's checksum is right, but what it says does not hash to its id.
    @Test func aForgedNodeIsFoundWherePacksAreNotTrusted() throws {
        let spoiled = String(decoding: chain[3].canonicalBytes, as: UTF8.self)
            .replacing("number 3", with: "number 8")
        let start = text(chain.dropLast().lines).count
        let content = text(chain.dropLast().lines + [Array(spoiled.utf8)])
        let offsets = chain.indices.map { text(Array(chain[..<$0]).lines).count }
        let name = try writePack(content, holding: Array(zip(chain, offsets)))
        #expect(offsets.last == start)
        let snapshot = try store.snapshot(trusting: .nothing)
        #expect(snapshot.refused.map(\.fault.code) == [ErrorCode.hashMismatch])
        #expect(try store.check().findings.map(\.path) == [temporary.packPath(name)])
        try expectNotPacked()
    }

    @Test(arguments: [7, 100_000])
    func anIndexThatLeadsOutsideALineIsNotFollowed(_ offset: Int) throws {
        let name = try writePack(
            text([chain[0].canonicalBytes]), holding: [(chain[0], offset)])
        #expect(try store.snapshot().refused.count == 1)
        #expect(throws: RedoError.self) { try store.node(chain[0].id, validator: NodeValidator()) }
        #expect(try store.check().findings.map(\.path) == [temporary.indexPath(name)])
        _ = try store.repair()
        #expect(try temporary.lines() == [chain[0].canonicalBytes])
    }

    @Test func nodesThatAreNotInReplayOrderAreFound() throws {
        let lines = [chain[1].canonicalBytes, chain[0].canonicalBytes]
        let name = try writePack(
            text(lines), holding: [(chain[1], 0), (chain[0], lines[0].count + 1)])
        #expect(try store.snapshot().nodes.map(\.id) == [chain[0].id, chain[1].id])
        #expect(try store.check().findings.map(\.path) == [temporary.packPath(name)])
        #expect(try store.repair()?.remaining.isEmpty == true)
        #expect(try temporary.lines() == Array(chain[..<2]).lines)
    }

    @Test func aPackWithoutNodesIsFine() throws {
        let writer = try PackWriter.begin(in: store.packs.directory, isSynced: false)
        _ = try writer.finish()
        #expect(try store.snapshot().nodes.isEmpty)
        #expect(try store.ids().isEmpty)
        #expect(try store.check().findings.isEmpty)
        try temporary.admit(chain)
        #expect(try store.pack(.all)?.nodeCount == 4)
        #expect(try store.packNames().count == 1)
    }

    @Test func aFileInThePlaceOfTheFolderIsNotTakenForAnEmptyOne() throws {
        try temporary.admit(chain)
        try temporary.replace(store.packs.path, with: [1])
        #expect(throws: RedoError.self) { try store.snapshot() }
        #expect(throws: RedoError.self) { try store.ids() }
        #expect(throws: RedoError.self) { try store.check() }
        #expect(throws: RedoError.self) { try store.objectCount() }
        #expect(throws: RedoError.self) { _ = try store.objectReader() }
        #expect(try store.objects.ids().count == 4)
    }
}
