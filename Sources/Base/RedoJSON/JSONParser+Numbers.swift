extension JSONParser {
    /// Parses a number from its first byte.
    ///
    /// - Throws: ``JSONError`` if it is not in the grammar or beyond the range of a double.
    mutating func parseNumber(_ text: Span<UInt8>) throws(JSONError) {
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
        // An integer of up to 15 characters is exact in a double and canonical, except "-0".
        let isShortInteger =
            isPlainInteger && integerEnd - start <= 15
            && !(first == UInt8(ascii: "0") && text[start] == UInt8(ascii: "-"))
        if !isShortInteger, parseDouble(text.extracting(start..<position)).isInfinite {
            throw JSONError(.numberOverflow, at: start)
        }
        append(.number, from: start, isCanonical: isShortInteger)
    }

    /// Consumes one or more digits.
    private mutating func skipDigits(_ text: Span<UInt8>) throws(JSONError) {
        guard isDigit(try byte(text)) else { throw JSONError(.unexpectedByte, at: position) }
        while position < text.count, isDigit(text[position]) { position += 1 }
    }
}
