/// A JSON value as a tree, for building texts and for values that outlive their document.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(JSONString)
    case array([JSONValue])
    /// Members in the order in which they are to be shown; the canonical writer sorts them.
    case object([JSONMember])
}

/// A name and its value in an object.
package struct JSONMember: Hashable, Sendable {
    package let name: JSONString
    package let value: JSONValue

    package init(_ name: JSONString, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue {
    /// The member of that name, or nil where this is not an object or has none. O(members).
    package subscript(name: StaticString) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var string: JSONString? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    package var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The value as an integer, when it is one by value and at most 2^53−1 in size.
    package var integer: Int? { number.flatMap(exactInteger) }

    package var isNull: Bool { self == .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(JSONString(value)) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (JSONString, JSONValue)...) {
        self = .object(elements.map { JSONMember($0, $1) })
    }
    package init(nilLiteral: ()) { self = .null }
}

/// The greatest integer that every JSON reader keeps exact: 2^53 − 1 (RFC 7493, section 2.2).
package let greatestExactInteger = 9_007_199_254_740_991

/// A double as an integer, when it is one by value and at most 2^53−1 in size.
package func exactInteger(_ number: Double) -> Int? {
    guard number.magnitude <= Double(greatestExactInteger), number.rounded(.towardZero) == number
    else { return nil }
    return Int(number)
}
