/// A text for comparison in a search: without case, accents and compatibility differences, with each run of white space
/// as one space (docs/decisions.md, "What a search takes for equal").
package struct FoldedText: Sendable {
    /// UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// For each byte the offset in the text of the character that it comes from, and finally the text's length; empty
    /// unless requested.
    package private(set) var origins: [Int32] = []

    /// - Parameter utf8: valid UTF-8.
    /// - Complexity: O(n), with a search in a table of some 8,000 characters for each that is not ASCII.
    package init(_ utf8: [UInt8], notingOrigins: Bool = false) {
        bytes.reserveCapacity(utf8.count)
        var index = 0
        let span = utf8.span
        while index < span.count {
            let start = index
            let byte = span[index]
            if byte < 0x80 {
                index += 1
                append(Self.lowercase(byte))
            } else {
                let scalar = Self.scalar(span, &index)
                append(folded: scalar, from: utf8[start..<index])
            }
            if notingOrigins {
                while origins.count < bytes.count { origins.append(Int32(start)) }
            }
        }
        if notingOrigins { origins.append(Int32(utf8.count)) }
    }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// The pattern of a text that a person wrote, without spaces around it; empty if nothing else is in it.
    package init(pattern text: String) {
        var slice = FoldedText(text).bytes[...]
        while slice.first == 0x20 { slice.removeFirst() }
        while slice.last == 0x20 { slice.removeLast() }
        self.init(Array(slice))
    }

    private mutating func append(_ byte: UInt8) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if !isSpace {
            bytes.append(byte)
        } else if bytes.last != 0x20 {
            bytes.append(0x20)
        }
    }

    private mutating func append(folded scalar: UInt32, from utf8: ArraySlice<UInt8>) {
        if (0xAC00..<0xD7A4).contains(scalar) {
            append(hangul: scalar - 0xAC00)
        } else if let range = Self.fold(of: scalar) {
            // The pointer's bytes live as long as the program.
            let texts = FoldTable.texts
            for offset in range { append(unsafe texts.utf8Start[offset]) }
        } else if !Self.isLeftOut(scalar) {
            bytes += utf8
        }
    }

    /// Appends a syllable as its two or three letters (The Unicode Standard, section 3.12).
    private mutating func append(hangul syllable: UInt32) {
        let letters = [
            0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28, 0x11A7 + syllable % 28,
        ]
        for letter in letters where letter != 0x11A7 {
            bytes += [
                UInt8(0xE0 | letter >> 12), UInt8(0x80 | letter >> 6 & 0x3F),
                UInt8(0x80 | letter & 0x3F),
            ]
        }
    }

    /// True if a character is invisible: a joiner, a mark of direction, a variation selector.
    private static func isLeftOut(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069,
            0xFE00...0xFE0F, 0xFEFF:
            true
        default: false
        }
    }

    /// The range in the table of the text that a character becomes; nil for one that does not change.
    private static func fold(of scalar: UInt32) -> Range<Int>? {
        let scalars = FoldTable.scalars
        let index = scalars.firstIndex(notBelow: scalar)
        guard index < scalars.count, scalars[index] == scalar else { return nil }
        return (index == 0 ? 0 : Int(FoldTable.ends[index - 1]))..<Int(FoldTable.ends[index])
    }

    /// The character at an index that is not ASCII; the index is moved after it.
    private static func scalar(_ utf8: Span<UInt8>, _ index: inout Int) -> UInt32 {
        let lead = utf8[index]
        let count = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        var scalar = UInt32(lead) & (0x7F >> UInt32(count))
        index += 1
        for _ in 1..<count where index < utf8.count && utf8[index] & 0xC0 == 0x80 {
            scalar = scalar << 6 | UInt32(utf8[index] & 0x3F)
            index += 1
        }
        return scalar
    }

    // MARK: Finding

    /// True if a folded pattern can occur in a text after that is folded: false only if it cannot, which is decided for
    /// a text in ASCII without folding it.
    package static func canStand(_ pattern: FoldedText, in utf8: [UInt8]) -> Bool {
        let text = utf8.span
        let sought = pattern.bytes.span
        // Runs of white space become one space.
        guard let first = pattern.bytes.first, !pattern.bytes.contains(0x20) else { return true }
        guard isASCII(text) else { return true }
        var offset = 0
        // The distance of the last byte from the first.
        let length = sought.count - 1
        while offset + length < text.count {
            if offset + length + 8 <= text.count,
                !canHave(
                    first, text.number(at: offset), sought[length], text.number(at: offset + length)
                )
            {
                offset += 8
                continue
            }
            // The next eight positions, one by one.
            for start in offset..<min(offset + 8, text.count - length)
            where lowercase(text[start]) == first {
                var count = 1
                while count <= length, lowercase(text[start + count]) == sought[count] {
                    count += 1
                }
                if count > length { return true }
            }
            offset += 8
        }
        return false
    }

    private static let topBits: UInt64 = 0x8080_8080_8080_8080

    /// True if both bytes can be at one of eight positions in ASCII, the first byte there and the last one at the same
    /// index in the second word: false only if they cannot.
    private static func canHave(
        _ first: UInt8, _ firstWord: UInt64, _ last: UInt8, _ lastWord: UInt64
    ) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Lower-case letters differ from capitals by one bit. Where both are equal there is a zero, and a borrow from
        // it sets a top bit.
        let caseBits = ones &* 0x20
        let difference =
            ((firstWord | caseBits) ^ (ones &* UInt64(first | 0x20)))
            | ((lastWord | caseBits) ^ (ones &* UInt64(last | 0x20)))
        return (difference &- ones) & topBits != 0
    }

    private static func isASCII(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        while offset + 8 <= text.count {
            let word: UInt64 = text.number(at: offset)
            if word & topBits != 0 { return false }
            offset += 8
        }
        while offset < text.count {
            if text[offset] >= 0x80 { return false }
            offset += 1
        }
        return true
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// The range of a folded pattern: the first occurrence as a whole word, else the first. O(n × the pattern's
    /// length).
    package func firstMatch(
        of pattern: FoldedText
    ) -> (range: Range<Int>, isWord: Bool)? {
        var found: Range<Int>?
        var start = 0
        while let range = range(of: pattern.bytes, from: start) {
            if isWord(range) { return (range, true) }
            if found == nil { found = range }
            start = range.lowerBound + 1
        }
        return found.map { ($0, false) }
    }

    /// True if a pattern begins the text, false if it begins another word; nil if it begins none.
    package func isWordBeginning(_ pattern: FoldedText) -> Bool? {
        if bytes.starts(with: pattern.bytes) { return true }
        var start = 1
        while let range = range(of: pattern.bytes, from: start) {
            if !isLetter(before: range.lowerBound) { return false }
            start = range.lowerBound + 1
        }
        return nil
    }

    /// All ranges in which a pattern occurs, none overlapping another.
    package func matches(of pattern: FoldedText) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while let range = range(of: pattern.bytes, from: start) {
            ranges.append(range)
            start = range.upperBound
        }
        return ranges
    }

    private func range(of pattern: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
        let text = bytes.span
        let end = bytes.count - pattern.count
        var offset = start
        while offset <= end {
            if text[offset] == first {
                var index = 1
                while index < pattern.count, text[offset + index] == pattern[index] { index += 1 }
                if index == pattern.count { return offset..<offset + index }
            }
            offset += 1
        }
        return nil
    }

    private func isWord(_ range: Range<Int>) -> Bool {
        !isLetter(before: range.lowerBound) && !isLetter(at: range.upperBound)
    }

    private func isLetter(before end: Int) -> Bool {
        var start = end - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start >= 0 && isLetter(at: start)
    }

    private func isLetter(at start: Int) -> Bool {
        guard start < bytes.count else { return false }
        let byte = bytes[start]
        guard byte >= 0x80 else {
            return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
        }
        var index = start
        let value = Self.scalar(bytes.span, &index)
        guard let scalar = Unicode.Scalar(value) else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
