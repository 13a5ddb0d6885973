import Foundation
import RedoCheckpoints
import RedoCrypto
import RedoModel
import SampleNodes
import TestSupport
import Testing

/// What a statement has to say of its packs, whose nodes are in several of them, and whose parents are anywhere.
@Suite struct StatementContentsTests {
    private typealias Links = (id: NodeID, parents: [NodeID])

    /// Nodes that follow some of those before them.
    private func graph(_ count: Int, _ generator: inout SeededGenerator) -> [Links] {
        let ids = (0..<count).map { Sample.id($0) }.shuffled(using: &generator)
        return ids.enumerated().map { place, id in
            let parents = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in
                ids[..<place].randomElement(using: &generator)
            }
            return (id, Set(parents).sorted())
        }
    }

    /// Against the definition, for nodes scattered over packs at random, in memory and in files.
    @Test func theyAreCountedFromAllPacks() throws {
        let seed = Seed()
        var generator = seed.generator
        let directory = try TemporaryDirectory()
        for round in 0..<200 {
            let nodes = graph(Int.random(in: 0...40, using: &generator), &generator)
            let parts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                nodes.filter { _ in Bool.random(using: &generator) }
            }
            let isAsked = parts.map { _ in Bool.random(using: &generator) }
            let packs = try parts.enumerated().map { number, part -> any LinkedNodeIDs in
                let links = NodeLinks(of: part.shuffled(using: &generator))
                if number.isMultiple(of: 2) { return links }
                let path = "\(directory.path)/\(round)-\(number)"
                try Data(NodeIDList.bytes(of: links, in: Samples.digest(1))).write(
                    to: URL(filePath: path))
                return try #require(NodeIDList(reading: path, of: Samples.digest(1)))
            }
            let contents = StatementContents(of: packs) { isAsked[$0] }
            let ids = Set(parts.joined().map(\.id))
            let parents = Set(parts.joined().flatMap(\.parents))
            let heads = ids.subtracting(parents).sorted()
            #expect(contents.nodeCount == ids.count, seed.replay)
            #expect(contents.headCount == heads.count, seed.replay)
            #expect(contents.headsRoot == MerkleTree.root(of: heads.map(\.digest)), seed.replay)
            let asked = zip(parts, isAsked).filter(\.1).flatMap { $0.0.flatMap(\.parents) }
            #expect(contents.missingParents == Set(asked).subtracting(ids).sorted(), seed.replay)
        }
    }

    /// A pack that is not in replay order has the parent behind its child.
    @Test func aParentOfTheSamePackIsNotMissing() {
        let links = NodeLinks(
            ids: [Sample.id(1), Sample.id(2)], hasChild: [false, false],
            otherParents: [Sample.id(2)])
        let contents = StatementContents(of: [links])
        #expect(contents.headCount == 1 && contents.missingParents.isEmpty)
    }

    @Test func whatAStatementSaysOtherwiseIsNamed() throws {
        let contents = StatementContents(of: [NodeLinks(of: [(Sample.id(1), [])])])
        func statement(_ nodes: Int, _ heads: Int, _ root: Digest) -> Statement {
            Statement(
                slot: Samples.slot, key: Samples.signer.publicKey, nonce: Samples.nonce,
                sequence: 1, previous: nil, packs: [], heads: (heads, root), nodeCount: nodes,
                seen: [], retired: [],
                time: Sample.instant("2026-11-23T18:17:00.000Z"))
        }
        let root = contents.headsRoot
        #expect(contents.differences(from: statement(1, 1, root)).isEmpty)
        #expect(
            contents.differences(from: statement(2, 1, root))
                == ["its packs have 1 node, and it says 2"])
        #expect(contents.differences(from: statement(1, 2, root)).count == 1)
        #expect(contents.differences(from: statement(2, 1, Samples.digest(3))).count == 2)
    }
}
