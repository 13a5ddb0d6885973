import RedoSystem

/// The detail of an error about a value: which one it is, and the part of it that is wrong.
package final class WrongValue: ErrorDetail {
    package let value: String
    /// The bytes that are wrong; nil for the whole value.
    package let range: Range<Int>?

    package init(_ value: String, at range: Range<Int>? = nil) {
        self.value = value
        self.range = range
    }
}

/// A text, and a line below it with marks under a part of it.
///
/// - Parameter range: the bytes of the part.
package func markedExcerpt(of text: String, _ range: Range<Int>) -> [String] {
    let bytes = Array(text.utf8)
    let start = min(range.lowerBound, bytes.count)
    let before = String(decoding: bytes[..<start], as: UTF8.self)
    let marked = String(
        decoding: bytes[start..<max(start, min(range.upperBound, bytes.count))], as: UTF8.self)
    let marks = "^" + String(repeating: "~", count: max(0, displayWidth(marked) - 1))
    return [text, String(repeating: " ", count: displayWidth(before.printable)) + marks]
}
