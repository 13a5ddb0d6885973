import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// The files of nodes, one by one.
@Suite struct LooseObjectsTests {
    let temporary: TemporaryStore
    let signed: Node
    let unsigned: Node
    private var objects: LooseObjects { temporary.store.objects }

    init() throws {
        temporary = try TemporaryStore()
        signed = try Sample.node(1)
        unsigned = try Sample.node(1, isSigned: false)
        try temporary.admit([signed])
    }

    @Test func aFileIsRemovedThatHoldsWhatWasRead() throws {
        #expect(try objects.remove(signed.id, ifItHolds: signed.canonicalBytes))
        #expect(try objects.ids().isEmpty)
        #expect(try temporary.temporaryFiles().isEmpty)
        // One that is gone already counts as removed, and so does one that never was there.
        #expect(try objects.remove(signed.id, ifItHolds: signed.canonicalBytes))
        #expect(try objects.remove(Sample.id(1), ifItHolds: []))
    }

    /// As when another command puts a signed copy in the place of the unsigned one that was packed.
    @Test func aFileStaysThatHoldsSomethingElse() throws {
        try #require(signed.id == unsigned.id)
        #expect(try !objects.remove(signed.id, ifItHolds: unsigned.canonicalBytes))
        #expect(try objects.line(of: signed.id) == signed.canonicalBytes)
        #expect(try temporary.temporaryFiles().isEmpty)
    }
}
