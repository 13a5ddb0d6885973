/// A JSON text that has been checked to be I-JSON, with a tape of its values.
///
/// The tape is flat: reading a text of any shape makes three allocations. Values are looked at
/// through ``JSONElement``; canonical bytes are written from the tape without building a tree.
package struct JSONDocument: Sendable {
    /// The text.
    package let bytes: [UInt8]
    let tokens: [JSONToken]
    /// The contents of the strings that hold escapes, one after another.
    let decoded: [UInt8]

    /// Reads a text.
    ///
    /// - Parameter bytes: one JSON value with white space around it.
    /// - Throws: ``JSONError`` where the text is not I-JSON (RFC 7493), is nested more than 64
    ///   deep, or is 4 GiB or longer.
    /// - Complexity: O(n log n) for objects whose names are not sorted, otherwise O(n).
    package init(_ bytes: [UInt8]) throws(JSONError) {
        guard bytes.count < UInt32.max else { throw JSONError(.tooLong, at: Int(UInt32.max)) }
        var parser = JSONParser(capacity: bytes.count)
        try parser.parse(bytes.span)
        self.bytes = bytes
        self.tokens = parser.tokens
        self.decoded = parser.decoded
    }

    /// The outermost value.
    package var root: JSONElement { JSONElement(document: self, index: 0) }

    /// The characters of the string token at an index, without a copy.
    @_lifetime(borrow self)
    func characters(at index: Int) -> Span<UInt8> {
        let token = tokens[index]
        if token.isEscaped {
            let start = Int(token.detail)
            return decoded.span.extracting(start..<start + Int(token.extent))
        }
        return bytes.span.extracting(Int(token.start) + 1..<Int(token.end) - 1)
    }

    /// Index of the first token after the value at an index.
    func next(after index: Int) -> Int {
        switch tokens[index].kind {
        case .array, .object: Int(tokens[index].extent)
        default: index + 1
        }
    }
}
