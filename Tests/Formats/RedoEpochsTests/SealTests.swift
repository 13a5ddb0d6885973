import RedoCrypto
import TestSupport
import Testing

@testable import RedoEpochs

/// Sealed files: what they show, and what a reader refuses.
@Suite struct SealTests {
    private let key = EpochKey.random()
    private let id = EpochID(SHA256.digest([1].span))
    private var seal: Seal { Seal(epoch: id, key: key) }
    private let content = Array("a small content".utf8)

    /// Contents around the borders of chunks and paddings, with as many bytes before and after.
    private static let borders = [
        0, 1, 4080, 4088, 4096, 8184, 65_528, 65_536, 131_064, 131_072, 262_136,
    ]

    @Test func aFileIsOpenedToItsContent() throws {
        let seed = Seed()
        var random = seed.generator
        for border in Self.borders {
            for count in max(0, border - 10)...border + 10 {
                let byte = UInt8.random(in: 0...255, using: &random)
                let content = [UInt8](repeating: byte, count: count)
                let kind = SealKind.allCases.randomElement(using: &random) ?? .piece
                let file = try seal.seal(content.span, as: kind)
                #expect(try seal.open(file.span, as: kind) == content, seed.replay)
                let padded = Padding.paddedByteCount(ofContent: count)
                #expect(
                    file.count == 80 + padded + 16 * ((padded + 65_535) / 65_536), seed.replay)
            }
        }
    }

    @Test func contentsOfAnySizeAreOpened() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<40 {
            let greatest = 1 << Int.random(in: 1...20, using: &random)
            let count = Int.random(in: 0...greatest, using: &random)
            let byte = UInt8.random(in: 0...255, using: &random)
            let content = [UInt8](repeating: byte, count: count)
            let file = try seal.seal(content.span, as: .piece)
            #expect(try seal.open(file.span, as: .piece) == content, seed.replay)
        }
    }

    @Test func equalContentsAreEqualFiles() throws {
        let file = try seal.seal(content.span, as: .piece)
        #expect(try seal.seal(content.span, as: .piece) == file)
        #expect(try seal.seal(content.span, as: .claim) != file)
        let other = Seal(epoch: id, key: .random())
        #expect(try other.seal(content.span, as: .piece) != file)
    }

    @Test func theLargestContentIsOpened() throws {
        let content = [UInt8](repeating: 7, count: Seal.maximumContentByteCount)
        let file = try seal.seal(content.span, as: .piece)
        #expect(file.count <= Seal.maximumFileByteCount)
        #expect(try seal.open(file.span, as: .piece) == content)
        let larger = content + [7]
        #expect(throws: SealFault.tooLarge) { try seal.seal(larger.span, as: .piece) }
        let extended =
            file + [UInt8](repeating: 0, count: Seal.maximumFileByteCount - file.count + 1)
        #expect(throws: SealFault.tooLarge) { try seal.open(extended.span, as: .piece) }
    }

    // MARK: Refusals

    private func fault(_ file: [UInt8], as kind: SealKind = .piece) -> SealFault? {
        do throws(SealFault) {
            _ = try seal.open(file.span, as: kind)
            return nil
        } catch {
            return error
        }
    }

    @Test func anotherEpochOrKindIsRefused() throws {
        let otherID = EpochID(SHA256.digest([2].span))
        let foreign = try Seal(epoch: otherID, key: key).seal(content.span, as: .piece)
        #expect(fault(foreign) == .otherEpoch(otherID))
        let claim = try seal.seal(content.span, as: .claim)
        #expect(fault(claim) == .otherKind)
        let stranger = try Seal(epoch: id, key: .random()).seal(content.span, as: .piece)
        #expect(fault(stranger) == .notAuthentic(chunk: 0))
    }

    @Test func everyFlippedBitIsRefused() throws {
        let file = try seal.seal(content.span, as: .piece)
        #expect(fault(file) == nil)
        var accepted: [Int] = []
        for bit in 0..<8 * file.count
        where fault(file.changed(at: bit / 8, by: 1 << UInt8(bit % 8))) == nil {
            accepted.append(bit)
        }
        #expect(file.count == 4192 && accepted.isEmpty)
    }

    @Test func everyTruncatedFileIsRefused() throws {
        let file = try seal.seal(content.span, as: .piece)
        for count in 0..<file.count { #expect(fault(Array(file.prefix(count))) != nil) }
    }

    @Test func chunksThatAreCutOffMovedOrAddedAreRefused() throws {
        let content = [UInt8](repeating: 3, count: 200_000)
        let file = try seal.seal(content.span, as: .piece)
        let chunk = 65_552
        // Whole chunks, so that sizes of other paddings come about: 131,072 is one.
        #expect(fault(Array(file.prefix(80 + 2 * chunk))) == .notAuthentic(chunk: 1))
        #expect(fault(Array(file.prefix(80 + chunk))) == .notAuthentic(chunk: 0))
        #expect(fault(Array(file.prefix(80))) == .wrongSize)
        let first = Array(file[80..<80 + chunk])
        let second = Array(file[80 + chunk..<80 + 2 * chunk])
        let rest = Array(file[(80 + 2 * chunk)...])
        let swapped = Array(file.prefix(80)) + second + first + rest
        #expect(fault(swapped) == .notAuthentic(chunk: 0))
        let repeated = Array(file.prefix(80)) + first + first + rest
        #expect(fault(repeated) == .notAuthentic(chunk: 1))
        // After its last chunk.
        let small = try seal.seal(self.content.span, as: .piece)
        for count in [1, 16, 17, 4112] {
            #expect(fault(small + [UInt8](repeating: 0, count: count)) != nil)
        }
        let extended = small + [UInt8](repeating: 0, count: 8192 - 4096)
        #expect(fault(extended) == .notAuthentic(chunk: 0))
    }

    /// A member has the key, and can seal what others do not.
    @Test func whatAMemberSealsWronglyIsRefused() throws {
        var plaintext = Seal.plaintext(of: content.span)
        #expect(fault(seal.file(of: plaintext, .piece)) == nil)
        let salt = [UInt8](repeating: 5, count: 32)
        #expect(fault(seal.file(of: plaintext, .piece, salt: salt)) == .wrongSalt)
        plaintext[4095] = 1
        #expect(fault(seal.file(of: plaintext, .piece)) == .wrongPadding)
        plaintext[4095] = 0
        plaintext[8 + content.count] = 1
        #expect(fault(seal.file(of: plaintext, .piece)) == .wrongPadding)
        plaintext[8 + content.count] = 0
        for length: UInt64 in [4089, .max, 1 << 63, 1 << 62, 4096] {
            var lying: [UInt8] = []
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                lying.append(UInt8(truncatingIfNeeded: length >> shift))
            }
            lying += plaintext[8...]
            #expect(fault(seal.file(of: lying, .piece)) == .wrongLength)
        }
        // More padding than is needed.
        let longer = plaintext + [UInt8](repeating: 0, count: 4352 - 4096)
        #expect(fault(seal.file(of: longer, .piece)) == .wrongLength)
        // No padding at all, and one of a size that there is not.
        #expect(fault(seal.file(of: Array(plaintext.prefix(23)), .piece)) == .wrongSize)
        let odd = plaintext + [UInt8](repeating: 0, count: 100)
        #expect(fault(seal.file(of: odd, .piece)) == .wrongSize)
    }

    @Test func otherFilesAreNotSealed() {
        #expect(fault([]) == .notSealed)
        #expect(fault([UInt8](repeating: 0, count: 5000)) == .notSealed)
        #expect(fault(Array("RedoSea1".utf8)) == .notSealed)
    }
}
