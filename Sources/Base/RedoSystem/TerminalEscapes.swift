/// Escaping of characters that control a terminal, change the direction of its text or are invisible.
///
/// These characters are the harmful ones of ``TerminalCharacter`` from U+007F on, which JSON strings may contain
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
                output += escape(of: scalar)
            } else {
                output += bytes[index..<index + length]
            }
            index += length
        }
        return 0
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// A character as JSON escapes it: two surrogates for one beyond U+FFFF.
    package static func escape(of scalar: Unicode.Scalar) -> [UInt8] {
        String(scalar).utf16.flatMap { unit in
            Array("\\u".utf8) + [12, 8, 4, 0].map { digits[Int(unit >> UInt16($0)) & 15] }
        }
    }

    /// Returns the length in bytes of the character that begins with a byte.
    private static func length(of byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Decodes a character; nil for invalid UTF-8.
    private static func scalar(_ bytes: [UInt8], _ index: Int, _ length: Int) -> Unicode.Scalar? {
        let others = bytes[index + 1..<index + length]
        guard others.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return nil }
        let first = bytes[index]
        // The bits of the first byte that belong to the character.
        let bits: UInt8
        switch length {
        case 2: bits = 0x1F
        case 3: bits = 0x0F
        case 4: bits = 0x07
        case 1 where first < 0x80: bits = 0x7F
        default: return nil
        }
        return Unicode.Scalar(
            others.reduce(UInt32(first & bits)) { $0 << 6 | UInt32($1 & 0x3F) })
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x7F && (TerminalCharacter(scalar).isHarmful || scalar.value == 0x85)
    }
}
