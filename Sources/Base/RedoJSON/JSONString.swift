/// A JSON string as UTF-8.
///
/// Strings are equal if their bytes are. Swift's `String` treats canonically equivalent texts as equal, which
/// would merge two different names.
package struct JSONString: Hashable, Sendable {
    /// Valid UTF-8.
    package let utf8: [UInt8]

    /// Creates a string without validation.
    ///
    /// - Parameter utf8: valid UTF-8.
    package init(validated utf8: [UInt8]) { self.utf8 = utf8 }

    /// Creates a string from a Swift string.
    package init(_ string: String) { self.utf8 = Array(string.utf8) }

    /// Whether the string has no characters.
    package var isEmpty: Bool { utf8.isEmpty }

    /// Whether the string begins with the bytes of another one.
    package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether a string has the bytes of a literal.
    package static func == (name: JSONString, literal: StaticString) -> Bool {
        name.utf8.span.isEqual(to: literal)
    }
}

extension JSONString {
    /// Whether the string sorts before an ASCII literal, in the order of ``<(_:_:)``.
    package func isBefore(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        // For the pointer see `isEqual(to:)`. ASCII has the same order in UTF-8 and UTF-16.
        let start = unsafe literal.utf8Start
        for index in 0..<Swift.min(count, utf8.count) {
            let byte = unsafe start[index]
            if utf8[index] != byte { return utf8[index] < byte }
        }
        return utf8.count < count
    }
}

extension JSONString: ExpressibleByStringLiteral {
    /// Creates a string from a literal.
    package init(stringLiteral value: String) { self.init(value) }
}

extension JSONString: CustomStringConvertible {
    /// The string as a Swift string.
    package var description: String { String(decoding: utf8, as: UTF8.self) }
}

extension JSONString: Comparable {
    /// Compares UTF-16 code units, by which RFC 8785 sorts names (section 3.2.3).
    ///
    /// UTF-8 sorts by code point. The only difference is that UTF-16 sorts characters above U+FFFF (leading
    /// bytes F0–F4) before U+E000–U+FFFF (leading bytes EE and EF).
    package static func < (left: JSONString, right: JSONString) -> Bool {
        compareUTF16(left.utf8.span, right.utf8.span) < 0
    }
}

/// Compares two UTF-8 texts by their UTF-16 code units.
///
/// - Returns: a negative number, zero or a positive number.
/// - Complexity: O(n) for the length n of the shorter text.
func compareUTF16(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let shorter = min(left.count, right.count)
    var index = 0
    while index < shorter {
        let a = left[index]
        let b = right[index]
        if a != b {
            if a >= 0xEE, b >= 0xEE, (a >= 0xF0) != (b >= 0xF0) { return a >= 0xF0 ? -1 : 1 }
            return a < b ? -1 : 1
        }
        index += 1
    }
    return left.count - right.count
}

extension Span<UInt8> {
    /// Whether the bytes equal the UTF-8 of a literal.
    package func isEqual(to literal: StaticString) -> Bool {
        // The pointer of a StaticString is valid for the lifetime of the program.
        guard literal.hasPointerRepresentation, literal.utf8CodeUnitCount == count else {
            return false
        }
        let start = unsafe literal.utf8Start
        for index in indices where unsafe start[index] != self[index] { return false }
        return true
    }

    /// Whether the bytes equal those of another span.
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
