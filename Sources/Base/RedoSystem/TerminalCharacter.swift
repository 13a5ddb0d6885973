/// The effect of a character on a terminal. Only this type decides which characters people are shown: lists, forms,
/// screens, JSON on a terminal and files of other programs follow it.
package enum TerminalCharacter: Equatable, Sendable {
    case visible
    /// Ends a line or moves the cursor to a column: a line feed, a tab.
    case space
    /// Moves the cursor, changes settings of the terminal or the direction of writing.
    case control
    /// Takes no column and shows nothing, so that different texts look the same: a zero-width space, a tag.
    case invisible
    /// Joins or separates the letters on its sides (U+200C, U+200D): it has a meaning in some scripts and between
    /// emoji, and is invisible elsewhere.
    case joiner
    /// Selects a variant of the character before it, invisible elsewhere.
    case selector

    package init(_ scalar: Unicode.Scalar) {
        self =
            switch scalar.value {
            case 0x20..<0x7F: .visible
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: .space
            case 0..<0x20, 0x7F..<0xA0: .control
            // Marks and overrides of direction.
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: .control
            case 0x200C, 0x200D: .joiner
            case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: .selector
            // A soft hyphen, a joiner of graphemes, fillers of Hangul, vowels of Khmer without a glyph.
            case 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFFA0: .invisible
            // Zero-width spaces, operators of formulas, the byte order mark, marks of annotations.
            case 0x200B, 0x2060...0x2065, 0xFEFF, 0xFFF0...0xFFFB: .invisible
            // Controls of shorthand and of music, and tags.
            case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: .invisible
            default: .visible
            }
    }

    /// Whether the character is of no use in any text on a terminal, whatever is beside it.
    package var isHarmful: Bool { self == .control || self == .invisible }

    /// Whether the character must be escaped in a line of text.
    package var needsEscape: Bool { self == .space || isHarmful }
}

/// Texts that are safe to show on a terminal.
package enum TerminalText {
    /// The character that replaces those that are not shown.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    /// A text in one line: U+FFFD replaces each character that could move a terminal's cursor, change its settings or
    /// the direction of writing, and each run of invisible characters. White space becomes spaces.
    package static func printable(_ text: String) -> String {
        // Most text is plain.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var output = String.UnicodeScalarView()
        var isHidden = false
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            scalars.formIndex(after: &index)
            let after = index < scalars.endIndex ? scalars[index] : nil
            let before = output.last
            let wasHidden = isHidden
            isHidden = false
            switch TerminalCharacter(scalar) {
            case .visible: output.append(scalar)
            case .space: output.append(" ")
            case .control: output.append(replacement)
            case .joiner where joins(before, after), .selector where isVaried(before):
                output.append(scalar)
            case .invisible, .joiner, .selector:
                isHidden = true
                if !wasHidden { output.append(replacement) }
            }
        }
        return String(output)
    }

    /// Whether a joiner has a meaning between two characters, of which the first is shown: after a letter of a script
    /// that uses it, or between emoji.
    private static func joins(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        guard let before else { return false }
        switch before.value {
        case 0x0600...0x109F, 0x1780...0x180A, 0x1810...0x18AF, 0x1A20...0x1CFF, 0xA800...0xABFF,
            0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
            return TerminalCharacter(before) == .visible
        default:
            let isEmoji = isEmoji(before) || before.value == 0xFE0F
            return isEmoji && after.map(Self.isEmoji) ?? false
        }
    }

    /// Whether a character has variants: letters and punctuation of ASCII have none.
    private static func isVaried(_ before: Unicode.Scalar?) -> Bool {
        guard let before, before != replacement, TerminalCharacter(before) == .visible else {
            return false
        }
        return before.value >= 0x80 || before.properties.isEmoji
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 && scalar.properties.isEmoji
    }
}
