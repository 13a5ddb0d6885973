import Foundation
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Indexes and packs that have been changed and given the right checksums again: no reader traps, hangs or
/// asks for memory without end, none receives what it should not, and no node is lost.
@Suite struct MutationTests {
    /// Contents that numbers are replaced by.
    private static let numbers: [UInt32] = [
        0, 1, 2, 7, 255, 256, 65_535, 1 << 20, 1 << 24, 1 << 31, .max - 1, .max, 1 << 31 | 1,
    ]

    /// Changes some bytes in one of the ways in which numbers are wrong.
    ///
    /// - Parameter width: of an element.
    private static func mutate(
        _ bytes: inout [UInt8], width: Int, _ random: inout SeededGenerator
    ) {
        guard !bytes.isEmpty, bytes.count >= width else {
            bytes = (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) }
            return
        }
        let place = Int.random(in: 0..<bytes.count / width, using: &random) * width
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.removeSubrange(place..<place + width)
        case 2: bytes.insert(contentsOf: bytes[place..<place + width], at: place)
        case 3: bytes.removeAll()
        case 4:
            let other = Int.random(in: 0..<bytes.count / width, using: &random) * width
            for offset in 0..<width { bytes.swapAt(place + offset, other + offset) }
        case 5:
            for offset in 0..<width {
                bytes[place + offset] = UInt8.random(in: 0...255, using: &random)
            }
        default:
            var number: [UInt8] = []
            number.append(littleEndian: numbers.randomElement(using: &random) ?? 0)
            let offset = width < 4 ? 0 : Int.random(in: 0...(width - 4) / 4, using: &random) * 4
            for (index, byte) in number.prefix(width).enumerated() {
                bytes[place + offset + index] = byte
            }
        }
    }

    private static func mutated(_ index: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var contents: [IndexChunk: [UInt8]] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let chunk = IndexChunk.allCases.randomElement(using: &random) ?? .ids
            var content = contents[chunk] ?? ForgedPack.content(of: chunk, in: index)
            mutate(&content, width: chunk.width, &random)
            contents[chunk] = content
        }
        let isHeaderChanged = Int.random(in: 0..<12, using: &random) == 0
        var generator = random
        let forged = ForgedPack.index(index, with: contents) { header in
            guard isHeaderChanged else { return }
            // The size of the pack, the number of nodes and that of chunks.
            var numbers = Array(header[40..<56])
            mutate(&numbers, width: 4, &generator)
            if numbers.count == 16 { header.replaceSubrange(40..<56, with: numbers) }
        }
        random = generator
        return forged
    }

    @Test func noIndexIsFollowedWhereItLeadsNowhere() throws {
        let seed = Seed()
        var random = seed.generator
        let mutated = try MutatedStore()
        let count = MutatedStore.count(1000)
        MutatedStore.announce("indexes", count, seed.replay)
        var (toldCount, changedCount) = (0, 0)
        for number in 0..<count {
            let comment: Comment = "mutation \(number) of \(count), \(seed.replay.rawValue)"
            var pack = mutated.packs[Int.random(in: 0..<2, using: &random)]
            let index = pack.index
            pack.index = Self.mutated(index, &random)
            try pack.write(to: mutated.temporary)
            let reading = try mutated.readEverything(comment)
            if reading.isTold { toldCount += 1 }
            if pack.index != index { changedCount += 1 }
            let findings = try mutated.expectAgreement(reading, comment)
            #expect(findings.isEmpty == (pack.index == index), comment)
            if number % 4 == 0 { try mutated.removeWhatIsRedundant(comment) }
            try mutated.restore()
        }
        #expect(changedCount > count / 2 && toldCount > count / 5, seed.replay)
    }

    /// Frames whose lines have been changed, left out, doubled or exchanged; a trailer that counts otherwise;
    /// bytes of the frames themselves.
    private static func mutated(
        _ nodes: [Node], like pack: ForgedPack, _ random: inout SeededGenerator
    ) -> ForgedPack {
        var lines = nodes.map { $0.canonicalBytes + [10] }
        var groups = nodes
        let place = Int.random(in: 0..<lines.count, using: &random)
        let other = Int.random(in: 0..<lines.count, using: &random)
        var trailerCount: Int?
        switch Int.random(in: 0..<9, using: &random) {
        case 0: lines[place].removeLast()
        case 1: lines[place] = []
        case 2: lines[place] += lines[other]
        case 3: lines.swapAt(place, other)
        case 4:
            lines.swapAt(place, other)
            groups.swapAt(place, other)
        case 5: trailerCount = Int.random(in: 0...100, using: &random)
        case 6: lines[place] = Array(lines[place].dropFirst())
        case 7: lines[place].append(10)
        default:
            let byte = Int.random(in: 0..<lines[place].count, using: &random)
            lines[place][byte] = UInt8.random(in: 0...255, using: &random)
        }
        var frames: [[UInt8]] = []
        var held: [[(Node, Int)]] = []
        for start in stride(from: 0, to: lines.count, by: 8) {
            var content: [UInt8] = []
            var nodes: [(Node, Int)] = []
            for place in start..<min(start + 8, lines.count) {
                nodes.append((groups[place], content.count))
                content += lines[place]
            }
            frames.append(content)
            held.append(nodes)
        }
        return ForgedPack(frames: frames, nodes: held, trailerCount: trailerCount)
    }

    @Test func packsThatAreDamagedAreSoForAll() throws {
        let seed = Seed()
        var random = seed.generator
        let mutated = try MutatedStore()
        let nodes = Array(mutated.nodes[..<(mutated.nodes.count / 2)])
        let count = MutatedStore.count(1000)
        MutatedStore.announce("packs", count, seed.replay)
        var toldCount = 0
        for number in 0..<count {
            let comment: Comment = "mutation \(number) of \(count), \(seed.replay.rawValue)"
            let whole = mutated.packs[0]
            try Files.remove(mutated.temporary.packPath(whole.name))
            try Files.remove(mutated.temporary.indexPath(whole.name))
            try Self.mutated(nodes, like: whole, &random).write(to: mutated.temporary)
            let reading = try mutated.readEverything(comment)
            if reading.isTold { toldCount += 1 }
            try mutated.expectAgreement(reading, comment)
            if number % 4 == 0 { try mutated.removeWhatIsRedundant(comment) }
            try mutated.restore()
        }
        #expect(toldCount > count / 3, seed.replay)
    }
}
