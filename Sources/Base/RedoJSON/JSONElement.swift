/// A value of a document, identified by its index on the tape.
package struct JSONElement: Sendable {
    /// The document of the value.
    package let document: JSONDocument
    /// The index of the value's first token.
    let index: Int

    /// The offset of the value in the text, in bytes.
    package var offset: Int { Int(document.tokens[index].start) }

    /// The type of a JSON value.
    package enum Kind: Sendable { case null, bool, number, string, array, object }

    /// The type of the value.
    package var kind: Kind {
        switch document.tokens[index].kind {
        case .null: .null
        case .true, .false: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The value as a Boolean; nil for any other type.
    package var bool: Bool? {
        switch document.tokens[index].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The value as a number; nil for any other type.
    package var number: Double? {
        document.tokens[index].kind == .number ? document.number(at: index) : nil
    }

    /// The value as an integer; nil unless it is integral with a magnitude of at most 2^53−1.
    package var integer: Int? { number.flatMap(exactInteger) }

    /// The value as a string; nil for any other type.
    package var string: JSONString? {
        guard kind == .string else { return nil }
        return JSONString(validated: document.characters(at: index))
    }

    /// Calls a closure with the UTF-8 of a string, or with an empty span for any other type.
    package func withCharacters<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        guard kind == .string else { return body(Span()) }
        return document.withCharacters(at: index, body)
    }

    /// Whether the value is a string that equals a literal.
    package func equals(_ literal: StaticString) -> Bool {
        kind == .string && document.isString(at: index, literal)
    }

    /// The number of elements of an array or members of an object; 0 for any other type.
    package var count: Int {
        switch kind {
        case .array, .object: Int(document.tokens[index].detail)
        default: 0
        }
    }

    /// The elements of an array; empty for any other type.
    package var elements: JSONElements {
        JSONElements(document: document, cursor: index + 1, remaining: kind == .array ? count : 0)
    }

    /// The members of an object in the order of the text; empty for any other type.
    package var members: JSONMembers {
        JSONMembers(document: document, cursor: index + 1, remaining: kind == .object ? count : 0)
    }

    /// The value of the member of a name; nil if there is none.
    ///
    /// - Complexity: O(n) for n members.
    package subscript(name: StaticString) -> JSONElement? {
        for member in members where member.isNamed(name) { return member.value }
        return nil
    }

    /// A copy of the value as a tree.
    package var value: JSONValue { document.value(at: index) }

    /// Returns copies of the members of an object as trees; empty for any other type.
    ///
    /// - Parameter names: common names, whose storage is shared instead of copied.
    package func memberValues(sharing names: [SharedName]) -> [JSONMember] {
        kind == .object ? document.members(at: index, sharing: names) : []
    }

    /// A name in two forms: a literal for comparison, and the string that members share.
    package typealias SharedName = (literal: StaticString, name: JSONString)
}
