import TestSupport
import Testing

@testable import RedoStore

/// What is read of a frame that is damaged.
@Suite struct FrameRemainsTests {
    /// Three blocks of Zstandard, which have at most 128 KiB each.
    private static let content = (0..<300 << 10).map { UInt8(truncatingIfNeeded: $0 &* ($0 >> 7)) }
    private static let frame = Compressor(level: 1).frame(content.span)

    private var content: [UInt8] { Self.content }
    private var frame: [UInt8] { Self.frame }

    private func remains(_ frame: [UInt8], count: Int? = nil) -> [UInt8] {
        Decompressor.remains(of: frame.span, count: count ?? content.count)
    }

    @Test func aFrameWithAnotherChecksumGivesAllOfIt() {
        var damaged = frame
        damaged[damaged.count - 1] ^= 1
        #expect(throws: Decompressor.Failure.self) {
            try Decompressor().content(of: damaged.span, count: content.count)
        }
        #expect(remains(damaged) == content)
    }

    @Test func aFrameThatIsCutOffGivesItsBeginning() {
        // Without a byte of the last block, which the checksum follows.
        let remains = remains(Array(frame.dropLast(5)))
        #expect(remains == Array(content[..<(256 << 10)]))
    }

    /// The blocks of bytes that cannot be compressed are as long as what they hold, so it is known where each begins.
    @Test(arguments: 0..<3)
    func whatComesBeforeADamagedBlockIsGiven(_ block: Int) {
        var random = SeededGenerator(seed: 1)
        let content = (0..<300 << 10).map { _ in UInt8.random(in: 0...255, using: &random) }
        var damaged = Compressor(level: 1).frame(content.span)
        let (headerByteCount, blockByteCount) = (3, 128 << 10)
        let start = damaged.count - 4 - content.count - 3 * headerByteCount
        // The two bits of a block's kind: there is none of this one.
        damaged[start + block * (headerByteCount + blockByteCount)] |= 0b110
        let remains = remains(damaged, count: content.count)
        #expect(remains.count == block * blockByteCount)
        #expect(remains.elementsEqual(content[..<remains.count]))
    }

    @Test func noMoreThanIsAskedForIsGiven() {
        for count in [0, 1, content.count - 1] {
            #expect(remains(frame, count: count) == Array(content[..<count]))
        }
    }

    @Test func whatIsNoFrameGivesNothing() {
        #expect(remains([]).isEmpty)
        #expect(remains([1, 2, 3]).isEmpty)
        #expect(remains(Array(repeating: 0xFF, count: 100)).isEmpty)
    }
}
