import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Packs and indexes that have changed on the disk: no reader gives another answer without saying so,
/// and a check finds each change.
@Suite struct PackDamageTests {
    let damaged: DamagedStore

    init() throws { damaged = try DamagedStore() }

    @Test func thePackThatIsDamagedHasSeveralFrames() throws {
        let pack = try #require(try damaged.store.packs.open(using: Pack.lookup).first)
        #expect(pack.index.frameCount >= 3)
        #expect(try damaged.store.check().findings.isEmpty)
        #expect(try damaged.temporary.lines() == damaged.nodes.lines)
    }

    /// Expects that a damage is noticed, by the readers and by a check.
    private func expectNoticed(_ damage: PackDamage, at path: String, _ comment: Comment) throws {
        let comment: Comment = "\(Path.name(of: path)): \(damage), \(comment.rawValue)"
        try damaged.expectNoSilentLoss(comment)
        let check = try damaged.store.check()
        #expect(check.findings.contains { $0.path == path }, comment)
    }

    @Test func nothingThatHappensToAPackGoesUnnoticed() throws {
        let seed = Seed()
        var random = seed.generator
        let damages = PackDamage.all(byteCount: damaged.packBytes.count, &random)
        for damage in damages {
            try damage.happen(to: damaged.packPath, holding: damaged.packBytes)
            try expectNoticed(damage, at: damaged.packPath, seed.replay)
            try damaged.restore()
        }
        print("damaged a pack of \(damaged.packBytes.count) bytes in \(damages.count) ways")
    }

    /// No checksum of a frame covers them.
    @Test func everyByteAroundTheFramesCounts() throws {
        let count = damaged.packBytes.count
        let end = count - PackFormat.trailerByteCount
        for offset in Array(0..<PackFormat.headerByteCount) + Array(end..<count) {
            let damage = PackDamage.flip(offset: offset, mask: 1 << UInt8(offset % 8))
            try damage.happen(to: damaged.packPath, holding: damaged.packBytes)
            let paths = Set(try damaged.store.check().findings.map(\.path))
            #expect(paths == [damaged.packPath], "\(damage)")
        }
    }

    @Test func noPackWithAnotherHeaderOrTrailerIsOpened() throws {
        let count = damaged.packBytes.count
        let end = count - PackFormat.trailerByteCount
        for offset in Array(0..<PackFormat.headerByteCount) + Array(end..<count) {
            let damage = PackDamage.flip(offset: offset, mask: 1)
            try damage.happen(to: damaged.packPath, holding: damaged.packBytes)
            let error = #expect(throws: RedoError.self) {
                try damaged.store.packs.open(using: Pack.lookup)
            }
            #expect(error?.code == .corrupted, "\(damage)")
        }
    }

    @Test func nothingThatHappensToAnIndexGoesUnnoticed() throws {
        let seed = Seed()
        var random = seed.generator
        let damages = PackDamage.all(byteCount: damaged.indexBytes.count, &random) + [.removal]
        for damage in damages {
            try damage.happen(to: damaged.indexPath, holding: damaged.indexBytes)
            try expectNoticed(damage, at: damaged.indexPath, seed.replay)
            try damaged.restore()
        }
        print("damaged an index of \(damaged.indexBytes.count) bytes in \(damages.count) ways")
    }

    @Test func theIndexOfAnotherPackIsNone() throws {
        let other = try TemporaryStore()
        let name = try other.writePack(try Sample.longNodes(20))
        let index = try Files.read(other.indexPath(name))
        try damaged.temporary.replace(damaged.indexPath, with: index)
        try expectNoticed(.appendix, at: damaged.indexPath, "the index of another pack")
        let error = #expect(throws: RedoError.self) { try damaged.store.snapshot() }
        #expect(error?.message.contains("is the index of another pack") == true)
    }

    @Test func anotherPackUnderTheNameIsNone() throws {
        let other = try TemporaryStore()
        let name = try other.writePack(try Sample.longNodes(20))
        try damaged.temporary.replace(
            damaged.packPath, with: try Files.read(other.packPath(name)))
        try expectNoticed(.appendix, at: damaged.packPath, "another pack")
    }
}
