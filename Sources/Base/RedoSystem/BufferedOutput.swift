import Glibc

/// A buffered writer to a file descriptor, which it does not own.
package struct BufferedOutput: ~Copyable {
    /// The descriptor that receives the bytes.
    package let descriptor: Int32
    private let name: String
    /// Whether control characters are escaped; see ``TerminalEscapes``.
    private let isEscaped: Bool
    private var buffer: [UInt8] = []

    /// The number of bytes after which the buffer is flushed.
    private static let capacity = 1 << 16

    /// Creates a writer with an empty buffer.
    ///
    /// - Parameters:
    ///   - name: the name of the output in errors.
    ///   - isEscaped: whether characters that control a terminal are escaped; see ``TerminalEscapes``.
    package init(descriptor: Int32, name: String, isEscaped: Bool = false) {
        self.descriptor = descriptor
        self.isEscaped = isEscaped
        self.name = name
    }

    // There is one overload for each type: a generic function is not specialised for callers in other
    // modules, and would take two thousand instructions for a byte.

    /// Appends bytes and flushes a full buffer.
    ///
    /// - Throws: ``SystemError`` if the buffer cannot be written.
    package mutating func write(_ bytes: [UInt8]) throws(SystemError) {
        prepare()
        buffer += bytes
        try flushIfFull()
    }

    /// Appends bytes and flushes a full buffer.
    package mutating func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        prepare()
        buffer += bytes
        try flushIfFull()
    }

    /// Appends the UTF-8 of a text and flushes a full buffer.
    package mutating func write(_ text: String) throws(SystemError) {
        prepare()
        buffer += text.utf8
        try flushIfFull()
    }

    /// Appends a byte and flushes a full buffer.
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

    /// Writes everything that is buffered.
    ///
    /// - Throws: ``SystemError``; the buffered bytes are dropped.
    package mutating func flush() throws(SystemError) { try flush(isAtEnd: true) }

    /// Writes the buffer.
    ///
    /// - Parameter isAtEnd: false keeps an incomplete character at the end of an escaped buffer.
    private mutating func flush(isAtEnd: Bool) throws(SystemError) {
        guard !buffer.isEmpty else { return }
        // The buffer is emptied first, so that nothing is written twice after a failure.
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
