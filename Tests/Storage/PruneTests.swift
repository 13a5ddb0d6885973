import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What `redo prune` removes where nodes are packed: never the last whole copy.
@Suite struct PruneTests {
    let temporary: TemporaryStore
    let chain: [Node]
    var store: Store { temporary.store }
    static let now = 2_000_000_000

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(4)
    }

    /// Makes a file in the folder of the packs.
    private func makeFile(_ name: String, age: Int) throws {
        _ = try Files.makeDirectory(store.packs.path)
        let path = Path.join(store.packs.path, name)
        try Data("part of a pack".utf8).write(to: URL(filePath: path))
        try setAge(age, of: name)
    }

    private func setAge(_ age: Int, of name: String) throws {
        let path = Path.join(store.packs.path, name)
        let date = Date(timeIntervalSince1970: Double(Self.now - age))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    /// Such an index is all that tells what was lost with its pack.
    @Test func anIndexOfWhoseNodesThereIsNoOtherCopyStays() throws {
        let name = try temporary.writePack(chain)
        try Files.remove(temporary.packPath(name))
        try setAge(10 * Store.staleSeconds, of: name.indexFileName)
        try makeFile("tmp-0123.pack", age: 10 * Store.staleSeconds)
        #expect(try store.removeStaleFiles(now: Self.now) == 1)
        #expect(try temporary.packFileNames() == [name.indexFileName])
    }

    /// A writer that was ended has left both; a pack without its index would be found to be lost.
    @Test func aTemporaryPackGoesWithItsIndexOrLater() throws {
        let name = try temporary.writePack(chain)
        try Files.rename(
            temporary.packPath(name), to: Path.join(store.packs.path, "tmp-0123.pack"))
        try setAge(Store.staleSeconds + 1, of: "tmp-0123.pack")
        try setAge(Store.staleSeconds - 1, of: name.indexFileName)
        #expect(try store.removeStaleFiles(now: Self.now) == 0)
        try setAge(Store.staleSeconds + 1, of: name.indexFileName)
        #expect(try store.removeStaleFiles(now: Self.now) == 2)
        #expect(try temporary.packFileNames().isEmpty)
    }

    @Test func oldTemporaryPacksAndIndexesWithoutAPackAreRemoved() throws {
        let name = try temporary.writePack(chain)
        let old = Store.staleSeconds + 1
        // What its pack had is in the other one.
        let part = try temporary.writePack(Array(chain[..<2]))
        try Files.remove(temporary.packPath(part))
        try setAge(old, of: part.indexFileName)
        try makeFile("tmp-0123.pack", age: old)
        try makeFile("tmp-0123.idx", age: old)
        try makeFile("tmp-4567.pack", age: Store.staleSeconds - 1)
        try makeFile("notes", age: old)
        #expect(try store.removeStaleFiles(now: Self.now) == 3)
        #expect(
            try temporary.packFileNames()
                == [name.indexFileName, name.packFileName, "notes", "tmp-4567.pack"].sorted())
    }

    @Test func anIndexWithoutAPackStaysForAWhile() throws {
        let stray = "pack-" + String(repeating: "0", count: 64) + ".idx"
        try makeFile(stray, age: Store.staleSeconds - 1)
        #expect(try store.removeStaleFiles(now: Self.now) == 0)
        #expect(try temporary.packFileNames() == [stray])
    }

    @Test func looseCopiesOfPackedNodesAreRemoved() throws {
        try temporary.admit(chain)
        try temporary.writePack(Array(chain[..<3]))
        #expect(try store.objectCount().prunable == 3)
        #expect(try store.removePackedLooseNodes() == 3)
        #expect(try store.objects.ids() == [chain[3].id])
        #expect(try temporary.lines() == chain.lines)
        #expect(try temporary.temporaryFiles().isEmpty)
    }

    @Test func aSignedLooseCopyOfAnUnsignedPackedNodeStays() throws {
        let unsigned = try Sample.node(0, isSigned: false)
        try #require(unsigned.id == chain[0].id)
        try temporary.writePack([unsigned])
        try temporary.admit([chain[0]])
        #expect(try store.removePackedLooseNodes() == 0)
        #expect(try store.objects.ids() == [unsigned.id])
        #expect(try temporary.lines() == [chain[0].canonicalBytes])
    }

    @Test func anUnsignedLooseCopyOfASignedPackedNodeGoes() throws {
        try temporary.admit([try Sample.node(0, isSigned: false)])
        try temporary.writePack([chain[0]])
        #expect(try store.removePackedLooseNodes() == 1)
        #expect(try temporary.lines() == [chain[0].canonicalBytes])
    }

    @Test func looseCopiesStayWhereThePackIsDamaged() throws {
        try temporary.admit(chain)
        let name = try temporary.writePack(chain)
        var bytes = try Files.read(temporary.packPath(name))
        bytes[PackFormat.headerByteCount + 20] ^= 0x55
        try temporary.replace(temporary.packPath(name), with: bytes)
        #expect(try store.removePackedLooseNodes() == 0)
        #expect(try store.objects.ids().count == 4)
        #expect(try temporary.lines() == chain.lines)
    }

    /// It may be all that is left of something.
    @Test func aDamagedLooseCopyStays() throws {
        try temporary.admit(chain)
        try temporary.writePack(chain)
        try temporary.overwrite(chain[1], with: "{".utf8)
        #expect(try store.removePackedLooseNodes() == 3)
        #expect(try Files.read(temporary.file(chain[1])) == Array("{".utf8))
    }

    @Test func theQuarantineIsEmptiedOfFiles() throws {
        try temporary.admit(chain)
        try temporary.overwrite(chain[1], with: "{".utf8)
        try temporary.admit(chain)
        #expect(try temporary.quarantined().count == 1)
        _ = try Files.makeDirectory(Path.join(store.quarantinePath, "folder"))
        #expect(try store.emptyQuarantine() == 2)
        #expect(try Files.names(in: store.quarantinePath) == ["folder"])
        #expect(try store.emptyQuarantine() == 0)
    }
}
