/// The text of a file of another program, whatever its encoding is marked as.
package enum InterchangeText {
    /// The bytes as UTF-8 without a byte order mark. UTF-16 is recognised by its mark; half a pair of surrogates becomes
    /// U+FFFD.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf8(bytes, low: 0, high: 1) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf8(bytes, low: 1, high: 0) }
        return bytes
    }

    /// - Parameters:
    ///   - low: the offset of the lower byte in a unit.
    ///   - high: the offset of the other one.
    private static func utf8(_ bytes: [UInt8], low: Int, high: Int) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + low]) | UInt16(bytes[index + high]) << 8
        }
        let text = Array(String(decoding: units, as: UTF16.self).utf8)
        // Half a unit at the end is replaced.
        return bytes.count.isMultiple(of: 2) ? text : text + Array("\u{FFFD}".utf8)
    }
}
