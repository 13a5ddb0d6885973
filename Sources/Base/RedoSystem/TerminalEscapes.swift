/// Escaping of characters that control a terminal or change the direction of its text.
///
/// The characters are U+007F to U+009F and the bidirectional controls, which JSON strings may contain
/// unescaped. They are written as JSON's `\u` escapes, which mean the same in a JSON string. Controls below
/// U+0020 are not escaped: JSON escapes them itself, and colours need them.
package enum TerminalEscapes {
    /// Appends UTF-8 with the harmful characters escaped.
    ///
    /// - Returns: the length in bytes of an incomplete character at the end, which is not appended.
    package static func append(_ bytes: [UInt8], to output: inout [UInt8]) -> Int {
        var index = 0
        while index < bytes.count {
            let length = length(of: bytes[index])
            guard index + length <= bytes.count else { return bytes.count - index }
            if let scalar = scalar(bytes, index, length), isHarmful(scalar) {
                output += Array("\\u".utf8)
                for shift in [12, 8, 4, 0] {
                    output.append(digits[Int(scalar >> UInt32(shift)) & 15])
                }
            } else {
                output += bytes[index..<index + length]
            }
            index += length
        }
        return 0
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the length in bytes of the character that begins with a byte.
    private static func length(of byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Decodes a character of up to three bytes; nil for a longer one and for invalid UTF-8.
    private static func scalar(_ bytes: [UInt8], _ index: Int, _ length: Int) -> UInt32? {
        guard bytes[index + 1..<index + length].allSatisfy({ $0 & 0xC0 == 0x80 }) else {
            return nil
        }
        let first = bytes[index]
        switch length {
        case 2: return UInt32(first & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        case 3:
            return UInt32(first & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
                | UInt32(bytes[index + 2] & 0x3F)
        case 1 where first < 0x80: return UInt32(first)
        // Invalid UTF-8, and characters of four bytes, none of them harmful.
        default: return nil
        }
    }

    /// Whether a character controls a terminal or the direction of its text.
    private static func isHarmful(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
