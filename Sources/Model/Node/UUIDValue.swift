import RedoCrypto
import RedoJSON

/// The 128 bits of a UUID (RFC 9562). Compared by value and printed in lower case.
package struct UUIDValue: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The case that digits may have.
    package enum Spelling: Sendable { case lowercase, anyCase }

    /// Reads 8-4-4-4-12 hexadecimal digits of any version; nil for any other text.
    package init?(text: Span<UInt8>, _ spelling: Spelling = .anyCase) {
        guard let words = parseUUID(text, isLowercase: spelling == .lowercase) else { return nil }
        (high, low) = (words.high, words.low)
    }

    /// Creates a value from the first 16 bytes, unchanged.
    package init(bytes: [UInt8]) {
        high = bigEndianWord(bytes.span, at: 0)
        low = bigEndianWord(bytes.span, at: 8)
    }

    /// Creates a value from the first 16 bytes, with the version and the variant of RFC 9562 set.
    private init(bytes: [UInt8], version: UInt64) {
        let plain = UUIDValue(bytes: bytes)
        high = plain.high & ~0xF000 | version << 12
        low = plain.low & ~(0b11 << 62) | 0b10 << 62
    }

    /// Creates a value from the first 16 bytes of a digest, with the version and the variant of RFC 9562 set.
    package init(_ digest: Digest, version: UInt64) {
        self.init(bytes: digest.bytes, version: version)
    }

    /// A random UUID, version 4.
    package init(randomBytes bytes: [UInt8]) { self.init(bytes: bytes, version: 4) }

    /// The 16 bytes.
    package var bytes: [UInt8] {
        [high, low].flatMap { word in
            stride(from: UInt64(56), through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: word >> $0)
            }
        }
    }

    /// Appends the 36 characters of the id.
    package func append(to output: inout [UInt8]) {
        appendUUID(high, low, to: &output)
    }

    /// Appends the first characters of the text, with a hyphen if there are more than eight.
    package func append(firstCharacters count: Int, to output: inout [UInt8]) {
        let start = output.count
        if count <= 8 { appendHexadecimalWord(high, to: &output) } else { append(to: &output) }
        output.removeLast(max(0, output.count - start - count))
    }

    /// Appends 32 digits without hyphens.
    package func appendDigits(to output: inout [UInt8]) {
        appendHexadecimalWord(high, to: &output)
        appendHexadecimalWord(low, to: &output)
    }

    /// The length of the common prefix of two values, in hexadecimal digits.
    package func commonDigitCount(with other: UUIDValue) -> Int {
        high == other.high
            ? 16 + (low ^ other.low).leadingZeroBitCount / 4
            : (high ^ other.high).leadingZeroBitCount / 4
    }

    package var text: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

extension UUIDValue: Comparable {
    package static func < (left: UUIDValue, right: UUIDValue) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

/// The id of a task: the subject of task actions.
package struct TaskID: Hashable, Comparable, Sendable {
    package let value: UUIDValue
    package init(_ value: UUIDValue) { self.value = value }
    package init?(_ text: String) {
        guard let value = UUIDValue(text: Array(text.utf8).span) else { return nil }
        self.value = value
    }
    package static func < (left: TaskID, right: TaskID) -> Bool { left.value < right.value }
}

extension TaskID: CustomStringConvertible {
    package var description: String { value.text }
}

/// The id of one occurrence of a task.
package struct TodoID: Hashable, Comparable, Sendable {
    package let value: UUIDValue
    package init(_ value: UUIDValue) { self.value = value }

    /// The id of a to-do whose node gives none: it is computed from the node's id, so that every replay gets the same
    /// one (protocol, section 3).
    package init(unnamedTodoOf node: NodeID) { value = UUIDValue(node.digest, version: 8) }

    /// The id of the occurrence after a completed one (protocol, section 3). It is derived, so that two devices that
    /// complete the same occurrence create the same next one.
    package init(after todo: TodoID, of task: TaskID) {
        let text = Array("redo:next:\(task):\(todo)".utf8)
        value = UUIDValue(SHA256.digest(text.span), version: 4)
    }

    /// The id of an occurrence that another program has completed out of turn. It is derived, so that two devices that
    /// read one file create the same one.
    ///
    /// - Parameter time: when the occurrence was due.
    package init(occurrence time: String, of task: TaskID) {
        let text = Array("redo:occurrence:\(task):\(time)".utf8)
        value = UUIDValue(SHA256.digest(text.span), version: 4)
    }

    package static func < (left: TodoID, right: TodoID) -> Bool { left.value < right.value }
}

extension TodoID: CustomStringConvertible {
    package var description: String { value.text }
}
