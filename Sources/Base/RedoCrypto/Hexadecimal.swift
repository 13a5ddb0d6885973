import RedoJSON

/// Returns the value of a lower-case hexadecimal digit; nil for any other byte, including upper case.
package func lowercaseHexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}

/// Parses lower-case hexadecimal digits, two for each byte; nil for any other text.
package func bytes(hexadecimal digits: Span<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var index = 0
    while index + 16 <= digits.count {
        guard let word = hexadecimalWord(digits, at: index) else { return nil }
        appendBigEndian(word, to: &bytes)
        index += 16
    }
    while index < digits.count {
        guard let high = lowercaseHexValue(digits[index]),
            let low = lowercaseHexValue(digits[index + 1])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 2
    }
    return bytes
}

/// Appends bytes as lower-case hexadecimal digits, two for each byte.
package func appendHexadecimal(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var index = 0
    // Growing the array for each digit takes longer than computing them.
    while index + 8 <= bytes.count {
        var word: UInt64 = 0
        for offset in index..<index + 8 { word = word << 8 | UInt64(bytes[offset]) }
        appendHexadecimalWord(word, to: &output)
        index += 8
    }
    while index < bytes.count {
        output.append(lowercaseHexDigit(bytes[index] >> 4))
        output.append(lowercaseHexDigit(bytes[index] & 15))
        index += 1
    }
}

/// The text of bytes as lower-case hexadecimal digits, two for each byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.count)
    appendHexadecimal(bytes.span, to: &digits)
    return String(decoding: digits, as: UTF8.self)
}

// MARK: Sixteen digits at once

// A node has about 500 hexadecimal digits. The functions below process eight digits as the bytes of one
// word, whose highest byte is the first digit.

/// The number 1 in each byte.
private let eachByte: UInt64 = 0x0101_0101_0101_0101
/// A mask of the low nibble of each byte.
private let lowNibbles: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

/// Returns the eight digits of a number.
private func digits(of value: UInt32) -> UInt64 {
    var nibbles = UInt64(value)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles << 4) & lowNibbles
    // The bytes of letters, which are 10 and above, become 1.
    let letters = ((nibbles &+ eachByte &* 6) >> 4) & eachByte
    return nibbles &+ eachByte &* 0x30 &+ letters &* UInt64(UInt8(ascii: "a") - 0x3A)
}

/// Returns the number of eight digits; nil if one is not a lower-case hexadecimal digit.
private func value(of digits: UInt64) -> UInt32? {
    let letters = (digits >> 6) & eachByte
    var nibbles = ((digits & lowNibbles) &+ letters &* 9) & lowNibbles
    nibbles = (nibbles | nibbles >> 4) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles >> 8) & 0x0000_FFFF_0000_FFFF
    let value = UInt32(truncatingIfNeeded: nibbles | nibbles >> 16)
    // The conversion accepts any byte as a digit. Converting the number back detects invalid ones.
    return RedoCrypto.digits(of: value) == digits ? value : nil
}

/// Returns eight bytes of a text as a word, the first as the highest byte.
private func eightDigits(_ text: Span<UInt8>, at start: Int) -> UInt64 {
    precondition(start >= 0 && start + 8 <= text.count)
    // `bytes` is unsafe for elements with padding; a byte has none. The precondition keeps the load in bounds.
    let bytes = unsafe text.bytes
    return UInt64(
        bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
}

/// Parses 16 lower-case hexadecimal digits at an offset; nil for any other text.
package func hexadecimalWord(_ text: Span<UInt8>, at start: Int) -> UInt64? {
    word(eightDigits(text, at: start), eightDigits(text, at: start + 8))
}

/// Returns the number of two words of digits; nil if one is not a lower-case hexadecimal digit.
private func word(_ high: UInt64, _ low: UInt64) -> UInt64? {
    guard let high = value(of: high), let low = value(of: low) else { return nil }
    return UInt64(high) << 32 | UInt64(low)
}

/// Returns the low 32 bits of a word.
private func lowHalf(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word) }

/// Returns the high 32 bits of a word.
private func highHalf(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word >> 32) }

/// Returns the 16 lower-case hexadecimal digits of a number, in memory order.
private func textDigits(of word: UInt64) -> (UInt64, UInt64) {
    (
        digits(of: highHalf(word)).bigEndian,
        digits(of: lowHalf(word)).bigEndian
    )
}

