import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Indexes and packs that have the right checksums and lie: whoever believed them would remove nodes.
@Suite struct LyingIndexTests {
    let temporary: TemporaryStore
    let chain: [Node]
    var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(12)
    }

    /// The nodes that the bytes of the store still give, whatever indexes say.
    private func stored() throws -> Set<NodeID> { try temporary.wholeNodes() }

    /// What a chunk says in the place of what it should.
    enum Lie: String, CaseIterable {
        case noFrames, shiftedFrames, oneFrameLess, aFrameTwice, noFrameOfTheFirstNodes
        case tooLargeAContent, fewerNodesThanThePack

        func index(of forged: ForgedPack) -> [UInt8] {
            let width = IndexChunk.frames.width
            let frames = ForgedPack.content(of: .frames, in: forged.index)
            func with(_ content: [UInt8]) -> [UInt8] {
                ForgedPack.index(forged.index, with: [.frames: content])
            }
            switch self {
            case .noFrames: return with([])
            case .shiftedFrames: return with(Array(frames[width...] + frames[..<width]))
            case .oneFrameLess: return with(Array(frames.dropLast(width)))
            case .aFrameTwice: return with(Array(frames[..<width]) + frames)
            case .noFrameOfTheFirstNodes: return with(Array(frames[width...]))
            case .tooLargeAContent:
                return with(Array(frames[..<12]) + [255, 255, 255, 255] + frames[16...])
            case .fewerNodesThanThePack: return forged.index
            }
        }
    }

    @Test(arguments: Lie.allCases)
    func packingRemovesNothingThatALieHides(_ lie: Lie) throws {
        var forged =
            lie == .fewerNodesThanThePack
            ? ForgedPack(
                frames: [ForgedPack.content(chain)],
                nodes: [Array(zip(chain, ForgedPack.offsets(of: chain)).prefix(5))],
                trailerCount: chain.count)
            : ForgedPack(chain, nodesPerFrame: 4)
        forged.index = lie.index(of: forged)
        try forged.write(to: temporary)
        try temporary.writeLoose([try Sample.node(50)])
        let before = try temporary.packFileNames()
        let error = #expect(throws: RedoError.self) { try store.pack(.all) }
        #expect(error?.code == .corrupted)
        #expect(error?.hints.isEmpty == false)
        #expect(try temporary.packFileNames() == before)
        #expect(try stored().isSuperset(of: chain.map(\.id)))
        // Readers say so too, and a repair brings everything back.
        #expect(throws: RedoError.self) { try store.snapshot() }
        _ = try store.repair()
        #expect(try store.snapshot().nodes.count == 13)
        #expect(try store.pack(.all)?.nodeCount == 13)
        #expect(try stored().count == 13)
    }

    /// Trailer and index agree, and lines are there that neither counts.
    @Test func packingRemovesNoLinesThatNobodyCounts() throws {
        for hidden in [0, 5, 11] {
            let nodes = zip(chain, ForgedPack.offsets(of: chain)).enumerated()
                .filter { $0.offset != hidden }.map(\.element)
            let forged = ForgedPack(frames: [ForgedPack.content(chain)], nodes: [nodes])
            let name = try forged.write(to: temporary)
            try temporary.writeLoose([try Sample.node(50)])
            let error = #expect(throws: RedoError.self) { try store.pack(.all) }
            #expect(error?.code == .corrupted)
            #expect(try stored().isSuperset(of: chain.map(\.id)), "\(hidden)")
            // A reader does not pass over them in silence either.
            #expect(try !store.snapshot().refused.isEmpty, "\(hidden)")
            try Files.remove(temporary.packPath(name))
            try Files.remove(temporary.indexPath(name))
        }
    }

    /// A pack that claims a node and has another text under its id.
    private func writeForgery(of node: Node, beside others: [Node] = []) throws {
        let text = String(decoding: node.canonicalBytes, as: UTF8.self)
        let spoiled = Array(text.replacing("number", with: "nember").utf8)
        try #require(spoiled != node.canonicalBytes)
        let content = ForgedPack.content(others)
        try ForgedPack(
            frames: [content + spoiled + [10]],
            nodes: [Array(zip(others, ForgedPack.offsets(of: others))) + [(node, content.count)]]
        ).write(to: temporary)
    }

    @Test func theOnlyGoodCopyOfANodeThatAPackForgesIsNotPruned() throws {
        try temporary.admit(chain)
        try writeForgery(of: chain[3], beside: Array(chain[..<3]))
        #expect(try store.removePackedLooseNodes() == 3)
        #expect(try store.objects.ids().contains(chain[3].id))
        #expect(try stored() == Set(chain.map(\.id)))
    }

    @Test func aGoodCopyInAnotherPackIsFound() throws {
        try temporary.admit(chain)
        try writeForgery(of: chain[0])
        try temporary.writePack([chain[0], chain[1]])
        #expect(try store.removePackedLooseNodes() == 2)
        #expect(try stored() == Set(chain.map(\.id)))
    }

    /// The packed copy hashes to the id, and its signature is not the author's.
    @Test func aCopyWithAForgedSignatureIsNoCopyOfASignedNode() throws {
        let forged = try Sample.withForgedSignature(chain[0])
        try temporary.admit(chain)
        try temporary.writePack([forged])
        #expect(try store.removePackedLooseNodes() == 0)
        #expect(try temporary.admit([chain[0]]) == [nil])
        #expect(try Files.read(temporary.file(chain[0])).dropLast() == chain[0].canonicalBytes[...])
    }

    @Test func aGoodCopyOfANodeThatAPackForgesIsImported() throws {
        try writeForgery(of: chain[0])
        #expect(try temporary.admit([chain[0]]) == [nil])
        #expect(try stored() == [chain[0].id])
        #expect(try store.objects.ids() == [chain[0].id])
        _ = try store.repair()
        #expect(try temporary.lines() == [chain[0].canonicalBytes])
    }

    /// A batch that is large enough for a pack of its own.
    @Test func aGoodBatchOfForgedNodesIsImported() throws {
        let nodes = try Sample.chain(Store.maximumLooseBatch + 20)
        let forged = nodes.map { node -> [UInt8] in
            Array(
                String(decoding: node.canonicalBytes, as: UTF8.self)
                    .replacing("number", with: "nember").utf8)
        }
        try ForgedPack(
            frames: [forged.flatMap { $0 + [10] }],
            nodes: [Array(zip(nodes, ForgedPack.offsets(of: nodes)))]
        ).write(to: temporary)
        #expect(try temporary.admit(nodes).allSatisfy { $0 == nil })
        #expect(try stored() == Set(nodes.map(\.id)))
    }

    /// Each line that a gc leaves out was hashed where it stays.
    @Test func packingKeepsEverythingThatIsWhole() throws {
        try ForgedPack(Array(chain[..<8]), nodesPerFrame: 3).write(to: temporary)
        try temporary.writePack(Array(chain[4..<10]))
        try temporary.admit(chain)
        let report = try store.pack(.all)
        #expect(report?.nodeCount == 12 && report?.removedPackCount == 2)
        #expect(try temporary.lines() == chain.lines)
    }

    // MARK: Packs as fsck, verify and readers see them

    @Test func aLastLineWithoutItsLineFeedIsDamageForAll() throws {
        let content = Array(ForgedPack.content(Array(chain[..<3])).dropLast())
        let name = try ForgedPack(
            frames: [content],
            nodes: [Array(zip(chain[..<3], ForgedPack.offsets(of: Array(chain[..<3]))))]
        ).write(to: temporary)
        #expect(try store.snapshot().refused.map(\.id) == [chain[2].id])
        #expect(try store.snapshot(trusting: .nothing).refused.map(\.id) == [chain[2].id])
        let findings = try store.check().findings
        #expect(findings.map(\.path) == [temporary.packPath(name)])
        #expect(findings.first?.detail.contains("line feed") == true)
        // The line is whole but for that, and a repair saves it.
        _ = try store.repair()
        #expect(try temporary.lines() == Array(chain[..<3]).lines)
    }

    @Test(arguments: [
        (IndexChunk.parentStarts, UInt32.max), (.parents, 12), (.parents, IndexChunk.foreignBit),
        (.sorted, 12), (.fanOut, 13), (.subjects, 3), (.authors, 1), (.lamports, .max),
        (.walls, 1 << 30),
    ])
    func aNumberThatLeadsNowhereIsDamage(_ chunk: IndexChunk, _ number: UInt32) throws {
        let forged = ForgedPack(chain, nodesPerFrame: 4)
        var content = ForgedPack.content(of: chunk, in: forged.index)
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        // The last element but one, or the upper half of the last one.
        let place = content.count - (chunk.width == 8 ? 4 : 8)
        content.replaceSubrange(place..<place + 4, with: bytes)
        try forged.lying(chunk, content).write(to: temporary)
        let error = #expect(throws: RedoError.self) { try store.storedLog() }
        #expect(error?.code == .corrupted)
        #expect(error?.hints == ["'redo index' rebuilds the indexes of packs"])
        #expect(try !store.check().findings.isEmpty)
    }
}
