extension JSONElement {
    /// The value as a tree, in which numbers that no double equals are texts: `12345678901234567890`.
    ///
    /// - Complexity: O(n) for n bytes.
    package var exactValue: JSONValue {
        switch kind {
        case .number:
            let digits = numberText
            return isExactNumber(digits) ? value : .string(JSONString(digits))
        case .array: return .array(elements.map(\.exactValue))
        case .object:
            return .object(members.map { JSONMember($0.name, $0.value.exactValue) })
        default: return value
        }
    }

    /// A number as it is in the text.
    private var numberText: String {
        let token = document.tokens[index]
        return String(
            decoding: document.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
    }
}

/// Whether a double keeps a number: an integer is at most 2^53, and any other number has at most 17 digits.
///
/// - Parameter literal: a number in JSON's grammar.
package func isExactNumber(_ literal: String) -> Bool {
    let isInteger = literal.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") }
    if isInteger, literal.utf8.count > 15 {
        return Int(literal).map { $0.magnitude <= 1 << 53 } ?? false
    }
    let mantissa = literal.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter(isDigit)
    return mantissa.drop { $0 == UInt8(ascii: "0") }.count <= 17
}
