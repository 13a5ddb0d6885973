/// The characters of one kind: each takes the place of another one, and all take as many bytes in UTF-8 and
/// in JSON.
struct CharacterPool: Sendable {
    private let ranges: [ClosedRange<UInt32>]
    private let count: Int
    /// Whether the characters make words.
    let isOfWords: Bool

    private init(_ ranges: ClosedRange<UInt32>..., isOfWords: Bool = false) {
        self.ranges = ranges
        count = ranges.reduce(0) { $0 + $1.count }
        self.isOfWords = isOfWords
    }

    /// Tells pools apart.
    var key: UInt32 { ranges[0].lowerBound }

    /// One of the characters.
    func character(_ bytes: inout PseudonymBytes) -> Unicode.Scalar {
        var place = bytes.below(count)
        for range in ranges {
            if place < range.count {
                return Unicode.Scalar(range.lowerBound + UInt32(place)) ?? "?"
            }
            place -= range.count
        }
        return "?"
    }

    /// The characters that can stand for one; nil for white space and control characters, which stay.
    ///
    /// - Parameter isWide: whether any character of as many bytes will do.
    static func pool(of character: Unicode.Scalar, isWide: Bool = false) -> CharacterPool? {
        switch character.value {
        case 0...0x20, 0x7F...0x9F: nil
        case 0x22, 0x5C: quoted
        case ...0x7F: isWide ? anyOfOneByte : ascii(character)
        default: other(character, isWide)
        }
    }

    // MARK: One byte

    private static let digits = CharacterPool(0x30...0x39, isOfWords: true)
    private static let upper = CharacterPool(0x41...0x5A, isOfWords: true)
    private static let lower = CharacterPool(0x61...0x7A, isOfWords: true)
    /// Those that JSON escapes with two bytes and that are seen.
    private static let quoted = CharacterPool(0x22...0x22, 0x5C...0x5C)
    private static let marks = CharacterPool(
        0x21...0x21, 0x23...0x2F, 0x3A...0x40, 0x5B...0x5B, 0x5D...0x60, 0x7B...0x7E)
    private static let anyOfOneByte = CharacterPool(0x21...0x21, 0x23...0x5B, 0x5D...0x7E)

    private static func ascii(_ character: Unicode.Scalar) -> CharacterPool {
        switch character.value {
        case 0x30...0x39: digits
        case 0x41...0x5A: upper
        case 0x61...0x7A: lower
        default: marks
        }
    }

    // MARK: More bytes

    /// Pools by kind, for one number of bytes.
    private struct Table: Sendable {
        let cased, letters, marks, numbers, formats, symbols, any: CharacterPool
    }

    private static let two = Table(
        cased: CharacterPool(0xC0...0xD6, 0xD8...0xF6, 0xF8...0x17F, isOfWords: true),
        letters: CharacterPool(0x5D0...0x5EA, isOfWords: true),
        marks: CharacterPool(0x300...0x36F), numbers: CharacterPool(0x660...0x669, isOfWords: true),
        formats: CharacterPool(0xAD...0xAD, 0x600...0x605, 0x61C...0x61C),
        symbols: CharacterPool(0xA1...0xA9, 0xAB...0xAC, 0xAE...0xB1, 0xB4...0xB4, 0xB6...0xB8),
        any: CharacterPool(0xA1...0x7FF))
    private static let three = Table(
        cased: CharacterPool(0x1E00...0x1EFF, isOfWords: true),
        letters: CharacterPool(0x905...0x939, isOfWords: true),
        marks: CharacterPool(0x1DC0...0x1DFF), numbers: CharacterPool(0x2460...0x249B),
        formats: CharacterPool(0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069),
        symbols: CharacterPool(0x2190...0x22FF), any: CharacterPool(0x3400...0x9FFF))
    private static let four = Table(
        cased: CharacterPool(0x1D400...0x1D454, isOfWords: true),
        letters: CharacterPool(0x20000...0x2A6DF, isOfWords: true),
        marks: CharacterPool(0xE0100...0xE01EF), numbers: CharacterPool(0x1D7CE...0x1D7FF),
        formats: CharacterPool(0xE0020...0xE007F), symbols: CharacterPool(0x1F300...0x1F5FF),
        any: CharacterPool(0x20000...0x2FFFD))
    private static let ideographs = CharacterPool(0x4E00...0x9FA5, isOfWords: true)
    private static let privateOfThree = CharacterPool(0xE000...0xF8FF)
    private static let privateOfFour = CharacterPool(0xF0000...0xFFFFD)

    private static func other(_ character: Unicode.Scalar, _ isWide: Bool) -> CharacterPool? {
        let table = character.value < 0x800 ? two : character.value < 0x10000 ? three : four
        let kind = character.properties.generalCategory
        switch kind {
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: return nil
        default: if isWide { return table.any }
        }
        switch kind {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter: return table.cased
        case .otherLetter, .modifierLetter:
            return (0x2E80...0xFFFF).contains(character.value) ? ideographs : table.letters
        case .nonspacingMark, .enclosingMark, .spacingMark: return table.marks
        case .decimalNumber, .letterNumber, .otherNumber: return table.numbers
        case .format: return table.formats
        case .privateUse, .unassigned, .surrogate:
            return character.value < 0x800
                ? table.symbols : character.value < 0x10000 ? privateOfThree : privateOfFour
        default: return table.symbols
        }
    }
}
