import RedoJSON
import RedoModel
import RedoSystem

/// The number of columns that a text takes on a terminal: two for wide characters and emoji.
package func displayWidth(_ text: String) -> Int {
    // Most text is plain, and taking characters apart is slow.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + displayWidth($1) }
}

private func displayWidth(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let isEmoji = first.properties.isEmojiPresentation
    let isVariant = character.unicodeScalars.contains { $0.value == 0xFE0F }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
        return 2
    default: return isEmoji || isVariant ? 2 : 1
    }
}

/// A text cut to a number of columns, at least one, with an ellipsis in the place of what is left out.
package func cut(_ text: String, toColumns limit: Int) -> String {
    if text.utf8.count <= limit || displayWidth(text) <= limit { return text }
    var kept = ""
    var width = 0
    for character in text {
        width += displayWidth(character)
        if width >= limit { break }
        kept.append(character)
    }
    return kept + "…"
}

extension String {
    /// The text with spaces after it, so that it takes a number of columns at least.
    package func padded(toColumns width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth(self)))
    }
}

/// The number of columns of a text that is harmless and of letters of which each takes one: ASCII, and
/// Latin letters with accents up to U+02FF. Most text is; taking characters apart is slow.
///
/// - Returns: nil for any other text.
private func plainWidth(_ utf8: Span<UInt8>) -> Int? {
    var index = 0
    while index + 8 <= utf8.count, isPrintableASCII(utf8.number(at: index)) { index += 8 }
    var width = index
    while index < utf8.count {
        let byte = utf8[index]
        if byte >= 0x20, byte < 0x7F {
            index += 1
        } else if byte >= 0xC2, byte <= 0xCB, index + 1 < utf8.count {
            // Of U+0080 to U+00BF there are controls, a hyphen that is not shown, and signs that can
            // be emoji.
            if byte == 0xC2 { return nil }
            index += 2
        } else {
            return nil
        }
        width += 1
    }
    return width
}

/// True if eight bytes are each from 0x20 to 0x7E.
///
/// The top bit of a byte in the sum of marks is set if the byte is 0x80 or above, below 0x20, or 0x7F. A carry or borrow
/// leaves only bytes that are marked.
private func isPrintableASCII(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let marks = word | (word &- ones &* 0x20) | (word &+ ones)
    return marks & (ones &* 0x80) == 0
}

extension [UInt8] {
    /// Appends a text so that it cannot harm a terminal.
    ///
    /// - Parameter limit: columns that it may take; it is cut with an ellipsis.
    /// - Returns: how many columns it takes.
    mutating func append(printable text: JSONString, atMost limit: Int = .max) -> Int {
        let bytes = text.utf8
        if let width = plainWidth(bytes.span), width <= limit {
            append(contentsOf: bytes)
            return width
        }
        let shown = cut(text.printable, toColumns: limit)
        append(contentsOf: shown.utf8)
        return displayWidth(shown)
    }
}
