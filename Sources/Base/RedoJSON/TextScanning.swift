/// Returns the end of a run of plain ASCII in a string.
///
/// The run ends before a quote, a backslash, a control character, a byte of 0x80 or above, or at the end of
/// the text. The function tests eight bytes at a time, because strings are three quarters of a node.
func endOfPlainRun(_ text: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var position = start
    // `bytes` is unsafe for elements with padding; a byte has none.
    let bytes = unsafe text.bytes
    while position + 8 <= text.count {
        // The condition of the loop keeps the load in bounds.
        let word = unsafe UInt64(
            littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
        // The top bit of a byte in `marks` is set if the byte is 0x80 or above, less than 0x20, or zero
        // after an exclusive or with a quote or a backslash. A borrow only sets bits above a byte that is
        // marked already, so the lowest mark is exact.
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let marks =
            (word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & tops
        if marks != 0 {
            return position + marks.trailingZeroBitCount / 8
        }
        position += 8
    }
    while position < text.count {
        let byte = text[position]
        if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            break
        }
        position += 1
    }
    return position
}

/// Checks the UTF-8 sequence that starts with a byte of 0x80 or above (Unicode, table 3-7).
///
/// - Returns: the length of the sequence in bytes, 2 to 4.
/// - Throws: ``JSONError`` at the first invalid byte.
func lengthOfUTF8Sequence(_ text: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
    let lead = text[start]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw JSONError(.invalidUTF8, at: start)
    }
    for index in 1..<length {
        let position = start + index
        guard position < text.count else { throw JSONError(.unexpectedEnd, at: position) }
        let allowed = index == 1 ? second : 0x80...0xBF
        guard allowed.contains(text[position]) else { throw JSONError(.invalidUTF8, at: position) }
    }
    return length
}

extension [UInt8] {
    /// Appends the UTF-8 of a literal.
    package mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    /// Appends the bytes of a span.
    package mutating func append(_ bytes: Span<UInt8>) {
        // The buffer is valid until the closure ends, which copies it.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
