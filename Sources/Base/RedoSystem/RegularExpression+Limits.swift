extension RegularExpression {
    /// The maximum length of a pattern, in bytes.
    package static let maximumLength = 256
    /// The maximum size of a pattern after the C library has copied what is repeated, in characters.
    package static let maximumSize = 512

    /// Checks that a pattern takes little memory, and time linear in the text.
    ///
    /// The C library copies what `+` and braces repeat, so nested repetitions multiply. References to groups, `\1`, are
    /// refused, since finding them takes exponential time.
    ///
    /// - Throws: ``ParseError`` with the limit that the pattern exceeds.
    static func checkLimits(_ pattern: String) throws(ParseError) {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= maximumLength else {
            throw ParseError(reason: "it has more than \(maximumLength) bytes")
        }
        guard !bytes.contains(0) else { throw ParseError(reason: "it has a zero byte") }
        var size = PatternSize()
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["):
                index = try end(ofBracketAt: index, bytes)
                size.addAtom()
            case UInt8(ascii: "("): size.open()
            case UInt8(ascii: ")"): size.close()
            case UInt8(ascii: "\\"):
                index += 1
                if index < bytes.count, (0x31...0x39).contains(bytes[index]) {
                    throw ParseError(reason: "a reference to a group, such as \\1, is not allowed")
                }
                size.addAtom()
            case UInt8(ascii: "+"): size.multiply(by: 2)
            case UInt8(ascii: "{"): size.multiply(by: bound(bytes, from: index + 1))
            case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "|"): break
            default: size.addAtom()
            }
            guard size.total <= maximumSize else {
                throw ParseError(reason: "its repetitions multiply to more than \(maximumSize)")
            }
            index += 1
        }
    }

    /// The index of the end of a bracket expression (IEEE 1003.1, section 9.3.5).
    private static func end(ofBracketAt start: Int, _ bytes: [UInt8]) throws(ParseError) -> Int {
        let close = UInt8(ascii: "]")
        var index = start + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
        // A bracket that comes first is a character.
        if index < bytes.count, bytes[index] == close { index += 1 }
        while index < bytes.count, bytes[index] != close {
            let kind = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == UInt8(ascii: "["), [0x3A, 0x2E, 0x3D].contains(kind) {
                // `[:alpha:]`, `[.a.]`, `[=a=]`
                index += 2
                while index + 1 < bytes.count, !(bytes[index] == kind && bytes[index + 1] == close)
                { index += 1 }
                index += 1
            }
            index += 1
        }
        guard index < bytes.count else { throw ParseError(reason: "a bracket is not closed") }
        return index
    }

    /// The highest number between braces, at least 2 and at most one more than is allowed.
    private static func bound(_ bytes: [UInt8], from start: Int) -> Int {
        var highest = 2
        var number = 0
        for byte in bytes[start...] {
            guard (0x30...0x39).contains(byte) || byte == UInt8(ascii: ",") else { break }
            number =
                byte == UInt8(ascii: ",")
                ? 0 : min(number * 10 + Int(byte - 0x30), maximumSize + 1)
            highest = max(highest, number)
        }
        return highest
    }
}

/// The size of a pattern whose repetitions are written out.
private struct PatternSize {
    /// The sizes of the groups that are open, the outermost first, without what they contain of the next.
    private var groups = [0]
    /// The size of the last atom, which a repetition repeats.
    private var atom = 0

    var total: Int { groups.reduce(0, +) }

    mutating func addAtom() {
        atom = 1
        groups[groups.count - 1] += 1
    }

    mutating func open() {
        atom = 0
        groups.append(1)
    }

    mutating func close() {
        // A parenthesis that closes nothing is a character.
        guard groups.count > 1 else { return addAtom() }
        atom = groups.removeLast()
        groups[groups.count - 1] += atom
    }

    mutating func multiply(by factor: Int) {
        let increase = atom * (factor - 1)
        groups[groups.count - 1] += increase
        atom += increase
    }
}
