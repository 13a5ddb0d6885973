import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Which packs `redo gc` writes and which files it removes.
@Suite struct PackingTests {
    let temporary: TemporaryStore
    var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func packCount() throws -> Int { try store.packNames().count }

    @Test func looseNodesGetIntoAPackAndTheirFilesGo() throws {
        let chain = try Sample.chain(5)
        try temporary.admit(chain)
        let report = try #require(try store.pack(.geometric))
        #expect(report.nodeCount == 5 && report.removedLooseCount == 5)
        #expect(try store.objects.ids().isEmpty)
        #expect(try temporary.lines() == chain.lines)
        #expect(try temporary.packFileNames().count == 2)
        #expect(try temporary.temporaryFiles().isEmpty)
    }

    @Test(arguments: [PackScope.geometric, .small(10), .all])
    func onePackAloneStaysAsItIs(_ scope: PackScope) throws {
        let name = try temporary.writePack(try Sample.chain(5))
        let files = [temporary.packPath(name), temporary.indexPath(name)]
        let before = try files.map { try Files.read($0) }
        let report = try #require(try store.pack(scope))
        #expect(report.name == nil && report.removedPackCount == 0)
        #expect(try files.map { try Files.read($0) } == before)
    }

    /// Small packs become one, and larger ones stay as they are.
    @Test func smallPacksAreJoined() throws {
        let chain = try Sample.chain(17)
        let large = try temporary.writePack(Array(chain[..<5]))
        for start in [5, 9, 13] { _ = try temporary.writePack(Array(chain[start..<start + 4])) }
        let lines = try temporary.lines()
        let report = try #require(try store.pack(.small(4)))
        #expect(report.nodeCount == 12 && report.removedPackCount == 3)
        #expect(try store.packNames().contains(large) && packCount() == 2)
        #expect(try temporary.lines() == lines)
        #expect(try store.pack(.small(4))?.name == nil)
    }

    @Test(arguments: [PackScope.geometric, .small(10), .all])
    func anEmptyStoreGetsNoPack(_ scope: PackScope) throws {
        #expect(try store.pack(scope)?.name == nil)
        #expect(try temporary.packFileNames().isEmpty)
    }

    /// The pack that results has the name of the one that is there.
    @Test(arguments: [PackScope.geometric, .small(10), .all])
    func looseCopiesOfOnePackLeaveThatPack(_ scope: PackScope) throws {
        let chain = try Sample.chain(5)
        try temporary.admit(chain)
        let name = try temporary.writePack(chain)
        let report = try #require(try store.pack(scope))
        #expect(report.name == name)
        #expect(report.removedPackCount == 0 && report.removedLooseCount == 5)
        #expect(try temporary.lines() == chain.lines)
    }

    @Test func packsStayGeometricWhateverTheSizesOfTheParts() throws {
        let seed = Seed()
        var random = seed.generator
        let chain = try Sample.chain(200)
        var rest = chain
        while !rest.isEmpty {
            let part = Array(rest.prefix(Int.random(in: 1...12, using: &random)))
            rest.removeFirst(part.count)
            if Bool.random(using: &random) {
                try temporary.admit(part)
            } else {
                try temporary.writePack(part)
            }
            // A process that another test is just starting holds what this one has locked for a moment.
            while try store.pack(.geometric) == nil {}
            let sizes = try store.packs.open(using: Pack.lookup).map(\.nodeCount).sorted()
            var sum = 0
            for size in sizes {
                #expect(size >= 2 * sum, "\(sizes), \(seed.replay.rawValue)")
                sum += size
            }
        }
        #expect(try temporary.lines() == chain.lines, seed.replay)
        #expect(try packCount() <= 6, seed.replay)
    }

    /// As several imports leave them.
    @Test func packsOfOneSizeBecomeOne() throws {
        let chain = try Sample.chain(40)
        for start in stride(from: 0, to: 40, by: 10) {
            try temporary.writePack(Array(chain[start..<start + 10]))
        }
        #expect(try store.pack(.geometric)?.removedPackCount == 4)
        #expect(try packCount() == 1)
        #expect(try temporary.lines() == chain.lines)
    }

    @Test func everythingGetsIntoOnePack() throws {
        let chain = try Sample.chain(30)
        try temporary.writePack(Array(chain[..<20]))
        try temporary.writePack(Array(chain[15..<22]))
        try temporary.admit(chain)
        let report = try #require(try store.pack(.all))
        #expect(report.nodeCount == 30 && report.removedPackCount == 2)
        #expect(try packCount() == 1)
        #expect(try store.ids() == chain.map(\.id).sorted())
        #expect(try temporary.lines() == chain.lines)
        #expect(try store.check().findings.isEmpty)
    }

    @Test func aDamagedFileOfANodeStaysWhereItIs() throws {
        let chain = try Sample.chain(3)
        try temporary.admit(chain)
        try temporary.overwrite(chain[2], with: "{".utf8)
        #expect(try store.pack(.all)?.nodeCount == 2)
        #expect(try store.objects.ids() == [chain[2].id])
        #expect(try Files.read(temporary.file(chain[2])) == Array("{".utf8))
    }

    @Test func aDamagedPackIsNotReplaced() throws {
        let chain = try Sample.chain(10)
        let name = try temporary.writePack(Array(chain[..<5]))
        try temporary.writePack(Array(chain[5...]))
        var bytes = try Files.read(temporary.packPath(name))
        bytes[bytes.count / 2] ^= 1
        try temporary.replace(temporary.packPath(name), with: bytes)
        let before = try temporary.packFileNames()
        let error = #expect(throws: RedoError.self) { try store.pack(.all) }
        #expect(error?.code == .corrupted)
        #expect(try temporary.packFileNames() == before)
        #expect(try Files.read(temporary.packPath(name)) == bytes)
    }

    @Test func anotherSpellingOfANodeIsPackedInItsCanonicalOne() throws {
        let node = try Sample.node(1)
        try temporary.admit([node])
        try temporary.overwrite(node, with: [UInt8(ascii: " ")] + node.canonicalBytes)
        #expect(try store.pack(.all)?.removedLooseCount == 1)
        #expect(try store.check().findings.isEmpty)
        var objects = try store.objectReader()
        let line = try objects.line(of: node.id)
        #expect(line?.bytes == node.canonicalBytes[...] && line?.packed != nil)
    }
}
