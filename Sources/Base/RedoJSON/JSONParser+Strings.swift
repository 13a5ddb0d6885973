extension JSONParser {
    /// Parses a string from its opening quote.
    mutating func parseString(_ text: Span<UInt8>) throws(JSONError) {
        let start = position
        position = endOfPlainRun(text, from: start + 1)
        // Most strings are plain ASCII without escapes.
        if position < text.count, text[position] == UInt8(ascii: "\"") {
            position += 1
            append(.string, from: start, isCanonical: true)
        } else {
            try parseString(text, from: start)
        }
    }

    /// Parses a string of any characters from its opening quote.
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
                decoded.append(text.extracting(runStart..<position))
                try parseEscape(text)
                runStart = position
            } else {
                throw JSONError(.controlCharacter, at: position)
            }
        }
        if isEscaped { decoded.append(text.extracting(runStart..<position)) }
        position += 1
        tokens.append(
            JSONToken(
                start: UInt32(start), end: UInt32(position),
                extent: isEscaped ? UInt32(decoded.count - decodedStart) : 0,
                detail: UInt32(decodedStart), kind: .string, isEscaped: isEscaped,
                isCanonical: !isEscaped))
    }

    /// Parses an escape from its backslash and appends its character to the decoded strings.
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

    /// Parses a `\u` escape, or a surrogate pair of two, from its `u`.
    ///
    /// - Parameter backslash: the offset of the backslash, for errors.
    private mutating func parseUnicodeEscape(
        _ text: Span<UInt8>, backslash: Int
    ) throws(JSONError) {
        position += 1
        var scalar = UInt32(try parseFourHexDigits(text))
        switch scalar {
        case 0xD800...0xDBFF:
            // A text that ends before the second half is an unexpected end, not a lone surrogate.
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

    /// Parses four hexadecimal digits.
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
}
