import Foundation
import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoStore

/// Packs that come from elsewhere: what is kept as it is, what is received node by node, and what is refused.
@Suite struct IncomingPackTests {
    private let place: TemporaryDirectory
    private let target: TemporaryStore
    private let chain: [Node]

    init() throws {
        place = try TemporaryDirectory()
        target = try TemporaryStore()
        chain = try Sample.chain(6)
    }

    private var store: Store { target.store }

    /// A pack of some nodes, as a remote would hand it out.
    private func pack(_ nodes: [Node]) throws -> (file: ContainedFile, name: Digest) {
        let directory = ContainedDirectory(place.path, depth: 0)
        var writer = try PackWriter.begin(in: directory, isSynced: false)
        for node in nodes { try writer.add(node) }
        let name = try writer.finish()
        return (ContainedFile(name.packFileName, in: directory), name.digest)
    }

    private func take(
        _ nodes: [Node], of authors: Set<UserID>? = nil
    ) throws -> IncomingPack {
        let (file, name) = try pack(nodes)
        return try store.admit(packAt: file, named: name, of: authors)
    }

    @Test func aGoodPackIsKeptAsItIs() throws {
        let chain = try Sample.chain(Store.maximumLooseBatch + 1)
        let (file, name) = try pack(chain)
        let bytes = try Files.read(file.path)
        let incoming = try store.admit(packAt: file, named: name, of: nil)
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
        let chain = try Sample.chain(Store.maximumLooseBatch + 2)
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
            let copy = ContainedFile("copy-\(place)", in: file.directory)
            try copy.replace(with: damaged.span, mode: 0o644)
            let incoming = try store.admit(packAt: copy, named: name, of: nil)
            #expect(!incoming.isWhole, "byte \(place)")
            #expect(try store.packNames().isEmpty, "byte \(place)")
        }
        let cut = ContainedFile("cut", in: file.directory)
        try cut.replace(with: Array(bytes.dropLast(9)).span, mode: 0o644)
        #expect(try !store.admit(packAt: cut, named: name, of: nil).isWhole)
    }

    /// Receives a file as it arrives in parts.
    private func take(
        _ bytes: [UInt8], into store: Store, named name: Digest, cutAt cuts: [Int] = [],
        byteCount: Int? = nil
    ) throws -> IncomingPack {
        let file = ContainedFile("arriving", in: ContainedDirectory(place.path, depth: 0))
        try? file.removeIfPresent()
        let arrival = PackArrival(at: file, named: name, byteCount: byteCount ?? bytes.count)
        do {
            let output = try file.create(mode: 0o644)
            for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
                try output.write(bytes.span.extracting(start..<end))
                arrival.proceed(to: end)
            }
        }
        return try store.admit(packAt: file, named: name, readBy: arrival, of: nil)
    }

    /// Nodes by several frames.
    private func framedPack() throws -> (bytes: [UInt8], name: Digest, ends: [Int], nodes: [Node]) {
        var nodes: [Node] = []
        for number in 0..<60 {
            let title = String(repeating: "\(number) ", count: 3000)
            nodes.append(try Sample.node(number, title: title, after: nodes.suffix(1)))
        }
        let (file, name) = try pack(nodes)
        let bytes = try Files.read(file.path)
        let scan = PackScan(try MappedFile(file.path), named: PackName(name))
        let ends = scan.frames.map { $0.offset + $0.byteCount }
        try #require(ends.count > 3)
        return (bytes, name, ends, nodes)
    }

    @Test func aPackIsReadWhileItArrives() throws {
        let (bytes, name, ends, nodes) = try framedPack()
        let file = ContainedFile("arriving", in: ContainedDirectory(place.path, depth: 0))
        let arrival = PackArrival(at: file, named: name, byteCount: bytes.count)
        var start = 0
        let output = try file.create(mode: 0o644)
        for end in ends + [bytes.count] {
            try output.write(bytes.span.extracting(start..<end))
            arrival.proceed(to: end)
            start = end
        }
        let reading = try #require(arrival.reading(of: MappedFile(file.path)))
        let whole = PackReading(
            try MappedFile(file.path), named: PackName(name), signature: .required
        ) { _ in }
        #expect(reading.index == whole.index && !whole.index.isEmpty)
        let incoming = try store.admit(packAt: file, named: name, readBy: arrival, of: nil)
        #expect(incoming.isWhole && incoming.new == nodes.map(\.id))
    }

    /// Wherever a hostile remote cuts, and whatever it sends, the outcome is that of the whole file.
    @Test func anArrivalInAnyPartsIsAsTheWholeFile() throws {
        let (bytes, name, ends, nodes) = try framedPack()
        let seed = Seed()
        var random = seed.generator
        for round in 0..<24 {
            let (target, other) = (try TemporaryStore(), try TemporaryStore())
            var cuts = Set<Int>()
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                cuts.insert(
                    Bool.random(using: &random)
                        ? ends[Int.random(in: 0..<ends.count, using: &random)]
                        : Int.random(in: 1..<bytes.count, using: &random))
            }
            var sent = bytes
            if round % 2 == 1 {
                sent[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x04
            }
            if round % 6 == 3 {
                sent.removeLast(Int.random(in: 1...100, using: &random))
                cuts = cuts.filter { $0 < sent.count }
            }
            let incoming = try take(
                sent, into: target.store, named: name, cutAt: cuts.sorted(), byteCount: bytes.count)
            let plain = ContainedFile("plain", in: ContainedDirectory(place.path, depth: 0))
            try plain.replace(with: sent.span, mode: 0o644)
            let expected = try other.store.admit(packAt: plain, named: name, of: nil)
            #expect(incoming.isWhole == expected.isWhole, seed.replay)
            #expect(
                incoming.ids == expected.ids && incoming.refused == expected.refused, seed.replay)
            if round % 2 == 0 {
                #expect(incoming.isWhole && incoming.ids.count == nodes.count, seed.replay)
            }
        }
    }

    @Test func aForgedSignatureIsFoundWhileThePackArrives() throws {
        var nodes = chain
        nodes[5] = try Sample.withForgedSignature(chain[5])
        let (file, name) = try pack(nodes)
        let incoming = try take(Files.read(file.path), into: store, named: name)
        #expect(incoming.refused.map(\.code) == [.invalidSignature])
        #expect(incoming.ids.count == 5)
    }
}
