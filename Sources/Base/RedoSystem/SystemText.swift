import Glibc

/// The system's names as text: paths, arguments and variables, which are bytes of any kind.
///
/// A byte that is not part of UTF-8 becomes one scalar of a range that is used for nothing else, U+10FE80 to U+10FEFF
/// for 0x80 to 0xFF. A scalar of that range in the bytes becomes four such scalars, one for each of its bytes. So
/// different bytes are different texts, and the system receives exactly the bytes that it gave:
///
/// ```
/// bytes                 text                        bytes
/// 6F FF            ->   "o" U+10FEFF           ->   6F FF
/// 6F EF BF BD      ->   "o" U+FFFD             ->   6F EF BF BD
/// 6F F4 8F BB BF   ->   "o", four such scalars ->   6F F4 8F BB BF
/// ```
package enum SystemText {
    /// Converts bytes of the system to text.
    package static func text(_ bytes: [UInt8]) -> String {
        if !bytes.contains(rareLead), let text = String(validating: bytes, as: UTF8.self) {
            return text
        }
        var scalars = String.UnicodeScalarView()
        var index = 0
        while index < bytes.count {
            let scalar = scalar(in: bytes, at: index)
            if let scalar, !escapes.contains(scalar.value) {
                scalars.append(scalar)
                index += UTF8.width(scalar)
            } else {
                let count = scalar.map(UTF8.width) ?? 1
                for byte in bytes[index..<index + count] {
                    if let escape = Unicode.Scalar(base + UInt32(byte)) { scalars.append(escape) }
                }
                index += count
            }
        }
        return String(scalars)
    }

    /// Converts a null-terminated string of the system to text.
    package static func text(cString: UnsafePointer<CChar>) -> String {
        if unsafe strchr(cString, Int32(rareLead)) == nil,
            let text = unsafe String(validatingCString: cString)
        {
            return text
        }
        let bytes = unsafe UnsafeBufferPointer(start: cString, count: strlen(cString))
        return text(unsafe bytes.map { UInt8(bitPattern: $0) })
    }

    /// Converts a text that people wrote to a text of the system.
    package static func text(written text: String) -> String { Self.text(Array(text.utf8)) }

    /// Converts a text of the system back to its bytes.
    package static func bytes(of text: String) -> [UInt8] {
        guard text.utf8.contains(rareLead) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if escapes.contains(scalar.value) {
                bytes.append(UInt8(scalar.value - base))
            } else {
                bytes += Array(String(scalar).utf8)
            }
        }
        return bytes
    }

    /// Converts a text of the system to a text that people wrote, which must be UTF-8.
    ///
    /// - Throws: ``NotUTF8`` with the offset of the first byte that is not part of UTF-8.
    package static func written(_ text: String) throws(NotUTF8) -> String {
        guard text.utf8.contains(rareLead) else { return text }
        let bytes = bytes(of: text)
        if let written = String(validating: bytes, as: UTF8.self) { return written }
        var index = 0
        while let scalar = scalar(in: bytes, at: index) { index += UTF8.width(scalar) }
        throw NotUTF8(offset: index, byte: bytes[index])
    }

    /// A text of the system for people: a byte that is not UTF-8 as `\xff`.
    package static func printable(_ text: String) -> String {
        guard text.utf8.contains(rareLead) else { return text }
        var printable = ""
        for scalar in text.unicodeScalars {
            if escapes.contains(scalar.value) {
                printable += "\\x" + String(scalar.value - base, radix: 16)
            } else {
                printable.unicodeScalars.append(scalar)
            }
        }
        return printable
    }

    /// A path with bytes that are not UTF-8 as one word of a shell; nil for any other text.
    static func shellWord(_ text: String) -> String? {
        guard text.unicodeScalars.contains(where: { escapes.contains($0.value) }) else {
            return nil
        }
        var word = "$'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { word += "\\" }
            word += printable(String(scalar))
        }
        return word + "'"
    }

    /// The scalars that stand for bytes.
    private static let escapes: ClosedRange<UInt32> = base + 0x80...base + 0xFF
    private static let base: UInt32 = 0x10FE00
    /// The first byte of each of these scalars in UTF-8, which hardly any other text has.
    fileprivate static let rareLead: UInt8 = 0xF4

    /// Decodes the scalar that begins at an index; nil if the bytes there are not UTF-8.
    private static func scalar(in bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
        guard index < bytes.count else { return nil }
        var iterator = bytes[index..<min(index + 4, bytes.count)].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }
}

/// A byte of a text that is not part of UTF-8.
package struct NotUTF8: Error, Equatable {
    /// The number of bytes before it.
    package let offset: Int
    package let byte: UInt8

    /// The problem, after the name of the text: `is not UTF-8: byte 3 is 0xe9`.
    package var reason: String {
        "is not UTF-8: the byte at offset \(offset) is 0x\(String(byte, radix: 16))"
    }
}

extension String {
    /// Calls a closure with the null-terminated bytes of this text for the system.
    ///
    /// Every path is passed to the system by this function: a `String` as an argument of a C function would be passed
    /// as UTF-8.
    package func withSystemBytes<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard utf8.contains(SystemText.rareLead) else {
            return unsafe withCString { unsafe body($0) }
        }
        let bytes = SystemText.bytes(of: self).map { CChar(bitPattern: $0) } + [0]
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else {
                return unsafe "".withCString { unsafe body($0) }
            }
            return unsafe body(start)
        }
    }
}
