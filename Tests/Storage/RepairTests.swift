import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What a repair makes of a damaged store: nothing that could be read is lost, and an import of the
/// original nodes makes it whole.
@Suite struct RepairTests {
    let damaged: DamagedStore
    var store: Store { damaged.store }

    init() throws { damaged = try DamagedStore() }

    /// The files in the quarantine, each with a file that says why it is there.
    private func quarantined(_ comment: Comment) throws -> [String] {
        guard Files.isDirectory(store.quarantinePath) else { return [] }
        let names = try Files.names(in: store.quarantinePath)
        let files = names.filter { !$0.hasSuffix(".reason") }
        for file in files {
            let reason = try Files.read(Path.join(store.quarantinePath, file + ".reason"))
            #expect(reason.count > 1 && reason.last == UInt8(ascii: "\n"), comment)
        }
        #expect(names.count == 2 * files.count, comment)
        return files
    }

    private func importAgain(_ comment: Comment) throws {
        let verdicts = try damaged.temporary.admit(damaged.nodes)
        #expect(verdicts.allSatisfy { $0 == nil }, comment)
        #expect(try damaged.temporary.lines() == damaged.nodes.lines, comment)
        #expect(try store.check().findings.isEmpty, comment)
    }

    @Test func whatIsWholeInADamagedPackIsSaved() throws {
        let seed = Seed()
        var random = seed.generator
        var savedCount = 0
        let damages = PackDamage.all(byteCount: damaged.packBytes.count, every: 397, &random)
        for damage in damages {
            let comment: Comment = "\(damage), \(seed.replay.rawValue)"
            try damage.happen(to: damaged.packPath, holding: damaged.packBytes)
            let readable = try damaged.readable()
            let repair = try #require(try store.repair(), comment)
            #expect(!repair.actions.isEmpty, comment)
            let snapshot = try store.snapshot()
            let left = Set(snapshot.nodes.map(\.id) + snapshot.refused.map(\.id))
            #expect(left.isSuperset(of: readable), comment)
            savedCount += left.count
            // Lost nodes, and what follows them, are all that is still wrong, and none is forgotten.
            let findings = try store.check().findings
            let lost = try store.lostNodes()
            #expect(
                findings.allSatisfy {
                    $0.code == ErrorCode.parentNotFound || $0.detail.hasSuffix(" is lost")
                }, comment)
            #expect(findings.count == repair.remaining.count, comment)
            #expect(left.union(lost) == Set(damaged.nodes.map(\.id)), comment)
            #expect(left.isDisjoint(with: lost), comment)
            #expect(
                try quarantined(comment).contains { $0.hasPrefix(damaged.name.packFileName) },
                comment)
            try importAgain(comment)
            try damaged.restore()
        }
        print("saved \(savedCount) of \(damages.count * damaged.nodes.count) nodes")
        #expect(savedCount > damages.count * damaged.nodes.count / 2, seed.replay)
    }

    @Test func anIndexIsMadeAgain() throws {
        let seed = Seed()
        var random = seed.generator
        let damages =
            PackDamage.all(byteCount: damaged.indexBytes.count, every: 397, &random) + [.removal]
        for damage in damages {
            let comment: Comment = "\(damage), \(seed.replay.rawValue)"
            try damage.happen(to: damaged.indexPath, holding: damaged.indexBytes)
            let repair = try #require(try store.repair(), comment)
            #expect(repair.remaining.isEmpty, comment)
            #expect(repair.actions.last == "made \(damaged.name.indexFileName) again", comment)
            #expect(try Files.read(damaged.indexPath) == damaged.indexBytes, comment)
            #expect(try Files.read(damaged.packPath) == damaged.packBytes, comment)
            if case .removal = damage {
                #expect(try quarantined(comment).isEmpty)
            } else {
                #expect(try quarantined(comment).count == 1, comment)
            }
            #expect(try damaged.temporary.lines() == damaged.nodes.lines, comment)
            try damaged.restore()
        }
    }

    @Test func aPackOfWhichNothingCanBeReadIsSetAside() throws {
        try damaged.temporary.replace(
            damaged.packPath, with: [UInt8](repeating: 7, count: damaged.packBytes.count))
        #expect(try store.repair()?.remaining.count == damaged.nodes.count)
        #expect(try store.lostNodes() == damaged.nodes.map(\.id).sorted())
        #expect(try store.ids().isEmpty)
        #expect(try damaged.temporary.packFileNames().isEmpty)
        try importAgain("")
    }

    @Test func aWholeStoreStaysAsItIs() throws {
        let repair = try #require(try store.repair())
        #expect(repair.actions.isEmpty && repair.remaining.isEmpty)
        #expect(try Files.read(damaged.packPath) == damaged.packBytes)
        #expect(try quarantined("").isEmpty)
    }

    /// The last bytes of a pack hold no node, so that the pack of what was saved has its name.
    @Test func aPackWithADamagedTrailerLosesNothing() throws {
        let end = damaged.packBytes.count - PackFormat.trailerByteCount
        for offset in [0, 12, end, end + 9, end + 17, damaged.packBytes.count - 1] {
            let damage = PackDamage.flip(offset: offset, mask: 1)
            try damage.happen(to: damaged.packPath, holding: damaged.packBytes)
            let repair = try #require(try store.repair())
            #expect(!repair.actions.isEmpty && repair.remaining.isEmpty, "\(damage)")
            #expect(try damaged.temporary.lines() == damaged.nodes.lines, "\(damage)")
            #expect(try quarantined("\(damage)").count == 2)
            #expect(try damaged.temporary.packFileNames().count == 2)
            try damaged.restore()
        }
    }

    @Test func aDamagedFileOfANodeIsSetAside() throws {
        let loose = try Sample.chain(2)
        try damaged.temporary.admit(loose)
        try damaged.temporary.overwrite(loose[1], with: "{".utf8)
        #expect(try store.repair()?.remaining.map(\.detail) == ["\(loose[1].id) is lost"])
        #expect(try damaged.temporary.quarantined() == [Array("{".utf8)])
        #expect(try store.ids().count == damaged.nodes.count + 1)
    }

    @Test func nothingIsRepairedWhileAnotherCommandPacks() throws {
        try damaged.temporary.replace(damaged.packPath, with: [])
        let lock = try store.packLock()
        #expect(try store.repair() == nil)
        withExtendedLifetime(lock) {}
        #expect(try damaged.temporary.packFileNames().count == 2)
    }

    /// A frame that does not start as one has all that it holds; behind it the next one is found.
    @Test(arguments: [true, false])
    func whatAFrameWithoutItsMagicNumberHoldsIsSaved(_ hasIndex: Bool) throws {
        let pack = try #require(try store.packs.open(using: Pack.lookup).first)
        let offsets = (0..<pack.index.frameCount).map { pack.index.frame($0).offset }
        try #require(offsets.count >= 3)
        for offset in offsets {
            var bytes = damaged.packBytes
            for place in offset..<offset + 4 { bytes[place] ^= 0xFF }
            try damaged.temporary.replace(damaged.packPath, with: bytes)
            if !hasIndex { try Files.remove(damaged.indexPath) }
            #expect(try store.repair()?.actions.isEmpty == false)
            let ids = Set(damaged.nodes.map(\.id))
            #expect(try ids.isSubset(of: store.ids()), "byte \(offset)")
            try damaged.restore()
        }
    }

    /// Where its first bytes and what follows them are damaged, the next frame is looked for.
    @Test func theFramesBehindADamagedBeginningAreSaved() throws {
        let pack = try #require(try store.packs.open(using: Pack.lookup).first)
        let places = (0..<pack.index.frameCount).map { place in
            (pack.index.frame(place).offset, pack.index.nodes(ofFrame: place).map(pack.index.id))
        }
        for (offset, own) in places {
            var bytes = damaged.packBytes
            for place in offset..<offset + 12 { bytes[place] ^= 0xFF }
            try damaged.temporary.replace(damaged.packPath, with: bytes)
            #expect(try store.repair()?.actions.isEmpty == false)
            let others = Set(damaged.nodes.map(\.id)).subtracting(own)
            #expect(try others.isSubset(of: store.ids()), "byte \(offset)")
            try importAgain("byte \(offset)")
            try damaged.restore()
        }
    }
}
