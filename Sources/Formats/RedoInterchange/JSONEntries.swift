import RedoJSON

/// The objects of a file of JSON: of an array, or one a line. An array within an array, as `gh api --slurp` writes
/// pages, counts as its elements.
enum JSONEntries {
    /// The text of an object, and the line at which it begins.
    struct Entry: Sendable {
        let line: Int
        let text: [UInt8]
    }

    /// - Throws: ``ForeignMistake`` for an array that has no end, or that something follows.
    /// - Complexity: O(n).
    static func read(_ bytes: [UInt8]) throws(ForeignMistake) -> [Entry] {
        try elements(of: bytes).flatMap { element in
            let text = element.text
            let isArray = text.first { $0 > 0x20 } == UInt8(ascii: "[")
            guard isArray, let inner = try? ranges(text[...]) else { return [element] }
            return inner.map { Entry(line: element.line, text: Array(text[$0])) }
        }
    }

    /// The elements of the array, or the lines; arrays among them count as one element.
    ///
    /// - Throws: ``ForeignMistake`` as ``read(_:)``.
    /// - Complexity: O(n).
    static func elements(of bytes: [UInt8]) throws(ForeignMistake) -> [Entry] {
        var (line, counted) = (1, 0)
        return try ranges(bytes[...]).map { range in
            line += bytes[counted..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
            counted = range.lowerBound
            return Entry(line: line, text: Array(bytes[range]))
        }
    }

    private static func ranges(_ bytes: ArraySlice<UInt8>) throws(ForeignMistake) -> [Range<Int>] {
        do throws(JSONError) {
            return try JSONSequence.ranges(in: bytes.span)
        } catch {
            let before = bytes.prefix(error.offset)
            throw ForeignMistake(
                "not an array, and not lines of objects: \(error.reason.rawValue)",
                line: before.count { $0 == UInt8(ascii: "\n") } + 1)
        }
    }
}
