/// The splitting of a JSON array or of JSON Lines into the texts of its values.
///
/// Only brackets and quotes are parsed, so one invalid element does not hide the others. The caller parses
/// each range.
package enum JSONSequence {
    /// Returns the byte ranges of a text's values.
    ///
    /// A text is an array if its first byte after white space is `[`, unless the array ends on the first line
    /// and other lines follow. Any other text is JSON Lines: one value a line, and empty lines are skipped.
    ///
    /// - Parameter passed: is called from time to time with the offset up to which the text was read; the text can be
    ///   read twice.
    /// - Throws: ``JSONError`` if the array has no end or text follows it; never for JSON Lines.
    /// - Complexity: O(n).
    package static func ranges(
        in text: Span<UInt8>, passed: (_ offset: Int) -> Void = { _ in }
    ) throws(JSONError) -> [Range<Int>] {
        let start = skipWhiteSpace(text, from: 0)
        if start < text.count, text[start] == UInt8(ascii: "["),
            !isFirstOfLines(text, from: start, passed)
        {
            return try arrayElements(text, from: start, passed)
        }
        return lines(text, passed)
    }

    /// The end of the line that contains an offset.
    private static func endOfLine(
        _ text: Span<UInt8>, from start: Int, _ passed: (_ offset: Int) -> Void
    ) -> Int {
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "\n") {
            end += 1
            if end.isMultiple(of: 1 << 20) { passed(end) }
        }
        passed(end)
        return end
    }

    /// Whether an array ends on its line and text follows on the next lines.
    private static func isFirstOfLines(
        _ text: Span<UInt8>, from start: Int, _ passed: (_ offset: Int) -> Void
    ) -> Bool {
        let end = endOfLine(text, from: start, passed)
        guard skipWhiteSpace(text, from: end) < text.count else { return false }
        return (try? arrayElements(text.extracting(..<end), from: start, passed)) != nil
    }

    /// Returns the ranges of the lines that are not blank.
    private static func lines(
        _ text: Span<UInt8>, _ passed: (_ offset: Int) -> Void
    ) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < text.count {
            // Bytes before a passed offset are not read again.
            let first = skipBlanks(text, from: start)
            let end = endOfLine(text, from: first, passed)
            if first < end { ranges.append(start..<end) }
            start = end + 1
        }
        return ranges
    }

    /// Returns the offset of the first byte that is not white space within a line.
    private static func skipBlanks(_ text: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0D: position += 1
            default: return position
            }
        }
        return position
    }

    /// Returns the ranges of the elements of the array that begins at an offset.
    private static func arrayElements(
        _ text: Span<UInt8>, from start: Int, _ passed: (_ offset: Int) -> Void
    ) throws(JSONError) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = skipWhiteSpace(text, from: start + 1)
        if position < text.count, text[position] == UInt8(ascii: "]") {
            try expectEnd(text, from: position + 1)
            return []
        }
        while true {
            let end = try endOfElement(text, from: position)
            if end == position { throw JSONError(.unexpectedByte, at: position) }
            ranges.append(position..<end)
            passed(end)
            if text[end] == UInt8(ascii: "]") {
                try expectEnd(text, from: end + 1)
                return ranges
            }
            position = skipWhiteSpace(text, from: end + 1)
        }
    }

    /// Returns the offset of the comma or bracket that ends an element.
    private static func endOfElement(_ text: Span<UInt8>, from start: Int) throws(JSONError) -> Int
    {
        var position = start
        var depth = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""): position = try endOfString(text, from: position)
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 {
                    guard text[position] == UInt8(ascii: "]") else {
                        throw JSONError(.unexpectedByte, at: position)
                    }
                    return position
                }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return position
            default: break
            }
            position += 1
        }
        throw JSONError(.unexpectedEnd, at: text.count)
    }

    /// Returns the offset of the closing quote of the string that begins at an offset.
    private static func endOfString(_ text: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
        var position = start + 1
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""): return position
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: text.count)
    }

    /// Checks that only white space follows an offset.
    private static func expectEnd(_ text: Span<UInt8>, from start: Int) throws(JSONError) {
        let position = skipWhiteSpace(text, from: start)
        if position < text.count { throw JSONError(.trailingText, at: position) }
    }

    /// Returns the offset of the first byte that is not white space.
    private static func skipWhiteSpace(_ text: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return position
            }
        }
        return position
    }
}
