/// The writer of canonical JSON: the JSON Canonicalization Scheme of RFC 8785.
package enum CanonicalJSON {
    /// Appends the canonical form of a value of a document.
    ///
    /// A part that is canonical already is copied.
    ///
    /// - Complexity: O(n), and O(m log m) for an object of m unsorted names.
    package static func append(_ element: JSONElement, to output: inout [UInt8]) {
        append(element.document, at: element.index, to: &output)
    }

    /// Appends the canonical form of an object without some of its members.
    ///
    /// - Parameter isKept: whether to write the member of a name.
    package static func append(
        _ element: JSONElement, to output: inout [UInt8], keeping isKept: (Span<UInt8>) -> Bool
    ) {
        appendObject(element.document, at: element.index, to: &output, keeping: isKept)
    }

    /// Appends the canonical form of a value.
    package static func append(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let bool): output.append(contentsOf: (bool ? "true" : "false").utf8)
        case .number(let number): appendECMAScript(number, to: &output)
        case .string(let string): appendString(string.utf8.span, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                append(element, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in sorted(members).enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                appendString(member.name.utf8.span, to: &output)
                output.append(UInt8(ascii: ":"))
                append(member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// Returns members sorted by name. Most are sorted already and are not copied.
    package static func sorted(_ members: [JSONMember]) -> [JSONMember] {
        for index in members.indices.dropFirst()
        where !(members[index - 1].name < members[index].name) {
            return members.sorted { $0.name < $1.name }
        }
        return members
    }

    /// Returns the canonical form of a value.
    package static func bytes(_ value: JSONValue) -> [UInt8] { bytes(value, capacity: 0) }

    /// Returns the canonical form of a value.
    ///
    /// - Parameter capacity: about its length in bytes.
    package static func bytes(_ value: JSONValue, capacity: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(capacity)
        append(value, to: &output)
        return output
    }

    /// Returns the canonical form of a value of a document.
    package static func bytes(_ element: JSONElement) -> [UInt8] {
        var output: [UInt8] = []
        let token = element.document.tokens[element.index]
        output.reserveCapacity(Int(token.end - token.start))
        append(element, to: &output)
        return output
    }

    // MARK: Tokens of a document

    /// Appends the value at an index of the tape.
    private static func append(
        _ document: JSONDocument, at index: Int, to output: inout [UInt8]
    ) {
        let token = document.tokens[index]
        let range = Int(token.start)..<Int(token.end)
        if token.isCanonical { return output.append(contentsOf: document.bytes[range]) }
        switch token.kind {
        case .null, .true, .false: output.append(contentsOf: document.bytes[range])
        case .number:
            appendECMAScript(document.number(at: index), to: &output)
        case .string: document.withCharacters(at: index) { appendString($0, to: &output) }
        case .array:
            output.append(UInt8(ascii: "["))
            var cursor = index + 1
            for position in 0..<Int(token.detail) {
                if position > 0 { output.append(UInt8(ascii: ",")) }
                append(document, at: cursor, to: &output)
                cursor = document.next(after: cursor)
            }
            output.append(UInt8(ascii: "]"))
        case .object:
            appendObject(document, at: index, to: &output) { _ in true }
        }
    }

    /// Appends the object at an index of the tape without some of its members.
    private static func appendObject(
        _ document: JSONDocument, at index: Int, to output: inout [UInt8],
        keeping isKept: (Span<UInt8>) -> Bool
    ) {
        output.append(UInt8(ascii: "{"))
        var isFirst = true
        for name in sortedNames(document, at: index)
        where document.withCharacters(at: name, isKept) {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            append(document, at: name, to: &output)
            output.append(UInt8(ascii: ":"))
            append(document, at: name + 1, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// Returns the indexes of an object's names, sorted by UTF-16 code units.
    private static func sortedNames(_ document: JSONDocument, at index: Int) -> [Int] {
        var names: [Int] = []
        let count = Int(document.tokens[index].detail)
        names.reserveCapacity(count)
        var cursor = index + 1
        var isSorted = true
        for position in 0..<count {
            if position > 0, isSorted {
                isSorted = document.compareNames(names[position - 1], cursor) < 0
            }
            names.append(cursor)
            cursor = document.next(after: cursor + 1)
        }
        if !isSorted {
            names.sort { document.compareNames($0, $1) < 0 }
        }
        return names
    }

    /// Appends a string with the escapes of RFC 8785, section 3.2.2.2.
    package static func appendString(_ characters: Span<UInt8>, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var position = 0
        while true {
            let end = endOfPlainRun(characters, from: position)
            output.append(characters.extracting(position..<end))
            if end == characters.count { break }
            appendEscaped(characters[end], to: &output)
            position = end + 1
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends a byte of a string, escaped if necessary.
    private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        case 0x08: output.append(contentsOf: "\\b".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0C: output.append(contentsOf: "\\f".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case 0..<0x20:
            output.append(contentsOf: "\\u00".utf8)
            output.append(lowercaseHexDigit(byte >> 4))
            output.append(lowercaseHexDigit(byte & 15))
        default: output.append(byte)
        }
    }
}

extension CanonicalJSON {
    /// Appends a value on several lines, indented by two spaces a level, with sorted members.
    package static func appendIndented(
        _ value: JSONValue, to output: inout [UInt8], level: Int = 0
    ) {
        func breakLine(_ level: Int) {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
        }
        switch value {
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                breakLine(level + 1)
                appendIndented(element, to: &output, level: level + 1)
            }
            breakLine(level)
            output.append(UInt8(ascii: "]"))
        case .object(let members) where !members.isEmpty:
            output.append(UInt8(ascii: "{"))
            for (index, member) in sorted(members).enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                breakLine(level + 1)
                appendString(member.name.utf8.span, to: &output)
                output.append(contentsOf: ": ".utf8)
                appendIndented(member.value, to: &output, level: level + 1)
            }
            breakLine(level)
            output.append(UInt8(ascii: "}"))
        default: append(value, to: &output)
        }
    }
}
