import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Taking batches in (protocol, section 4, Boundaries).
@Suite struct AdmissionTests {
    let temporary: TemporaryStore
    var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @Test func theOrderWithinABatchDoesNotMatter() throws {
        let seed = Seed()
        var random = seed.generator
        let chain = try Sample.chain(12)
        for _ in 0..<10 {
            let temporary = try TemporaryStore()
            let verdicts = try temporary.admit(chain.shuffled(using: &random))
            #expect(verdicts.allSatisfy { $0 == nil }, seed.replay)
            #expect(try temporary.store.snapshot().nodes.map(\.id) == chain.map(\.id), seed.replay)
        }
    }

    @Test func aBatchKeepsItsGoodNodes() throws {
        let chain = try Sample.chain(3)
        let orphan = try Sample.node(50, after: [try Sample.node(49)])
        let bad = Result<Node, Rejection>.failure(Rejection(.schemaMismatch, "no node"))
        let verdicts = try store.admit(
            [.success(orphan), bad] + chain.map { .success($0) }, validator: NodeValidator())
        #expect(verdicts.map { $0?.code } == [.parentNotFound, .schemaMismatch, nil, nil, nil])
        #expect(try store.ids() == chain.map(\.id).sorted())
    }

    @Test func aNodeIsRefusedUntilItsParentIsThere() throws {
        let chain = try Sample.chain(2)
        #expect(try temporary.admit([chain[1]]) == [.parentNotFound])
        #expect(try store.ids() == [])
        #expect(try temporary.admit([chain[0]]) == [nil])
        #expect(try temporary.admit([chain[1]]) == [nil])
    }

    @Test func aChildOfADamagedNodeIsRefused() throws {
        let chain = try Sample.chain(2)
        try temporary.admit([chain[0]])
        try temporary.overwrite(chain[0], with: "{}\n".utf8)
        #expect(try temporary.admit([chain[1]]) == [.parentNotFound])
    }

    @Test func aNodeThatComesAgainIsAccepted() throws {
        let node = try Sample.node(1)
        #expect(try temporary.admit([node, node]) == [nil, nil])
        let written = try Files.status(of: temporary.file(node))?.modified
        #expect(try temporary.admit([node]) == [nil])
        #expect(try Files.status(of: temporary.file(node))?.modified == written)
        #expect(try store.ids() == [node.id])
    }

    @Test func theFileIsTheCanonicalLine() throws {
        let node = try Sample.node(1)
        try temporary.admit([node])
        #expect(try Files.read(temporary.file(node)) == node.canonicalBytes + [UInt8(ascii: "\n")])
        #expect(try Files.status(of: temporary.file(node))?.permissions == 0o444)
    }

    @Test func noTemporaryFileIsLeft() throws {
        try temporary.admit(try Sample.chain(5))
        #expect(try temporary.temporaryFiles() == [])
    }
}
