import RedoJSON
import RedoLog

/// How many columns a text takes on a terminal: two for wide characters and emoji.
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

extension [UInt8] {
    /// Appends a text so that it cannot harm a terminal.
    ///
    /// - Parameter limit: columns that it may take; it is cut with an ellipsis.
    /// - Returns: how many columns it takes.
    mutating func append(printable text: JSONString, atMost limit: Int = .max) -> Int {
        let bytes = text.utf8
        // Most text is plain, and fits.
        if bytes.count <= limit, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            append(contentsOf: bytes)
            return bytes.count
        }
        let shown = cut(text.printable, toColumns: limit)
        append(contentsOf: shown.utf8)
        return displayWidth(shown)
    }
}
