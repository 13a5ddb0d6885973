import Glibc

/// A descriptor that is written to in large pieces.
package struct BufferedOutput: ~Copyable {
    package let descriptor: Int32
    private let name: String
    /// Whether what controls a terminal is escaped.
    private let isEscaped: Bool
    private var buffer: [UInt8] = []

    private static let capacity = 1 << 16

    /// - Parameters:
    ///   - name: what errors call it.
    ///   - isEscaped: whether what controls a terminal is written as ``TerminalEscapes`` has it.
    package init(descriptor: Int32, name: String, isEscaped: Bool = false) {
        self.descriptor = descriptor
        self.isEscaped = isEscaped
        self.name = name
    }

    // One for each type, since a generic one is not specialised for callers in other modules: a byte
    // would take two thousand instructions.

    package mutating func write(_ bytes: [UInt8]) throws(SystemError) {
        prepare()
        buffer += bytes
        try flushIfFull()
    }

    package mutating func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        prepare()
        buffer += bytes
        try flushIfFull()
    }

    package mutating func write(_ text: String) throws(SystemError) {
        prepare()
        buffer += text.utf8
        try flushIfFull()
    }

    package mutating func write(_ byte: UInt8) throws(SystemError) {
        prepare()
        buffer.append(byte)
        try flushIfFull()
    }

    private mutating func prepare() {
        if buffer.isEmpty { buffer.reserveCapacity(Self.capacity) }
    }

    private mutating func flushIfFull() throws(SystemError) {
        if buffer.count >= Self.capacity { try flush(isAtEnd: false) }
    }

    package mutating func flush() throws(SystemError) { try flush(isAtEnd: true) }

    /// - Parameter isAtEnd: whether a character ends where the buffer does.
    private mutating func flush(isAtEnd: Bool) throws(SystemError) {
        guard !buffer.isEmpty else { return }
        // Dropped before writing: after a failure nothing is written twice.
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        guard isEscaped else { return try writeBytes(bytes.span, to: descriptor, path: name) }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count)
        let rest = bytes.suffix(TerminalEscapes.append(bytes, to: &escaped))
        if isAtEnd { escaped += rest } else { buffer += rest }
        try writeBytes(escaped.span, to: descriptor, path: name)
    }
}
