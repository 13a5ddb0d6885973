internal import CCrypto
import RedoSystem

/// A computation of one SHA-256 digest that can be saved and resumed, also by another process.
///
/// SHA-256 reads its text in blocks of 64 bytes. Of the blocks already read it keeps only eight words (FIPS 180-4,
/// section 6.2.2). With these, the number of bytes so far and the bytes of the incomplete block, the computation can be
/// continued.
@safe package struct ResumableSHA256: Equatable, Sendable {
    /// OpenSSL's `SHA256_CTX`, in its words of 32 bits; see ``Layout``.
    private var context: InlineArray<28, UInt32>

    /// The offsets of the members of a `SHA256_CTX`, in words. A test compares them with the header.
    enum Layout {
        /// The eight words.
        static let hash = 0..<8
        /// The number of bits so far: the low word, then the high one.
        static let low = 8
        static let high = 9
        /// The bytes of the incomplete block.
        static let rest = 10..<26
        /// The number of these bytes.
        static let restCount = 26
    }

    private static let blockByteCount = 64
    /// The size of a saved computation in bytes.
    package static let writtenByteCount = 104

    /// Begins a digest. Wraps `SHA256_Init(3)`.
    package init() {
        LibCrypto.load()
        context = InlineArray(repeating: 0)
        var span = context.mutableSpan
        let isDone = unsafe span.withUnsafeMutableBufferPointer { context in
            unsafe SHA256_Init(Self.context(context)) == 1
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
    }

    /// Adds bytes to the digest. Wraps `SHA256_Update(3)`.
    ///
    /// - Complexity: O(n).
    package mutating func update(_ bytes: Span<UInt8>) {
        var span = context.mutableSpan
        let isDone = unsafe span.withUnsafeMutableBufferPointer { context in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe SHA256_Update(Self.context(context), bytes.baseAddress, bytes.count) == 1
            }
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
    }

    /// The digest of all bytes so far; more can be added afterwards. Wraps `SHA256_Final(3)`.
    package var digest: Digest {
        var copy = context
        var context = copy.mutableSpan
        var output: InlineArray<32, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe context.withUnsafeMutableBufferPointer { context in
                unsafe SHA256_Final(output.baseAddress, Self.context(context)) == 1
            }
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
        return Digest(bytes: output.span)
    }

    /// The words as the context of the header. A test compares its size.
    static func context(
        _ words: UnsafeMutableBufferPointer<UInt32>
    ) -> UnsafeMutablePointer<SHA256_CTX>? {
        unsafe UnsafeMutableRawPointer(words.baseAddress)?.assumingMemoryBound(to: SHA256_CTX.self)
    }

    /// The number of bytes that were digested so far.
    private var count: UInt64 {
        (UInt64(context[Layout.high]) << 32 | UInt64(context[Layout.low])) / 8
    }

    private var restCount: Int { Int(context[Layout.restCount]) }

    package static func == (left: ResumableSHA256, right: ResumableSHA256) -> Bool {
        left.written == right.written
    }

    // MARK: Writing

    /// The saved computation: the eight words (4 bytes each), the number of bytes so far (8), both with the lowest byte
    /// first, and the bytes of the incomplete block, with zeros up to 64.
    package var written: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.writtenByteCount)
        for index in Layout.hash { bytes.append(littleEndian: context[index]) }
        bytes.append(littleEndian: count)
        let start = bytes.count
        for index in Layout.rest { bytes.append(littleEndian: context[index]) }
        for index in start + restCount..<bytes.count { bytes[index] = 0 }
        return bytes
    }

    /// Reads ``written``; nil for invalid bytes.
    package init?(written bytes: Span<UInt8>) {
        guard bytes.count == Self.writtenByteCount else { return nil }
        self.init()
        for index in Layout.hash { context[index] = bytes.number(at: 4 * index) }
        let count: UInt64 = bytes.number(at: 32)
        // SHA-256 counts bits in 64 bits.
        guard count < 1 << 61 else { return nil }
        context[Layout.low] = UInt32(truncatingIfNeeded: count * 8)
        context[Layout.high] = UInt32(truncatingIfNeeded: (count * 8) >> 32)
        let restCount = Int(count % UInt64(Self.blockByteCount))
        for index in 40 + restCount..<bytes.count where bytes[index] != 0 { return nil }
        for (number, position) in Layout.rest.enumerated() {
            context[position] = bytes.number(at: 40 + 4 * number)
        }
        context[Layout.restCount] = UInt32(restCount)
    }
}
