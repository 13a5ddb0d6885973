/// A value in a document: the document and a place on its tape.
package struct JSONElement: Sendable {
    package let document: JSONDocument
    let index: Int

    package enum Kind: Sendable { case null, bool, number, string, array, object }

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

    /// Offset of the value's first byte in the text.
    package var offset: Int { Int(document.tokens[index].start) }

    package var isNull: Bool { kind == .null }

    package var bool: Bool? {
        switch document.tokens[index].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    package var number: Double? {
        document.tokens[index].kind == .number ? document.number(at: index) : nil
    }

    /// The value as an integer, when it is one by value and at most 2^53−1 in size.
    package var integer: Int? { number.flatMap(exactInteger) }

    package var string: JSONString? {
        guard kind == .string else { return nil }
        return JSONString(validated: document.characters(at: index))
    }

    /// Calls a closure with the characters of a string, or with nothing where this is none.
    package func withCharacters<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        guard kind == .string else { return body(Span()) }
        return document.withCharacters(at: index, body)
    }

    /// Whether this is a string of exactly these characters.
    package func equals(_ literal: StaticString) -> Bool {
        kind == .string && document.isString(at: index, literal)
    }

    /// How many elements an array or members an object has, otherwise 0.
    package var count: Int {
        switch kind {
        case .array, .object: Int(document.tokens[index].detail)
        default: 0
        }
    }

    /// The elements of an array; nothing for any other value.
    package var elements: JSONElements {
        JSONElements(document: document, cursor: index + 1, remaining: kind == .array ? count : 0)
    }

    /// The members of an object in the order of the text; nothing for any other value.
    package var members: JSONMembers {
        JSONMembers(document: document, cursor: index + 1, remaining: kind == .object ? count : 0)
    }

    /// The member of that name. O(members).
    package subscript(name: StaticString) -> JSONElement? {
        for member in members where member.isNamed(name) { return member.value }
        return nil
    }

    /// The value as a tree of its own.
    package var value: JSONValue { document.value(at: index) }

    /// The members of an object as trees of their own; nothing for any other value.
    ///
    /// - Parameter names: names that many objects have, which these share with them.
    package func memberValues(sharing names: [SharedName]) -> [JSONMember] {
        kind == .object ? document.members(at: index, sharing: names) : []
    }

    /// A name, twice: to be compared with, and to be had.
    package typealias SharedName = (literal: StaticString, name: JSONString)
}

/// A name in an object and the value that it has there.
package struct JSONMemberElement: Sendable {
    let document: JSONDocument
    let nameIndex: Int

    package var name: JSONString {
        JSONElement(document: document, index: nameIndex).string ?? ""
    }

    package var value: JSONElement { JSONElement(document: document, index: nameIndex + 1) }

    package func isNamed(_ literal: StaticString) -> Bool {
        document.isString(at: nameIndex, literal)
    }
}

package struct JSONElements: Sequence, IteratorProtocol {
    let document: JSONDocument
    var cursor: Int
    var remaining: Int

    package mutating func next() -> JSONElement? {
        guard remaining > 0 else { return nil }
        defer {
            cursor = document.next(after: cursor)
            remaining -= 1
        }
        return JSONElement(document: document, index: cursor)
    }
}

package struct JSONMembers: Sequence, IteratorProtocol {
    let document: JSONDocument
    var cursor: Int
    var remaining: Int

    package mutating func next() -> JSONMemberElement? {
        guard remaining > 0 else { return nil }
        defer {
            cursor = document.next(after: cursor + 1)
            remaining -= 1
        }
        return JSONMemberElement(document: document, nameIndex: cursor)
    }
}
