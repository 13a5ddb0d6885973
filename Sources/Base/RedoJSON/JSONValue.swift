/// A JSON value as a tree, independent of a document.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(JSONString)
    case array([JSONValue])
    /// An object with its members in any order; writers sort them.
    case object([JSONMember])
}

/// A member of an object.
package struct JSONMember: Hashable, Sendable {
    /// The name of the member.
    package let name: JSONString
    /// The value of the member.
    package let value: JSONValue

    /// Creates a member.
    package init(_ name: JSONString, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue {
    /// The value of the member of a name; nil if there is none or this is not an object.
    ///
    /// - Complexity: O(n) for n members.
    package subscript(name: StaticString) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The value as a string; nil for any other type.
    package var string: JSONString? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The value as a number; nil for any other type.
    package var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The value as an integer; nil unless it is integral with a magnitude of at most 2^53−1.
    package var integer: Int? { number.flatMap(exactInteger) }

}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    /// Creates a string from a literal.
    package init(stringLiteral value: String) { self = .string(JSONString(value)) }
    /// Creates a number from a literal.
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Creates a Boolean from a literal.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array from a literal.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object from a literal.
    package init(dictionaryLiteral elements: (JSONString, JSONValue)...) {
        self = .object(elements.map { JSONMember($0, $1) })
    }
    /// Creates `null` from `nil`.
    package init(nilLiteral: ()) { self = .null }
}

/// The maximum integer that every JSON implementation represents exactly: 2^53 − 1 (RFC 7493, section 2.2).
package let maximumExactInteger = 9_007_199_254_740_991

/// Converts a double to an integer; nil unless it is integral with a magnitude of at most 2^53−1.
package func exactInteger(_ number: Double) -> Int? {
    guard number.magnitude <= Double(maximumExactInteger), number.rounded(.towardZero) == number
    else { return nil }
    return Int(number)
}
