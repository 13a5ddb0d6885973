/// The characters of a JSON string, as UTF-8.
///
/// Equality is of bytes. Swift's `String` calls canonically equivalent texts equal, which would
/// make two different names one.
package struct JSONString: Hashable, Sendable {
    /// Valid UTF-8.
    package let utf8: [UInt8]

    /// - Parameter utf8: valid UTF-8; the reader has checked it.
    package init(validated utf8: [UInt8]) { self.utf8 = utf8 }

    package init(_ string: String) { self.utf8 = Array(string.utf8) }

    package var isEmpty: Bool { utf8.isEmpty }

    package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    package static func == (name: JSONString, literal: StaticString) -> Bool {
        name.utf8.span.isEqual(to: literal)
    }
}

extension JSONString {
    /// Compares with a name in ASCII, as names are sorted.
    package func isBefore(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        // See `isEqual(to:)`; ASCII sorts alike in UTF-8 and UTF-16.
        let start = unsafe literal.utf8Start
        for index in 0..<Swift.min(count, utf8.count) {
            let byte = unsafe start[index]
            if utf8[index] != byte { return utf8[index] < byte }
        }
        return utf8.count < count
    }
}

extension JSONString: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}

extension JSONString: CustomStringConvertible {
    package var description: String { String(decoding: utf8, as: UTF8.self) }
}

extension JSONString: Comparable {
    /// Orders by UTF-16 code units, as RFC 8785 section 3.2.3 sorts names.
    ///
    /// UTF-8 sorts by code point, which differs only in that UTF-16 puts the characters above
    /// U+FFFF (leading bytes F0–F4) before U+E000–U+FFFF (leading bytes EE and EF).
    package static func < (left: JSONString, right: JSONString) -> Bool {
        compareUTF16(left.utf8.span, right.utf8.span) < 0
    }
}

/// Compares two UTF-8 texts by their UTF-16 code units.
///
/// - Returns: a negative number, zero or a positive number. O(shorter length).
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
    /// Whether the bytes are those of an ASCII or UTF-8 literal.
    package func isEqual(to literal: StaticString) -> Bool {
        // A StaticString with more than one scalar is stored as a pointer to bytes that live as
        // long as the program.
        guard literal.hasPointerRepresentation, literal.utf8CodeUnitCount == count else {
            return false
        }
        let start = unsafe literal.utf8Start
        for index in indices where unsafe start[index] != self[index] { return false }
        return true
    }

    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
