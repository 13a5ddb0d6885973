import Foundation
import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoStore

/// Packs that come from elsewhere: what is kept as it is, what is taken in node by node, and what is refused.
@Suite struct IncomingPackTests {
    private let place: TemporaryFolder
    private let target: TemporaryStore
    private let chain: [Node]

    init() throws {
        place = try TemporaryFolder()
        target = try TemporaryStore()
        chain = try Sample.chain(6)
    }

    private var store: Store { target.store }

    /// A pack of some nodes, as a remote would hand it out.
    private func pack(_ nodes: [Node]) throws -> (file: ContainedFile, name: Digest) {
        let folder = ContainedFolder(place.path, depth: 0)
        var writer = try PackWriter.begin(in: folder, isSynced: false)
        for node in nodes { try writer.add(node) }
        let name = try writer.finish()
        return (ContainedFile(name.packFileName, in: folder), name.digest)
    }

    private func take(
        _ nodes: [Node], of authors: Set<UserID>? = nil
    ) throws -> IncomingPack {
        let (file, name) = try pack(nodes)
        return try store.takeIn(packAt: file, named: name, of: authors)
    }

    @Test func aGoodPackIsKeptAsItIs() throws {
        let chain = try Sample.chain(Store.greatestLooseBatch + 1)
        let (file, name) = try pack(chain)
        let bytes = try Files.read(file.path)
        let incoming = try store.takeIn(packAt: file, named: name, of: nil)
        #expect(incoming.isWhole && incoming.new == chain.map(\.id))
        #expect(incoming.ids == chain.map(\.id).sorted())
        let packs = try store.packNames()
        #expect(packs.map(\.digest) == [name])
        let kept = Path.join(store.packs.path, packs[0].packFileName)
        #expect(try Files.read(kept) == bytes)
        #expect(try store.check().findings.isEmpty)
        // Once more: nothing is new, and nothing is written.
        let again = try take(chain)
        #expect(again.new.isEmpty && again.isWhole && again.ids.count == chain.count)
        #expect(try store.packNames() == packs)
    }

    /// Of a pack most of which is here, only the rest is written.
    @Test func whatIsHereIsNotStoredTwice() throws {
        let chain = try Sample.chain(Store.greatestLooseBatch + 2)
        _ = try take(Array(chain.dropLast()))
        let incoming = try take(chain)
        #expect(incoming.new == chain.suffix(1).map(\.id) && incoming.isWhole)
        #expect(try store.packNames().count == 1)
        #expect(try Set(store.ids()) == Set(chain.map(\.id)))
    }

    /// Small packs would become many.
    @Test func aFewNodesBecomeFiles() throws {
        let incoming = try take(chain)
        #expect(incoming.isWhole && incoming.new == chain.map(\.id))
        #expect(try store.packNames().isEmpty)
        #expect(try store.objects.ids() == chain.map(\.id).sorted())
    }

    @Test func aForgedSignatureIsRefusedAndTheOthersComeIn() throws {
        var nodes = chain
        nodes[3] = try Sample.withForgedSignature(chain[3])
        let incoming = try take(nodes)
        #expect(!incoming.isWhole && incoming.ids == chain[..<3].map(\.id).sorted())
        // The node itself, and those that follow it.
        #expect(
            incoming.refused.map(\.code) == [.invalidSignature, .parentNotFound, .parentNotFound])
        #expect(incoming.refused.first?.id == chain[3].id)
        #expect(try store.packNames().isEmpty)
        #expect(try store.ids().count == 3)
    }

    @Test func aNodeWithoutItsParentIsRefused() throws {
        let incoming = try take([chain[0], chain[2]])
        #expect(incoming.refused.map(\.code) == [.parentNotFound])
        #expect(incoming.new == [chain[0].id])
        // With the parent here, it comes in.
        #expect(try take([chain[1]]).isWhole)
        #expect(try take([chain[2]]).isWhole)
    }

    @Test func strangersAreLeftOut() throws {
        let incoming = try take(chain, of: [])
        #expect(incoming.ids.isEmpty && incoming.refused.count == 6)
        #expect(incoming.refused.allSatisfy { $0.code == .validationFailed })
        #expect(try store.ids().isEmpty)
        let own = try #require(chain.first?.author.userID)
        #expect(try take(chain, of: [own]).isWhole)
    }

    /// Whatever byte is another one, the pack is not kept.
    @Test func aDamagedPackIsNotKept() throws {
        let (file, name) = try pack(chain)
        let bytes = try Files.read(file.path)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[place] ^= 0x10
            let copy = ContainedFile("copy-\(place)", in: file.folder)
            try copy.replace(with: damaged.span, mode: 0o644)
            let incoming = try store.takeIn(packAt: copy, named: name, of: nil)
            #expect(!incoming.isWhole, "byte \(place)")
            #expect(try store.packNames().isEmpty, "byte \(place)")
        }
        let cut = ContainedFile("cut", in: file.folder)
        try cut.replace(with: Array(bytes.dropLast(9)).span, mode: 0o644)
        #expect(try !store.takeIn(packAt: cut, named: name, of: nil).isWhole)
    }
}
