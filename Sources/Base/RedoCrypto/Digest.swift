import RedoJSON

/// A SHA-256 digest.
///
/// The bytes are stored as four big-endian words, so a comparison compares integers. The order is that of the
/// bytes, and of their lower-case hexadecimal text.
package struct Digest: Hashable, Sendable {
    /// The size of a digest in bytes.
    package static let byteCount = 32

    private let words: InlineWords

    private struct InlineWords: Hashable, Sendable {
        var first: UInt64
        var second: UInt64
        var third: UInt64
        var fourth: UInt64
    }

    /// Creates a digest from its 32 bytes.
    package init(bytes: Span<UInt8>) {
        precondition(bytes.count == Self.byteCount)
        words = InlineWords(
            first: bigEndianWord(bytes, at: 0), second: bigEndianWord(bytes, at: 8),
            third: bigEndianWord(bytes, at: 16), fourth: bigEndianWord(bytes, at: 24))
    }

    /// Creates a digest from four big-endian words.
    package init(words first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = InlineWords(first: first, second: second, third: third, fourth: fourth)
    }

    /// Returns the length of the common prefix of two digests, in hexadecimal digits; at most 64.
    package func commonDigitCount(with other: Digest) -> Int {
        func common(_ left: UInt64, _ right: UInt64) -> Int {
            (left ^ right).leadingZeroBitCount / 4
        }
        if words.first != other.words.first { return common(words.first, other.words.first) }
        if words.second != other.words.second {
            return 16 + common(words.second, other.words.second)
        }
        if words.third != other.words.third { return 32 + common(words.third, other.words.third) }
        return 48 + common(words.fourth, other.words.fourth)
    }

    /// Parses 64 lower-case hexadecimal digits; nil for any other text.
    package init?(hexadecimal digits: Span<UInt8>) {
        guard digits.count == 2 * Self.byteCount,
            let first = hexadecimalWord(digits, at: 0),
            let second = hexadecimalWord(digits, at: 16),
            let third = hexadecimalWord(digits, at: 32),
            let fourth = hexadecimalWord(digits, at: 48)
        else { return nil }
        words = InlineWords(first: first, second: second, third: third, fourth: fourth)
    }

    /// Whether a text has the 64 lower-case hexadecimal digits of the digest at an offset.
    ///
    /// This is faster than parsing the digits.
    package func isWritten(in text: Span<UInt8>, at start: Int) -> Bool {
        guard start >= 0, start <= text.count - 2 * Self.byteCount else { return false }
        return isHexadecimalWord(words.first, text, at: start)
            && isHexadecimalWord(words.second, text, at: start + 16)
            && isHexadecimalWord(words.third, text, at: start + 32)
            && isHexadecimalWord(words.fourth, text, at: start + 48)
    }

    /// The 32 bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        append(to: &bytes)
        return bytes
    }

    /// Appends the 32 bytes.
    package func append(to output: inout [UInt8]) {
        let words: InlineArray<4, UInt64> = [words.first, words.second, words.third, words.fourth]
        for index in words.indices {
            let word = words[index]
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
    }

    /// Writes the 32 bytes.
    ///
    /// - Precondition: they fit after the offset.
    package func write(into bytes: inout MutableSpan<UInt8>, at offset: Int) {
        precondition(offset >= 0 && offset <= bytes.count - Self.byteCount)
        let words: InlineArray<4, UInt64> = [words.first, words.second, words.third, words.fourth]
        // Any bit pattern is valid, and the bounds are checked when the bytes are stored.
        var raw = unsafe bytes.mutableBytes
        for index in words.indices {
            raw.storeBytes(
                of: words[index].bigEndian, toByteOffset: offset + index * 8, as: UInt64.self)
        }
    }

    /// The first 8 of the 32 bytes, as a big-endian integer.
    package var firstWord: UInt64 { words.first }

    /// The first of the 32 bytes.
    package var firstByte: UInt8 { UInt8(truncatingIfNeeded: words.first >> 56) }

    /// Appends the digest as 64 lower-case hexadecimal digits.
    package func appendHexadecimal(to output: inout [UInt8]) {
        appendHexadecimalWords(
            (words.first, words.second, words.third, words.fourth), to: &output)
    }

    /// The digest as 64 lower-case hexadecimal digits.
    package var hexadecimal: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * Self.byteCount)
        appendHexadecimal(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}

extension Digest: Comparable {
    /// Compares the bytes in lexicographic order.
    package static func < (left: Digest, right: Digest) -> Bool {
        if left.words.first != right.words.first { return left.words.first < right.words.first }
        if left.words.second != right.words.second { return left.words.second < right.words.second }
        if left.words.third != right.words.third { return left.words.third < right.words.third }
        return left.words.fourth < right.words.fourth
    }
}

/// Returns the big-endian integer at an offset.
package func bigEndianWord(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in start..<start + 8 { word = word << 8 | UInt64(bytes[index]) }
    return word
}
