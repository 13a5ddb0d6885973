import RedoCrypto
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What is found where a pack is read from its beginning to its end without its index.
@Suite struct PackScanTests {
    private let pack: ForgedPack
    private let nodes: [Node]

    init() throws {
        nodes = try Sample.chain(5)
        pack = ForgedPack(nodes, nodesPerFrame: 2)
    }

    private var trailerOffset: Int { pack.pack.count - PackFormat.trailerByteCount }

    private func file(_ bytes: [UInt8]) throws -> MappedFile {
        try MappedFile(copying: [bytes], path: "a pack")
    }

    private func scan(_ bytes: [UInt8], named name: PackName? = nil) throws -> PackScan {
        PackScan(try file(bytes), named: name ?? pack.name)
    }

    @Test func aWholePackHasNoDamage() throws {
        let scan = try scan(pack.pack)
        #expect(scan.damages.isEmpty)
        #expect(scan.nodeCount == 5 && scan.frames.count == 3)
    }

    /// Wherever it differs, the trailer is one damage, and nothing is looked for in it.
    @Test func anotherTrailerIsOneDamage() throws {
        for offset in trailerOffset..<pack.pack.count {
            // Any number of nodes is one that the trailer can have.
            if trailerOffset + 16..<trailerOffset + 24 ~= offset { continue }
            var bytes = pack.pack
            bytes[offset] ^= 1
            let scan = try scan(bytes)
            #expect(scan.damages.map(\.offset) == [trailerOffset], "byte \(offset)")
            #expect(scan.damages.map(\.reason) == ["its trailer is not the one of its name"])
            #expect(scan.nodeCount == nil && scan.frames.count == 3)
        }
    }

    @Test func theTrailerOfAnotherNameIsOneDamage() throws {
        let other = ForgedPack(Array(nodes[..<3]), nodesPerFrame: 2)
        let scan = try scan(pack.pack, named: other.name)
        #expect(scan.damages.map(\.offset) == [trailerOffset])
        #expect(scan.nodeCount == nil)
    }

    @Test func otherBytesThanThoseOfTheNameAreOneDamage() throws {
        let last = try #require(try scan(pack.pack).frames.last)
        var bytes = pack.pack
        // The checksum of a frame, which is not compared here.
        bytes[last.offset + last.byteCount - 1] ^= 1
        let digest = SHA256.digest(bytes.span.extracting(first: trailerOffset))
        let scan = try scan(bytes)
        #expect(scan.damages.map(\.offset) == [0])
        #expect(
            scan.damages.map(\.reason) == ["its SHA-256 is \(digest.hexadecimal), not its name"])
        #expect(scan.nodeCount == 5 && scan.frames.count == 3)
    }

    @Test func aPackThatEndsBeforeOrInItsTrailerHasNone() throws {
        let atTrailer = try scan(Array(pack.pack[..<trailerOffset]))
        #expect(atTrailer.damages.map(\.offset) == [trailerOffset])
        #expect(atTrailer.damages.map(\.reason) == ["it ends without a pack's trailer"])
        for count in [trailerOffset + 1, pack.pack.count - 1] {
            let scan = try scan(Array(pack.pack[..<count]))
            #expect(scan.damages.map(\.offset) == [trailerOffset, count])
            #expect(scan.nodeCount == nil)
        }
    }

    /// Frames that were walked along before need a trailer after them, be it the right one or not.
    @Test func aTrailerIsLookedForAfterFramesThatAreKnown() throws {
        let frames = try scan(pack.pack).frames
        let whole = try #require(
            PackScan(try file(pack.pack), named: pack.name, walkedAlong: frames))
        #expect(whole.damages.isEmpty && whole.nodeCount == 5)
        var bytes = pack.pack
        bytes[bytes.count - 1] ^= 1
        let damaged = try #require(
            PackScan(try file(bytes), named: pack.name, walkedAlong: frames))
        #expect(damaged.damages.map(\.offset) == [trailerOffset] && damaged.nodeCount == nil)
        let cut = try file(Array(pack.pack.dropLast()))
        #expect(PackScan(cut, named: pack.name, walkedAlong: frames) == nil)
        let some = Array(frames.dropLast())
        #expect(PackScan(try file(pack.pack), named: pack.name, walkedAlong: some) == nil)
    }
}
