import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Two copies of one node (protocol, section 2), and files that are none.
@Suite struct CopyTests {
    let temporary: TemporaryStore
    let signed: Node
    let unsigned: Node

    init() throws {
        temporary = try TemporaryStore()
        signed = try Sample.node(1)
        unsigned = try Sample.node(1, isSigned: false)
        try #require(signed.id == unsigned.id)
    }

    func stored() throws -> Node? {
        try temporary.store.node(signed.id, validator: NodeValidator())
    }

    @Test func aStoredNodeGainsTheSignatureOfALaterCopy() throws {
        try temporary.admit([unsigned])
        #expect(try stored()?.signature == nil)
        try temporary.admit([signed])
        #expect(try stored()?.signature == signed.signature)
    }

    /// A copy that another program left among the nodes; of two that are here, the one that adds nothing goes to
    /// the quarantine.
    @Test func aRepairTakesASignatureFromACopy() throws {
        try temporary.admit([unsigned])
        let line = signed.canonicalBytes + [UInt8(ascii: "\n")]
        try temporary.replace(temporary.file(signed) + ".sync-conflict-20261101-1", with: line)
        let repair = try #require(try temporary.store.repair())
        #expect(repair.remaining.isEmpty && repair.actions.count == 2)
        #expect(try stored()?.signature == signed.signature)
        #expect(try temporary.quarantined() == [])
        try temporary.replace(temporary.file(signed) + ".sync-conflict-20261102-1", with: line)
        #expect(try temporary.store.repair()?.actions.count == 1)
        #expect(try temporary.quarantined() == [line])
    }

    @Test func aLaterCopyInTheSameBatchGivesItsSignature() throws {
        try temporary.admit([unsigned, signed])
        #expect(try stored()?.signature == signed.signature)
    }

    @Test func aStoredSignatureStays() throws {
        try temporary.admit([signed])
        try temporary.admit([unsigned])
        #expect(try stored()?.signature == signed.signature)
    }

    @Test func anotherSpellingOfTheStoredNodeStays() throws {
        try temporary.admit([signed])
        let spelled = [UInt8(ascii: " ")] + signed.canonicalBytes
        try temporary.overwrite(signed, with: spelled)
        try temporary.admit([signed])
        #expect(try Files.read(temporary.file(signed)) == spelled)
        #expect(try temporary.quarantined() == [])
    }

    @Test(arguments: ["", "{}\n", "not JSON", "\u{0}\u{0}\u{0}"])
    func aDamagedFileIsSetAsideWhenAGoodCopyComes(_ damage: String) throws {
        try temporary.admit([signed])
        try temporary.overwrite(signed, with: damage.utf8)
        let error = #expect(throws: RedoError.self) { try stored() }
        #expect(error?.code == .corrupted)

        #expect(try temporary.admit([signed]) == [nil])
        #expect(try stored()?.signature == signed.signature)
        #expect(try temporary.quarantined() == [Array(damage.utf8)])
    }

    @Test func anotherNodeUnderTheIDIsSetAside() throws {
        let other = try Sample.node(2)
        try temporary.admit([signed])
        try temporary.overwrite(signed, with: other.canonicalBytes)
        try temporary.admit([signed])
        #expect(try stored()?.id == signed.id)
        #expect(try temporary.quarantined() == [other.canonicalBytes])
    }

    @Test func aFlippedBitIsDamage() throws {
        try temporary.admit([signed])
        var bytes = signed.canonicalBytes
        bytes[bytes.count / 2] ^= 1
        try temporary.overwrite(signed, with: bytes)
        #expect(throws: RedoError.self) { try stored() }
        try temporary.admit([signed])
        #expect(try temporary.quarantined() == [bytes])
    }
}
