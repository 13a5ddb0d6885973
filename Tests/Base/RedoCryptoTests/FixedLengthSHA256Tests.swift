import TestSupport
import Testing

@testable import RedoCrypto

/// Digests of short messages of one length.
@Suite struct FixedLengthSHA256Tests {
    /// Around one and two blocks, and twice with the same value.
    @Test func everyLengthHasTheDigestOfTheMessage() {
        let seed = Seed()
        var random = seed.generator
        for count in 0...FixedLengthSHA256.maximumByteCount {
            var computation = FixedLengthSHA256(byteCount: count)
            let zeros = [UInt8](repeating: 0, count: count)
            #expect(computation.digest == SHA256.digest(zeros.span), "\(count)")
            for _ in 0..<2 {
                let message = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                for (offset, byte) in message.enumerated() { computation.write(byte, at: offset) }
                let comment: Comment = "\(count) \(seed.replay.rawValue)"
                #expect(computation.digest == SHA256.digest(message.span), comment)
            }
        }
    }

    @Test func digestsAreWrittenIntoTheMessage() {
        let (first, second) = (SHA256.digest([1].span), SHA256.digest([2].span))
        for offset in 0...23 {
            var computation = FixedLengthSHA256(byteCount: offset + 2 * Digest.byteCount + 1)
            computation.write(second, at: offset)
            computation.write(first, at: offset)
            computation.write(second, at: offset + Digest.byteCount)
            computation.write(7, at: offset + 2 * Digest.byteCount)
            let message = [UInt8](repeating: 0, count: offset) + first.bytes + second.bytes + [7]
            #expect(computation.digest == SHA256.digest(message.span), "\(offset)")
        }
    }
}
