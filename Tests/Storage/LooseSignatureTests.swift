import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// A loose node whose signature is not its author's: read, since whoever writes into the store's folder can
/// write its log, and refused where nodes are packed, sent or checked.
@Suite struct LooseSignatureTests {
    let temporary: TemporaryStore
    let chain: [Node]
    var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(3)
        try temporary.admit(chain)
        try temporary.writeLoose([try Sample.withForgedSignature(chain[2])])
    }

    @Test func readersDoNotLookAtIt() throws {
        #expect(try store.snapshot().nodes.map(\.id) == chain.map(\.id))
        #expect(try store.storedLog()?.logIndex()?.count == 3)
        #expect(try store.node(chain[2].id, validator: NodeValidator())?.id == chain[2].id)
    }

    @Test func hashAndFormAreLookedAt() throws {
        try temporary.overwrite(chain[1], with: chain[0].canonicalBytes)
        #expect(try store.snapshot().refused.map(\.fault.code).contains(.hashMismatch))
    }

    @Test func checksRefuseIt() throws {
        let verified = try store.snapshot(trusting: .nothing)
        #expect(verified.refused.map(\.fault.code) == [ErrorCode.invalidSignature])
        let findings = try store.check().findings
        #expect(findings.map(\.code) == [ErrorCode.invalidSignature])
        #expect(findings.map(\.path) == [temporary.file(chain[2])])
    }

    @Test func itIsNotPackedAndStays() throws {
        #expect(try store.pack(.all)?.nodeCount == 2)
        #expect(try store.objects.ids() == [chain[2].id])
    }

    @Test func itIsNotSent() throws {
        let few = try store.snapshot(of: Set(chain.map(\.id)))
        #expect(few.nodes.map(\.id) == chain.prefix(2).map(\.id))
        #expect(few.refused.map(\.id) == [chain[2].id])
        let many = try store.snapshot(trusting: .checksumsBut([]))
        #expect(many.nodes.count == 2 && many.refused.map(\.id) == [chain[2].id])
    }

    /// A good packed copy is sent in its place.
    @Test func aGoodCopyIsSent() throws {
        try temporary.writePack(chain)
        #expect(try store.snapshot(of: Set(chain.map(\.id))).nodes.lines == chain.lines)
    }

    @Test func aGoodCopyTakesItsPlace() throws {
        #expect(try temporary.admit([chain[2]]) == [nil])
        #expect(try store.check().findings.isEmpty)
        #expect(try temporary.quarantined().count == 1)
    }
}
