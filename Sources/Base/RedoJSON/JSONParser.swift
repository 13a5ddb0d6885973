/// A parser of I-JSON (RFC 8259 as restricted by RFC 7493) that writes a tape.
///
/// ```
/// {"a":[1,"x\n"]}      tokens   object  extent 5, 1 member
///  0123456789…                    string "a"
///                                 array   extent 5, 2 elements
///                                   number 1
///                                   string x\n  → decoded[0..<2]
/// ```
///
/// The text is a parameter of every method, because a struct that stores a span would need lifetime
/// annotations throughout.
struct JSONParser {
    /// The tape.
    var tokens: [JSONToken] = []
    /// The decoded contents of all strings with escapes, one after another.
    var decoded: [UInt8] = []
    /// The offset of the next byte.
    var position = 0
    /// The indexes of the open containers, outermost first.
    private var open: [Int] = []
    private let maximumDepth: Int

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - capacity: the length of the text in bytes.
    ///   - maximumDepth: the limit of nested arrays and objects.
    init(capacity: Int, maximumDepth: Int) {
        self.maximumDepth = maximumDepth
        // A node has about one value for every 15 bytes.
        tokens.reserveCapacity(min(capacity / 12 + 4, 1 << 16))
        // The containers of a node are rarely nested deeper than four.
        open.reserveCapacity(8)
    }

    /// Parses a whole text.
    ///
    /// - Throws: ``JSONError`` at the first offset that is not I-JSON.
    mutating func parse(_ text: Span<UInt8>) throws(JSONError) {
        do throws(JSONError) {
            skipWhiteSpace(text)
            try parseValue(text)
            skipWhiteSpace(text)
            if position < text.count { throw JSONError(.trailingText, at: position) }
        } catch {
            // Duplicate names are found when their object closes. An open object may have one before the
            // offset of this error.
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

    /// Returns the next byte without consuming it.
    func byte(_ text: Span<UInt8>) throws(JSONError) -> UInt8 {
        guard position < text.count else { throw JSONError(.unexpectedEnd, at: position) }
        return text[position]
    }

    /// Parses a value of any type.
    private mutating func parseValue(_ text: Span<UInt8>) throws(JSONError) {
        switch try byte(text) {
        case UInt8(ascii: "{"): try parseObject(text)
        case UInt8(ascii: "["): try parseArray(text)
        case UInt8(ascii: "\""): try parseString(text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber(text)
        case UInt8(ascii: "t"): try parseLiteral("true", .true, text)
        case UInt8(ascii: "f"): try parseLiteral("false", .false, text)
        case UInt8(ascii: "n"): try parseLiteral("null", .null, text)
        default: throw JSONError(.unexpectedByte, at: position)
        }
    }

    /// Parses `true`, `false` or `null`.
    private mutating func parseLiteral(
        _ literal: StaticString, _ kind: JSONToken.Kind, _ text: Span<UInt8>
    ) throws(JSONError) {
        let start = position
        for index in 0..<literal.utf8CodeUnitCount {
            // A literal of more than one scalar is stored as a pointer.
            guard try byte(text) == (unsafe literal.utf8Start[index]) else {
                throw JSONError(.unexpectedByte, at: position)
            }
            position += 1
        }
        append(kind, from: start, isCanonical: true)
    }

    /// Appends a token that ends at the current position.
    mutating func append(_ kind: JSONToken.Kind, from start: Int, isCanonical: Bool) {
        tokens.append(
            JSONToken(
                start: UInt32(start), end: UInt32(position), extent: 0, detail: 0, kind: kind,
                isEscaped: false, isCanonical: isCanonical))
    }

    // MARK: Containers

    /// Appends the token of a container and consumes its opening bracket.
    ///
    /// - Returns: the index of the token.
    private mutating func openContainer(_ kind: JSONToken.Kind) throws(JSONError) -> Int {
        guard open.count < maximumDepth else { throw JSONError(.tooDeep, at: position) }
        let index = tokens.count
        append(kind, from: position, isCanonical: true)
        open.append(index)
        position += 1
        return index
    }

    /// Consumes a closing bracket and completes the token of the container.
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

    /// Parses an array from its opening bracket.
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

    /// Parses an object from its opening brace.
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

    /// Skips white space in a position where canonical form has none.
    ///
    /// - Returns: whether there is no white space.
    private mutating func skipGap(_ text: Span<UInt8>) -> Bool {
        let start = position
        skipWhiteSpace(text)
        return position == start
    }

    /// Whether another element follows; if so, the comma and white space are consumed.
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

    /// Compares the names at two indexes by their UTF-16 code units.
    private func compareNames(_ left: Int, _ right: Int, _ text: Span<UInt8>) -> Int {
        compareUTF16(
            nameSpan(tokens[left], text, decoded.span), nameSpan(tokens[right], text, decoded.span))
    }

    /// Returns the offset of the first name that equals an earlier one of the object; nil if there is none.
    ///
    /// The object may still be open.
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
                // An open container has no extent.
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
}

/// Returns the UTF-8 of a name, from the text or from the decoded strings.
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
