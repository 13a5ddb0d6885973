/// Reads I-JSON (RFC 8259 as narrowed by RFC 7493) into a tape.
///
/// ```
/// {"a":[1,"x\n"]}      tokens   object  extent 5, 1 member
///  0123456789…                    string "a"
///                                 array   extent 5, 2 elements
///                                   number 1
///                                   string x\n  → decoded[0..<2]
/// ```
///
/// The text is a parameter of every method, not a member: a struct that holds a span would need
/// lifetime annotations throughout.
struct JSONParser {
    private(set) var tokens: [JSONToken] = []
    private(set) var decoded: [UInt8] = []
    private var position = 0
    /// Indexes of the containers that are open, outermost first.
    private var open: [Int] = []
    private let greatestDepth: Int

    init(capacity: Int, greatestDepth: Int) {
        self.greatestDepth = greatestDepth
        // A node has a value for every 15 bytes or so.
        tokens.reserveCapacity(min(capacity / 12 + 4, 1 << 16))
        // Its containers are nested four deep, rarely deeper.
        open.reserveCapacity(8)
    }

    mutating func parse(_ text: Span<UInt8>) throws(JSONError) {
        do throws(JSONError) {
            skipWhiteSpace(text)
            try parseValue(text)
            skipWhiteSpace(text)
            if position < text.count { throw JSONError(.trailingText, at: position) }
        } catch {
            // Names are compared when their object closes, so a repeated one in an object that is
            // still open may stand before the mistake that was met first.
            let repeated = open.compactMap { firstRepeatedName(inObjectAt: $0, text) }.min()
            if let repeated, repeated < error.offset {
                throw JSONError(.duplicateName, at: repeated)
            }
            throw error
        }
    }

