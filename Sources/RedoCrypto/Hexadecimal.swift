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
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = lowercaseHexValue(digits[index]),
            let low = lowercaseHexValue(digits[index + 1])
        else { return nil }
        bytes.append(high << 4 | low)
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
    let letters = ((nibbles + eachByte &* 6) >> 4) & eachByte
    return nibbles + eachByte &* 0x30 + letters &* UInt64(UInt8(ascii: "a") - 0x3A)
}

/// The number that eight digits write; nil where one is no lower-case hexadecimal digit.
private func value(of digits: UInt64) -> UInt32? {
    let letters = (digits >> 6) & eachByte
    var nibbles = ((digits & lowNibbles) + letters &* 9) & lowNibbles
    nibbles = (nibbles | nibbles >> 4) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles >> 8) & 0x0000_FFFF_0000_FFFF
    let value = UInt32(truncatingIfNeeded: nibbles | nibbles >> 16)
    // Any other byte has been taken for a digit, and is found out by writing the number again.
    return RedoCrypto.digits(of: value) == digits ? value : nil
}

/// The number that 16 lower-case hexadecimal digits write; nil for anything else.
package func hexadecimalWord(_ text: Span<UInt8>, at start: Int) -> UInt64? {
    precondition(start >= 0 && start + 16 <= text.count)
    // Unsafe for elements with padding; a byte has none. In bounds by the precondition.
    let bytes = unsafe text.bytes
    let (first, second) = unsafe (
        bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self),
        bytes.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
    )
    guard let high = value(of: UInt64(bigEndian: first)),
        let low = value(of: UInt64(bigEndian: second))
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
}

/// The 16 lower-case hexadecimal digits of a number, in the order of memory.
private func textDigits(of word: UInt64) -> (UInt64, UInt64) {
    (
        digits(of: UInt32(truncatingIfNeeded: word >> 32)).bigEndian,
        digits(of: UInt32(truncatingIfNeeded: word)).bigEndian
    )
}

/// Appends the 16 lower-case hexadecimal digits of a number.
package func appendHexadecimalWord(_ word: UInt64, to output: inout [UInt8]) {
    // The bytes of integers, read while they live.
    unsafe withUnsafeBytes(of: textDigits(of: word)) { unsafe output.append(contentsOf: $0) }
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

/// Appends the 36 bytes of a UUID's text (RFC 9562, section 4), at once.
package func appendHyphenated(_ high: UInt64, _ low: UInt64, to output: inout [UInt8]) {
    let digits = (textDigits(of: high), textDigits(of: low))
    // The bytes of integers, read while they live.
    unsafe withUnsafeBytes(of: digits) { digits in
        unsafe output.append(contentsOf: digits[..<8])
        var start = 8
        while start < 20 {
            output.append(UInt8(ascii: "-"))
            unsafe output.append(contentsOf: digits[start..<start + 4])
            start += 4
        }
        output.append(UInt8(ascii: "-"))
        unsafe output.append(contentsOf: digits[20...])
    }
}