/// Whether a text has the 16 lower-case hexadecimal digits of a number at an offset.
func isHexadecimalWord(_ word: UInt64, _ text: Span<UInt8>, at start: Int) -> Bool {
    eightDigits(text, at: start) == digits(of: highHalf(word))
        && eightDigits(text, at: start + 8) == digits(of: lowHalf(word))
}

/// Appends the 16 lower-case hexadecimal digits of a number.
package func appendHexadecimalWord(_ word: UInt64, to output: inout [UInt8]) {
    // The buffer is valid until the closure ends, which copies it.
    unsafe withUnsafeBytes(of: textDigits(of: word)) { unsafe output.append(contentsOf: $0) }
}

/// Appends the eight bytes of a number in big-endian order.
package func appendBigEndian(_ word: UInt64, to output: inout [UInt8]) {
    // The buffer is valid until the closure ends, which copies it.
    unsafe withUnsafeBytes(of: word.bigEndian) { unsafe output.append(contentsOf: $0) }
}

/// Appends the 64 lower-case hexadecimal digits of four numbers.
///
/// One append for all digits is faster: growing the array takes longer than computing the digits.
func appendHexadecimalWords(
    _ words: (UInt64, UInt64, UInt64, UInt64), to output: inout [UInt8]
) {
    let digits = (
        textDigits(of: words.0), textDigits(of: words.1), textDigits(of: words.2),
        textDigits(of: words.3)
    )
    // The buffer is valid until the closure ends, which copies it.
    unsafe withUnsafeBytes(of: digits) { unsafe output.append(contentsOf: $0) }
}

// MARK: UUIDs

// The text of a UUID (RFC 9562, section 4) has eight digits at offset 0, four at 9, 14, 19 and 24, and eight
// at 28.

/// Appends the 36 bytes of a UUID's text in lower case.
package func appendUUID(_ high: UInt64, _ low: UInt64, to output: inout [UInt8]) {
    let (first, second) = textDigits(of: high)
    let (third, fourth) = textDigits(of: low)
    var text: InlineArray<36, UInt8> = InlineArray(repeating: UInt8(ascii: "-"))
    var span = text.mutableSpan
    // `mutableBytes` is unsafe for types with invalid bit patterns; a byte has none.
    var bytes = unsafe span.mutableBytes
    bytes.storeBytes(of: first, toByteOffset: 0, as: UInt64.self)
    // The digits are in memory order, so the low half comes first.
    bytes.storeBytes(of: lowHalf(second), toByteOffset: 9, as: UInt32.self)
    bytes.storeBytes(of: highHalf(second), toByteOffset: 14, as: UInt32.self)
    bytes.storeBytes(of: lowHalf(third), toByteOffset: 19, as: UInt32.self)
    bytes.storeBytes(of: highHalf(third), toByteOffset: 24, as: UInt32.self)
    bytes.storeBytes(of: fourth, toByteOffset: 28, as: UInt64.self)
    let whole = text.span
    // The buffer is valid until the closure ends, which copies it.
    unsafe whole.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
}

/// Parses the 36 bytes of a UUID's text; nil for any other text.
///
/// - Parameter isLowercase: whether to reject digits in upper case.
package func parseUUID(
    _ text: Span<UInt8>, isLowercase: Bool
) -> (high: UInt64, low: UInt64)? {
    let hyphen = UInt8(ascii: "-")
    guard text.count == 36, text[8] == hyphen, text[13] == hyphen, text[18] == hyphen,
        text[23] == hyphen
    else { return nil }
    func normalized(_ digits: UInt64) -> UInt64 { isLowercase ? digits : lowercase(digits) }
    guard
        let high = word(
            normalized(eightDigits(text, at: 0)), normalized(eightDigits(text, aroundHyphenAt: 13))),
        let low = word(
            normalized(eightDigits(text, aroundHyphenAt: 23)), normalized(eightDigits(text, at: 28))
        )
    else { return nil }
    return (high, low)
}

/// Returns the four bytes before a hyphen and the four bytes after it as a word.
private func eightDigits(_ text: Span<UInt8>, aroundHyphenAt offset: Int) -> UInt64 {
    let first = eightDigits(text, at: offset - 4) >> 32
    return first << 32 | eightDigits(text, at: offset + 1) >> 32
}

/// Converts eight digits to lower case; a byte that is not a digit stays invalid.
private func lowercase(_ digits: UInt64) -> UInt64 {
    // A letter has the bit 0x40. Its case is the bit 0x20.
    digits | (digits & (eachByte &* 0x40)) >> 1
}
