/// Characters of UTF-8 that control a terminal or turn its writing round: those that JSON lets stand as they
/// are, from U+007F to U+009F, and the marks of direction.
///
/// They are written as JSON's `\u` escapes, which in a string of JSON mean the same. The controls below U+0020
/// are not among them: JSON escapes these itself, and colours need them.
package enum TerminalEscapes {
    /// Appends bytes to others, with such characters escaped.
    ///
    /// - Returns: how many bytes at the end are the start of a character, and were left out.
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

    /// Of the character that a byte begins, in bytes.
    private static func length(of byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

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
        // What is no UTF-8, and characters of four bytes, of which none is harmful.
        default: return nil
        }
    }

    private static func isHarmful(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
