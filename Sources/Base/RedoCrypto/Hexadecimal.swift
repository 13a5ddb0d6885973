import RedoJSON

/// The value of a lower-case hexadecimal digit; nil for any other byte, upper case included.
package func lowercaseHexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}

/// Reads lower-case hexadecimal digits, two a byte; nil for anything else.
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

/// Appends two lower-case hexadecimal digits a byte.
package func appendHexadecimal(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    for index in bytes.indices {
        output.append(lowercaseHexDigit(bytes[index] >> 4))
        output.append(lowercaseHexDigit(bytes[index] & 15))
    }
}

// MARK: Sixteen digits at once

// A node has some 500 hexadecimal digits. Eight of them are handled as the bytes of one word; the
// first digit is the word's highest byte.

private let eachByte: UInt64 = 0x0101_0101_0101_0101
private let lowNibbles: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

/// The eight digits that write a number of 32 bits.
private func digits(of value: UInt32) -> UInt64 {
    var nibbles = UInt64(value)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles << 4) & lowNibbles
    // 1 in the bytes of 10 and above, which are letters.
    let letters = ((nibbles &+ eachByte &* 6) >> 4) & eachByte
    return nibbles &+ eachByte &* 0x30 &+ letters &* UInt64(UInt8(ascii: "a") - 0x3A)
}

/// The number that eight digits write; nil where one is no lower-case hexadecimal digit.
private func value(of digits: UInt64) -> UInt32? {
    let letters = (digits >> 6) & eachByte
    var nibbles = ((digits & lowNibbles) &+ letters &* 9) & lowNibbles
    nibbles = (nibbles | nibbles >> 4) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles >> 8) & 0x0000_FFFF_0000_FFFF
    let value = UInt32(truncatingIfNeeded: nibbles | nibbles >> 16)
    // Any other byte has been taken for a digit, and is found out by writing the number again.
    return RedoCrypto.digits(of: value) == digits ? value : nil
}

/// Eight bytes of a text, the first one as the highest.
private func eightDigits(_ text: Span<UInt8>, at start: Int) -> UInt64 {
    precondition(start >= 0 && start + 8 <= text.count)
    // Unsafe for elements with padding; a byte has none. In bounds by the precondition.
    let bytes = unsafe text.bytes
    return UInt64(
        bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
}

/// The number that 16 lower-case hexadecimal digits write; nil for anything else.
package func hexadecimalWord(_ text: Span<UInt8>, at start: Int) -> UInt64? {
    word(eightDigits(text, at: start), eightDigits(text, at: start + 8))
}

/// The number that twice eight digits write; nil where one is no lower-case hexadecimal digit.
private func word(_ high: UInt64, _ low: UInt64) -> UInt64? {
    guard let high = value(of: high), let low = value(of: low) else { return nil }
    return UInt64(high) << 32 | UInt64(low)
}

private func lowHalf(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word) }
private func highHalf(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word >> 32) }

/// The 16 lower-case hexadecimal digits of a number, in the order of memory.
private func textDigits(of word: UInt64) -> (UInt64, UInt64) {
    (
        digits(of: highHalf(word)).bigEndian,
        digits(of: lowHalf(word)).bigEndian
    )
}

/// Whether the 16 lower-case hexadecimal digits of a number stand at an offset.
func isHexadecimalWord(_ word: UInt64, _ text: Span<UInt8>, at start: Int) -> Bool {
    eightDigits(text, at: start) == digits(of: highHalf(word))
        && eightDigits(text, at: start + 8) == digits(of: lowHalf(word))
}

/// Appends the 16 lower-case hexadecimal digits of a number.
package func appendHexadecimalWord(_ word: UInt64, to output: inout [UInt8]) {
    // The bytes of integers, read while they live.
    unsafe withUnsafeBytes(of: textDigits(of: word)) { unsafe output.append(contentsOf: $0) }
}

/// Appends the eight bytes of a number, the highest first.
private func appendBigEndian(_ word: UInt64, to output: inout [UInt8]) {
    // The bytes of an integer, read while it lives.
    unsafe withUnsafeBytes(of: word.bigEndian) { unsafe output.append(contentsOf: $0) }
}

/// Appends the 64 lower-case hexadecimal digits of four numbers, at once: growing an array takes
/// longer than making digits.
func appendHexadecimalWords(
    _ words: (UInt64, UInt64, UInt64, UInt64), to output: inout [UInt8]
) {
    let digits = (
        textDigits(of: words.0), textDigits(of: words.1), textDigits(of: words.2),
        textDigits(of: words.3)
    )
    // The bytes of integers, read while they live.
    unsafe withUnsafeBytes(of: digits) { unsafe output.append(contentsOf: $0) }
}

// MARK: UUIDs

// The digits of a UUID's text (RFC 9562, section 4) stand at 0, 9, 14, 19, 24 and 28: eight, thrice four,
// four and eight.

/// Appends the 36 bytes of a UUID's text, at once.
package func appendHyphenated(_ high: UInt64, _ low: UInt64, to output: inout [UInt8]) {
    let (first, second) = textDigits(of: high)
    let (third, fourth) = textDigits(of: low)
    var text: InlineArray<36, UInt8> = InlineArray(repeating: UInt8(ascii: "-"))
    var span = text.mutableSpan
    // Unsafe for elements that not every pattern of bits is one of; for a byte every pattern is.
    var bytes = unsafe span.mutableBytes
    bytes.storeBytes(of: first, toByteOffset: 0, as: UInt64.self)
    // The digits are in the order of memory, so that the low half comes first.
    bytes.storeBytes(of: lowHalf(second), toByteOffset: 9, as: UInt32.self)
    bytes.storeBytes(of: highHalf(second), toByteOffset: 14, as: UInt32.self)
    bytes.storeBytes(of: lowHalf(third), toByteOffset: 19, as: UInt32.self)
    bytes.storeBytes(of: highHalf(third), toByteOffset: 24, as: UInt32.self)
    bytes.storeBytes(of: fourth, toByteOffset: 28, as: UInt64.self)
    let whole = text.span
    // The bytes of the text, read while it lives.
    unsafe whole.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
}

/// Reads the 36 bytes of a UUID's text; nil for anything else.
///
/// - Parameter isLowercase: whether A to F are refused.
package func hyphenated(
    _ text: Span<UInt8>, isLowercase: Bool
) -> (high: UInt64, low: UInt64)? {
    let hyphen = UInt8(ascii: "-")
    guard text.count == 36, text[8] == hyphen, text[13] == hyphen, text[18] == hyphen,
        text[23] == hyphen
    else { return nil }
    func read(_ digits: UInt64) -> UInt64 { isLowercase ? digits : lowercase(digits) }
    guard
        let high = word(
            read(eightDigits(text, at: 0)), read(eightDigits(text, aroundHyphenAt: 13))),
        let low = word(
            read(eightDigits(text, aroundHyphenAt: 23)), read(eightDigits(text, at: 28)))
    else { return nil }
    return (high, low)
}

/// Twice four bytes of a text, with a hyphen between them that is left out.
private func eightDigits(_ text: Span<UInt8>, aroundHyphenAt place: Int) -> UInt64 {
    let first = eightDigits(text, at: place - 4) >> 32
    return first << 32 | eightDigits(text, at: place + 1) >> 32
}

/// Eight bytes with A to F, and others that are no digits in either case, in lower case.
private func lowercase(_ digits: UInt64) -> UInt64 {
    // The case is the bit 0x20 of what has the bit 0x40.
    digits | (digits & (eachByte &* 0x40)) >> 1
}
