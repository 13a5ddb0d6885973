// RedoJSON owns JSON: parsing of strict I-JSON (RFC 7493) with exact offsets of errors, canonical JSON (RFC 8785), and
// numbers as ECMAScript prints them. It has no other module below it, and knows neither nodes nor files.
//
// Start with ``JSONDocument``, which parses, and ``JSONElement``, which reads; ``CanonicalJSON`` writes; ``JSONValue``
// is a tree for values that do not come from a text; ``JSONSequence`` splits arrays and JSON Lines.

/// A valid I-JSON text with a tape of its values.
///
/// The tape is flat: parsing a text of any shape takes four allocations. ``JSONElement`` gives access to the values.
/// ``CanonicalJSON`` writes from the tape without building a tree.
///
/// ```
/// let document = try JSONDocument(Array(#"{"b": 1, "a": "x"}"#.utf8))
/// let name = document.root["a"]?.string              // x
/// let canonical = CanonicalJSON.bytes(document.root)  // {"a":"x","b":1}
/// ```
///
/// The document is a class, so that an element holds one reference instead of three.
package final class JSONDocument: Sendable {
    /// The text.
    package let bytes: [UInt8]
    /// The tape.
    let tokens: [JSONToken]
    /// The decoded contents of all strings with escapes, one after another.
    let decoded: [UInt8]

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - bytes: one JSON value, with optional white space around it.
    ///   - maximumDepth: the limit of nested arrays and objects; a node has 64.
    /// - Throws: ``JSONError`` if the text is not I-JSON (RFC 7493), exceeds the depth, or has 4 GiB or more.
    /// - Complexity: O(n), or O(n log n) for objects with unsorted names.
    package init(_ bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
        guard bytes.count < UInt32.max else { throw JSONError(.tooLong, at: Int(UInt32.max)) }
        var parser = JSONParser(capacity: bytes.count, maximumDepth: maximumDepth)
        try parser.parse(bytes.span)
        self.bytes = bytes
        self.tokens = parser.tokens
        self.decoded = parser.decoded
    }

    /// The outermost value.
    package var root: JSONElement { JSONElement(document: self, index: 0) }

    /// Calls a closure with the UTF-8 of the string token at an index, without a copy.
    func withCharacters<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let token = tokens[index]
        if token.isEscaped {
            let start = Int(token.detail)
            let decoded = decoded
            return body(decoded.span.extracting(start..<start + Int(token.extent)))
        }
        let bytes = bytes
        return body(bytes.span.extracting(Int(token.start) + 1..<Int(token.end) - 1))
    }

    /// Returns the UTF-8 of the string token at an index.
    func characters(at index: Int) -> [UInt8] {
        let token = tokens[index]
        // An array of a slice is copied in one step.
        if token.isEscaped {
            let start = Int(token.detail)
            return Array(decoded[start..<start + Int(token.extent)])
        }
        return Array(bytes[Int(token.start) + 1..<Int(token.end) - 1])
    }

    /// Whether the string token at an index equals a literal.
    func isString(at index: Int, _ literal: StaticString) -> Bool {
        let token = tokens[index]
        // Most names differ in length. The length of a string with escapes is not in the token.
        if !token.isEscaped, Int(token.end - token.start) - 2 != literal.utf8CodeUnitCount {
            return false
        }
        return withCharacters(at: index) { $0.isEqual(to: literal) }
    }

    /// Compares the names at two indexes by their UTF-16 code units.
    ///
    /// - Returns: a negative number, zero or a positive number.
    func compareNames(_ left: Int, _ right: Int) -> Int {
        withCharacters(at: left) { left in
            withCharacters(at: right) { compareUTF16(left, $0) }
        }
    }

    /// Returns the value of the number token at an index.
    func number(at index: Int) -> Double {
        let bytes = bytes
        return parseDouble(bytes.span.extracting(Int(tokens[index].start)..<Int(tokens[index].end)))
    }

    // The functions below use indexes: a `JSONElement` for each value would retain the document each time.

    /// Returns a copy of the value at an index as a tree.
    func value(at index: Int) -> JSONValue {
        switch tokens[index].kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .number: return .number(number(at: index))
        case .string: return .string(JSONString(validated: characters(at: index)))
        case .array:
            let count = Int(tokens[index].detail)
            var elements: [JSONValue] = []
            elements.reserveCapacity(count)
            var cursor = index + 1
            for _ in 0..<count {
                elements.append(value(at: cursor))
                cursor = next(after: cursor)
            }
            return .array(elements)
        case .object: return .object(members(at: index, sharing: []))
        }
    }

    /// Returns copies of the members of the object at an index.
    ///
    /// - Parameter names: names whose storage is shared instead of copied.
    func members(at index: Int, sharing names: [JSONElement.SharedName]) -> [JSONMember] {
        let count = Int(tokens[index].detail)
        var members: [JSONMember] = []
        members.reserveCapacity(count)
        var cursor = index + 1
        for _ in 0..<count {
            let shared = names.first { isString(at: cursor, $0.literal) }
            members.append(
                JSONMember(
                    shared?.name ?? JSONString(validated: characters(at: cursor)),
                    value(at: cursor + 1)))
            cursor = next(after: cursor + 1)
        }
        return members
    }

    /// Returns the index of the first token after the value at an index.
    func next(after index: Int) -> Int {
        switch tokens[index].kind {
        case .array, .object: Int(tokens[index].extent)
        default: index + 1
        }
    }
}
