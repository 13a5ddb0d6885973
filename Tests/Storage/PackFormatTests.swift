import RedoCrypto
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// The bytes of packs (docs/pack-format.md).
@Suite struct PackFormatTests {
    let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    @Test func theNameIsTheDigestOfWhatIsBeforeTheTrailer() throws {
        let name = try temporary.writePack(try Sample.longNodes(20))
        let bytes = try Files.read(temporary.packPath(name))
        let content = bytes.dropLast(PackFormat.trailerByteCount)
        #expect(SHA256.digest(Array(content).span) == name.digest)
        #expect(name.packFileName == "pack-\(name.digest.hexadecimal).pack")
    }

    @Test func aPackStartsAndEndsWithASkippableFrame() throws {
        let nodes = try Sample.longNodes()
        let name = try temporary.writePack(nodes)
        let pack = try #require(try temporary.store.packs.open(using: Pack.lookup).first)
        let bytes = try Files.read(temporary.packPath(name))
        let magic: [UInt8] = [0x50, 0x2A, 0x4D, 0x18]
        #expect(bytes.starts(with: magic + [8, 0, 0, 0] + Array("RedoPck1".utf8)))
        let frames = UInt8(pack.index.frameCount)
        let trailer =
            magic + [56, 0, 0, 0] + Array("RedoEnd1".utf8)
            + [UInt8(nodes.count), 0, 0, 0, 0, 0, 0, 0, frames, 0, 0, 0, 0, 0, 0, 0]
        #expect(Array(bytes.suffix(64)) == trailer + name.digest.bytes)
    }

    @Test func theFilesAreReadOnly() throws {
        let name = try temporary.writePack(try Sample.chain(3))
        for path in [temporary.packPath(name), temporary.indexPath(name)] {
            #expect(try Files.status(of: path)?.permissions == 0o444)
        }
        #expect(try temporary.packFileNames().count == 2)
    }

    /// However the nodes come in, the pack of all of them is the same, and so is its index.
    @Test func theSameNodesGiveTheSameBytes() throws {
        let seed = Seed()
        var random = seed.generator
        let nodes = try Sample.longNodes()
        let name = try temporary.writePack(nodes)
        let files = [temporary.packPath(name), temporary.indexPath(name)]
        let expected = try files.map { try Files.read($0) }
        for _ in 0..<5 {
            let other = try TemporaryStore()
            var rest = nodes
            while !rest.isEmpty {
                let part = Array(rest.prefix(Int.random(in: 1...24, using: &random)))
                rest.removeFirst(part.count)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: try other.writePack(part)
                case 1: try other.admit(part.shuffled(using: &random))
                default:
                    try other.admit(part)
                    _ = try other.store.pack(.geometric)
                }
            }
            #expect(try other.store.pack(.all) != nil, seed.replay)
            #expect(try other.packFileNames().count == 2, seed.replay)
            #expect(try Files.read(other.packPath(name)) == expected[0], seed.replay)
            #expect(try Files.read(other.indexPath(name)) == expected[1], seed.replay)
        }
    }

    @Test(arguments: [
        "", "pack-.pack", "pack-00.pack", "tmp-0.pack",
        "pack-" + String(repeating: "A", count: 64) + ".pack",
        "pack-" + String(repeating: "a", count: 64) + ".idx",
        "pack-" + String(repeating: "a", count: 65) + ".pack",
    ])
    func otherFileNamesAreNoPacks(_ name: String) {
        #expect(PackName(fileName: name) == nil)
    }
}