    private mutating func skipWhiteSpace(_ text: Span<UInt8>) {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private func byte(_ text: Span<UInt8>) throws(JSONError) -> UInt8 {
        guard position < text.count else { throw JSONError(.unexpectedEnd, at: position) }
        return text[position]
    }

    private mutating func parseValue(_ text: Span<UInt8>) throws(JSONError) {
        switch try byte(text) {
        case UInt8(ascii: "{"): try parseObject(text)
        case UInt8(ascii: "["): try parseArray(text)
        case UInt8(ascii: "\""): try parseString(text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber(text)
        case UInt8(ascii: "t"): try parseWord("true", .true, text)
        case UInt8(ascii: "f"): try parseWord("false", .false, text)
        case UInt8(ascii: "n"): try parseWord("null", .null, text)
        default: throw JSONError(.unexpectedByte, at: position)
        }
    }

    private mutating func parseWord(
        _ word: StaticString, _ kind: JSONToken.Kind, _ text: Span<UInt8>
    ) throws(JSONError) {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            // The four words are longer than one scalar, hence stored as pointers.
            guard try byte(text) == (unsafe word.utf8Start[index]) else {
                throw JSONError(.unexpectedByte, at: position)
            }
            position += 1
        }
        append(kind, from: start, isCanonical: true)
    }

    private mutating func append(_ kind: JSONToken.Kind, from start: Int, isCanonical: Bool) {
        tokens.append(
            JSONToken(
                start: UInt32(start), end: UInt32(position), extent: 0, detail: 0, kind: kind,
                isEscaped: false, isCanonical: isCanonical))
    }

    // MARK: Containers

    private mutating func openContainer(_ kind: JSONToken.Kind) throws(JSONError) -> Int {
        guard open.count < greatestDepth else { throw JSONError(.tooDeep, at: position) }
        let index = tokens.count
        append(kind, from: position, isCanonical: true)
        open.append(index)
        position += 1
        return index
    }

    private mutating func closeContainer(at index: Int, count: Int, isCanonical: Bool) {
        position += 1
        var token = tokens[index]
        token.end = UInt32(position)
        token.extent = UInt32(tokens.count)
        token.detail = UInt32(count)
        token.isCanonical = isCanonical
        tokens[index] = token
        open.removeLast()
    }

    private mutating func parseArray(_ text: Span<UInt8>) throws(JSONError) {
        let index = try openContainer(.array)
        var count = 0
        var isCanonical = skipGap(text)
        if try byte(text) != UInt8(ascii: "]") {
            repeat {
                let element = tokens.count
                try parseValue(text)
                count += 1
                isCanonical = skipGap(text) && isCanonical && tokens[element].isCanonical
            } while try hasNext(before: UInt8(ascii: "]"), text, &isCanonical)
        }
        closeContainer(at: index, count: count, isCanonical: isCanonical)
    }

    private mutating func parseObject(_ text: Span<UInt8>) throws(JSONError) {
        let index = try openContainer(.object)
        var count = 0
        var isCanonical = skipGap(text)
        var isSorted = true
        var previousName: Int?
        if try byte(text) != UInt8(ascii: "}") {
            repeat {
                let name = tokens.count
                guard try byte(text) == UInt8(ascii: "\"") else {
                    throw JSONError(.unexpectedByte, at: position)
                }
                try parseString(text)
                if isSorted, let previousName {
                    isSorted = compareNames(previousName, name, text) < 0
                }
                previousName = name
                isCanonical = skipGap(text) && isCanonical && tokens[name].isCanonical
                guard try byte(text) == UInt8(ascii: ":") else {
                    throw JSONError(.unexpectedByte, at: position)
                }
                position += 1
                isCanonical = skipGap(text) && isCanonical
                let value = tokens.count
                try parseValue(text)
                count += 1
                isCanonical = skipGap(text) && isCanonical && tokens[value].isCanonical
            } while try hasNext(before: UInt8(ascii: "}"), text, &isCanonical)
        }
        if !isSorted, let repeated = firstRepeatedName(inObjectAt: index, text) {
            throw JSONError(.duplicateName, at: repeated)
        }
        closeContainer(at: index, count: count, isCanonical: isCanonical && isSorted)
    }

    /// Skips white space where canonical form has none.
    ///
    /// - Returns: whether there was none.
    private mutating func skipGap(_ text: Span<UInt8>) -> Bool {
        let start = position
        skipWhiteSpace(text)
        return position == start
    }

    /// Whether an element follows the one before; then the comma and white space are skipped.
    private mutating func hasNext(
        before end: UInt8, _ text: Span<UInt8>, _ isCanonical: inout Bool
    ) throws(JSONError) -> Bool {
        let separator = try byte(text)
        if separator == end { return false }
        guard separator == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position) }
        position += 1
        isCanonical = skipGap(text) && isCanonical
        return true
    }

    // MARK: Names

    private func compareNames(_ left: Int, _ right: Int, _ text: Span<UInt8>) -> Int {
        compareUTF16(
            nameSpan(tokens[left], text, decoded.span), nameSpan(tokens[right], text, decoded.span))
    }

    /// Offset of the opening quote of the first name that an earlier one equals. The object may
    /// still be open.
    private func firstRepeatedName(inObjectAt index: Int, _ text: Span<UInt8>) -> Int? {
        guard tokens[index].kind == .object else { return nil }
        var names: [Int] = []
        var cursor = index + 1
        while cursor < tokens.count {
            names.append(cursor)
            let value = cursor + 1
            guard value < tokens.count else { break }
            switch tokens[value].kind {
            case .array, .object:
                // A container that is still open has no extent yet.
                guard tokens[value].extent > 0 else { cursor = tokens.count; continue }
                cursor = Int(tokens[value].extent)
            default: cursor = value + 1
            }
        }
        names.sort { left, right in
            let order = compareNames(left, right, text)
            return order == 0 ? left < right : order < 0
        }
        var first: Int?
        for (left, right) in zip(names, names.dropFirst())
        where compareNames(left, right, text) == 0 {
            let offset = Int(tokens[right].start)
            first = min(first ?? offset, offset)
        }
        return first
    }

    // MARK: Strings

    private mutating func parseString(_ text: Span<UInt8>) throws(JSONError) {
        let start = position
        position = endOfPlainRun(text, from: start + 1)
        // Most strings are plain to their end.
        if position < text.count, text[position] == UInt8(ascii: "\"") {
            position += 1
            append(.string, from: start, isCanonical: true)
        } else {
            try parseString(text, from: start)
        }
    }

    /// Reads a string that may be anything, from its opening quote on.
    private mutating func parseString(
        _ text: Span<UInt8>, from start: Int
    ) throws(JSONError) {
        position = start + 1
        var isEscaped = false
        var runStart = position
        let decodedStart = decoded.count
        while true {
            position = endOfPlainRun(text, from: position)
            guard position < text.count else { throw JSONError(.unexpectedEnd, at: position) }
            let byte = text[position]
            if byte == UInt8(ascii: "\"") { break }
            if byte >= 0x80 {
                position += try lengthOfUTF8Sequence(text, at: position)
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
                appendDecoded(text, runStart..<position)
                try parseEscape(text)
                runStart = position
            } else {
                throw JSONError(.controlCharacter, at: position)
            }
        }
        if isEscaped { appendDecoded(text, runStart..<position) }
        position += 1
        tokens.append(
            JSONToken(
                start: UInt32(start), end: UInt32(position),
                extent: isEscaped ? UInt32(decoded.count - decodedStart) : 0,
                detail: UInt32(decodedStart), kind: .string, isEscaped: isEscaped,
                isCanonical: !isEscaped))
    }

    private mutating func appendDecoded(_ text: Span<UInt8>, _ range: Range<Int>) {
        for index in range { decoded.append(text[index]) }
    }

    private mutating func parseEscape(_ text: Span<UInt8>) throws(JSONError) {
        let backslash = position
        position += 1
        let character: UInt8
        switch try byte(text) {
        case UInt8(ascii: "\""): character = UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): character = UInt8(ascii: "\\")
        case UInt8(ascii: "/"): character = UInt8(ascii: "/")
        case UInt8(ascii: "b"): character = 0x08
        case UInt8(ascii: "f"): character = 0x0C
        case UInt8(ascii: "n"): character = 0x0A
        case UInt8(ascii: "r"): character = 0x0D
        case UInt8(ascii: "t"): character = 0x09
        case UInt8(ascii: "u"): return try parseUnicodeEscape(text, backslash: backslash)
        default: throw JSONError(.badEscape, at: position)
        }
        decoded.append(character)
        position += 1
    }

    private mutating func parseUnicodeEscape(
        _ text: Span<UInt8>, backslash: Int
    ) throws(JSONError) {
        position += 1
        var scalar = UInt32(try parseFourHexDigits(text))
        switch scalar {
        case 0xD800...0xDBFF:
            // Where the text ends before the second half can be told, it ends too early.
            for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
                guard try byte(text) == expected else {
                    throw JSONError(.loneSurrogate, at: backslash)
                }
                position += 1
            }
            let low = UInt32(try parseFourHexDigits(text))
            guard case 0xDC00...0xDFFF = low else {
                throw JSONError(.loneSurrogate, at: backslash)
            }
            scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        case 0xDC00...0xDFFF:
            throw JSONError(.loneSurrogate, at: backslash)
        default: break
        }
        // Surrogates are excluded above, so the value is a scalar.
        if let scalar = Unicode.Scalar(scalar) { decoded.append(contentsOf: scalar.utf8) }
    }

    private mutating func parseFourHexDigits(_ text: Span<UInt8>) throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit(try byte(text)) else {
                throw JSONError(.badEscape, at: position)
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    // MARK: Numbers

    private mutating func parseNumber(_ text: Span<UInt8>) throws(JSONError) {
        let start = position
        var isPlainInteger = true
        if text[position] == UInt8(ascii: "-") { position += 1 }
        let first = try byte(text)
        if first == UInt8(ascii: "0") {
            position += 1
        } else {
            try skipDigits(text)
        }
        let integerEnd = position
        if position < text.count, text[position] == UInt8(ascii: ".") {
            isPlainInteger = false
            position += 1
            try skipDigits(text)
        }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            isPlainInteger = false
            position += 1
            let sign = try byte(text)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try skipDigits(text)
        }
        // Up to 15 digits are exact in a double and printed as they are; "-0" is not.
        let isShortInteger =
            isPlainInteger && integerEnd - start <= 15
            && !(first == UInt8(ascii: "0") && text[start] == UInt8(ascii: "-"))
        if !isShortInteger, parseDouble(text.extracting(start..<position)).isInfinite {
            throw JSONError(.numberOverflow, at: start)
        }
        append(.number, from: start, isCanonical: isShortInteger)
    }

    /// At least one digit.
    private mutating func skipDigits(_ text: Span<UInt8>) throws(JSONError) {
        guard isDigit(try byte(text)) else { throw JSONError(.unexpectedByte, at: position) }
        while position < text.count, isDigit(text[position]) { position += 1 }
    }
}

/// The characters of a name, which may stand in the text or, decoded, beside it.
@_lifetime(copy text, copy decoded)
@inline(__always)
private func nameSpan(
    _ token: JSONToken, _ text: Span<UInt8>, _ decoded: Span<UInt8>
) -> Span<UInt8> {
    if token.isEscaped {
        let start = Int(token.detail)
        return decoded.extracting(start..<start + Int(token.extent))
    }
    return text.extracting(Int(token.start) + 1..<Int(token.end) - 1)
}

func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

package func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
