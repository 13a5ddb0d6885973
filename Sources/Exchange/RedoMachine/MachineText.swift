import RedoJSON

/// The checked text of a machine's answer. Only this type decides which answer may become a message.
///
/// UTF-8, 1 to 65,536 bytes, with line feeds and tabs but no other control characters. White space at both ends is
/// removed, and line ends of other systems become line feeds.
package struct MachineText: Equatable, Sendable {
    package let text: JSONString

    /// The maximum size of an answer in bytes.
    package static let maximumByteCount = 1 << 16

    /// - Throws: ``MachineFault/tooLong``, ``MachineFault/notUTF8``, ``MachineFault/controlCharacter(offset:)`` or
    ///   ``MachineFault/empty``.
    package init(_ bytes: [UInt8]) throws(MachineFault) {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLong }
        guard let string = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        var kept = String.UnicodeScalarView()
        var offset = 0
        let scalars = Array(string.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isLineEnd =
                scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if !isLineEnd {
                guard scalar == "\n" || scalar == "\t" || !Self.isControl(scalar) else {
                    throw .controlCharacter(offset: offset)
                }
                kept.append(scalar)
            }
            offset += UTF8.width(scalar)
        }
        let trimmed = Self.trimmed(String(kept)[...])
        guard !trimmed.isEmpty else { throw .empty }
        text = JSONString(String(trimmed))
    }

    /// The control characters of ASCII and of Latin 1, and noncharacters, which interchange JSON excludes.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n"]

    /// A text without blanks and line feeds at its ends.
    static func trimmed(_ text: Substring) -> Substring {
        Substring(text.unicodeScalars.trimming(while: blanks.contains))
    }
}
