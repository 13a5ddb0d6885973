internal import CCrypto

/// Digests of many messages of the same short length: the padding is written once, and only SHA-256's compression
/// function is called for each.
///
/// A digest with OpenSSL's usual functions takes three calls, which together take longer than a block or two.
package struct FixedLengthSHA256: ~Copyable {
    /// The message and its padding (FIPS 180-4, section 5.1.1); only the first ``blockCount`` blocks are used.
    private var blocks: InlineArray<128, UInt8>
    private let byteCount: Int
    private let blockCount: Int

    private static let blockByteCount = 64
    /// The maximum length of a message: the padding takes nine bytes.
    package static let maximumByteCount = 2 * blockByteCount - 9

    /// - Parameter byteCount: the length of each message, at most ``maximumByteCount``. The first message is zeros.
    package init(byteCount: Int) {
        precondition((0...Self.maximumByteCount).contains(byteCount))
        self.byteCount = byteCount
        blockCount = byteCount + 9 <= Self.blockByteCount ? 1 : 2
        blocks = InlineArray(repeating: 0)
        blocks[byteCount] = 0x80
        let end = blockCount * Self.blockByteCount
        let bitCount = 8 * byteCount
        blocks[end - 2] = UInt8(bitCount >> 8)
        blocks[end - 1] = UInt8(truncatingIfNeeded: bitCount)
    }

    /// Writes a byte of the message.
    package mutating func write(_ byte: UInt8, at offset: Int) {
        precondition((0..<byteCount).contains(offset))
        blocks[offset] = byte
    }

    /// Writes the 32 bytes of a digest into the message.
    package mutating func write(_ digest: Digest, at offset: Int) {
        precondition(offset >= 0 && offset <= byteCount - Digest.byteCount)
        var span = blocks.mutableSpan
        digest.write(into: &span, at: offset)
    }

    /// The digest of the message. Wraps `SHA256_Transform(3)`.
    package var digest: Digest {
        var context = InlineArray<28, UInt32>(repeating: 0)
        let hash = ResumableSHA256.Layout.hash.lowerBound
        for word in Self.initialWords.indices { context[hash + word] = Self.initialWords[word] }
        var state = context.mutableSpan
        LibCrypto.load()
        // The context has the size of a SHA256_CTX, and each block is 64 bytes of the array. The call cannot fail.
        unsafe state.withUnsafeMutableBufferPointer { state in
            unsafe blocks.span.withUnsafeBufferPointer { blocks in
                for block in 0..<blockCount {
                    unsafe SHA256_Transform(
                        ResumableSHA256.context(state),
                        blocks.baseAddress.map { unsafe $0 + block * Self.blockByteCount })
                }
            }
        }
        func word(_ index: Int) -> UInt64 {
            UInt64(context[hash + index]) << 32 | UInt64(context[hash + index + 1])
        }
        return Digest(words: word(0), word(2), word(4), word(6))
    }

    /// The initial hash value (FIPS 180-4, section 5.3.3).
    private static let initialWords: InlineArray<8, UInt32> = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
        0x5BE0_CD19,
    ]
}
