import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Copies of one node, some of them packed: a whole one counts, of several a signed one.
@Suite struct PackedCopyTests {
    let temporary: TemporaryStore
    let signed: Node
    let unsigned: Node
    let others: [Node]
    var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        signed = try Sample.node(1)
        unsigned = try Sample.node(1, isSigned: false)
        others = try (2..<6).map { try Sample.node($0) }
        try #require(signed.id == unsigned.id)
    }

    /// What every way to read says of the node.
    private func signatures() throws -> [Bool] {
        let id = signed.id
        var objects = try store.objectReader()
        return [
            try store.node(id, validator: NodeValidator())?.signature != nil,
            try objects.line(of: id)?.bytes == signed.canonicalBytes[...],
            try store.snapshot().nodes.first { $0.id == id }?.signature != nil,
            try store.snapshot(trusting: .nothing).nodes.first { $0.id == id }?.signature != nil,
        ]
    }

    private func expectSigned(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try signatures() == [true, true, true, true], sourceLocation: sourceLocation)
        #expect(try store.ids().count { $0 == signed.id } == 1, sourceLocation: sourceLocation)
    }

    @Test func aSignedLooseCopyWinsAndIsPacked() throws {
        try temporary.writePack(others + [unsigned])
        #expect(try signatures() == [false, false, false, false])
        #expect(try temporary.admit([signed]) == [nil])
        try expectSigned()
        #expect(try store.objects.ids() == [signed.id])
        _ = try store.pack(.all)
        #expect(try store.objects.ids().isEmpty && store.packNames().count == 1)
        try expectSigned()
    }

    @Test func anUnsignedPackedCopyIsReadWhereThereIsNoOther() throws {
        try temporary.writePack(others + [unsigned])
        let node = try store.node(signed.id, validator: NodeValidator())
        #expect(node?.canonicalBytes == unsigned.canonicalBytes)
        var objects = try store.objectReader()
        let line = try objects.line(of: signed.id)
        #expect(line?.bytes == unsigned.canonicalBytes[...])
        #expect(line?.packed?.isSigned == false)
    }

    @Test func aSignedPackedCopyWins() throws {
        try temporary.admit([unsigned])
        try temporary.writePack(others + [signed])
        try expectSigned()
        _ = try store.pack(.all)
        try expectSigned()
        #expect(try store.objects.ids().isEmpty)
    }

    @Test func ofTwoPacksTheOneWithTheSignatureCounts() throws {
        try temporary.writePack(others + [unsigned])
        try temporary.writePack(Array(others.prefix(2)) + [signed])
        try expectSigned()
        _ = try store.pack(.all)
        try expectSigned()
    }

    @Test func anUnsignedCopyOfAPackedSignedNodeIsNotWritten() throws {
        try temporary.writePack(others + [signed])
        let before = try temporary.packFileNames()
        #expect(try temporary.admit([unsigned] + others) == [nil, nil, nil, nil, nil])
        #expect(try store.objects.ids().isEmpty)
        #expect(try temporary.packFileNames() == before)
        try expectSigned()
    }

    @Test func aDamagedLooseCopyOfAPackedNodeDoesNotMatter() throws {
        try temporary.admit([signed])
        try temporary.writePack(others + [signed])
        try temporary.overwrite(signed, with: "{".utf8)
        try expectSigned()
        #expect(try store.snapshot().refused.isEmpty)
    }

    @Test func aNodeOfADamagedPackCountsWhereAnotherPackHasIt() throws {
        let name = try temporary.writePack(others + [signed])
        try temporary.writePack(others + [signed, try Sample.node(9)])
        try damageFrame(of: name)
        try expectSigned()
        #expect(try store.snapshot().refused.isEmpty)
        #expect(try !store.check().findings.isEmpty)
    }

    /// A copy in a damaged pack is none.
    @Test func aNodeOfADamagedPackIsWrittenAgain() throws {
        let name = try temporary.writePack(others + [signed])
        try damageFrame(of: name)
        #expect(try store.snapshot().refused.count == 5)
        #expect(try temporary.admit(others + [signed]) == [nil, nil, nil, nil, nil])
        #expect(try store.objects.ids().count == 5)
        #expect(try store.snapshot().refused.isEmpty)
        try expectSigned()
    }

    private func damageFrame(of name: PackName) throws {
        var bytes = try Files.read(temporary.packPath(name))
        bytes[PackFormat.headerByteCount + 20] ^= 0x55
        try temporary.replace(temporary.packPath(name), with: bytes)
    }
}
