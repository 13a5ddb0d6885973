/// A buffered reader of lines from a descriptor, which it does not own.
package struct LineReader: ~Copyable {
    private let descriptor: Int32
    private let name: String
    private let separator: UInt8
    private let maximumLineByteCount: Int
    private var buffer: [UInt8] = []
    /// The offset in the buffer of the first byte that has not been returned.
    private var position = 0
    private var isAtEnd = false

    /// A line, or the length of a line that exceeds the limit and was skipped.
    package enum Line: Sendable {
        case bytes([UInt8])
        case tooLong(byteCount: Int)
    }

    /// Creates a reader with an empty buffer.
    ///
    /// - Parameters:
    ///   - name: the name of the input in errors.
    ///   - separator: the byte that ends a line, such as a line feed or a zero.
    ///   - maximumLineByteCount: the maximum length of a line in bytes.
    package init(
        descriptor: Int32, name: String, separator: UInt8 = UInt8(ascii: "\n"),
        maximumLineByteCount: Int
    ) {
        self.descriptor = descriptor
        self.name = name
        self.separator = separator
        self.maximumLineByteCount = maximumLineByteCount
    }

    /// Returns the next line without its separator; nil at the end.
    ///
    /// The last line may lack a separator.
    ///
    /// - Throws: ``SystemError`` if the descriptor cannot be read.
    package mutating func next() throws(SystemError) -> Line? {
        var scanned = position
        var skipped = 0
        while true {
            if let end = buffer.span.firstIndex(of: separator, from: scanned) {
                defer { position = end + 1 }
                if skipped > 0 { return .tooLong(byteCount: skipped + end - position) }
                return .bytes(Array(buffer[position..<end]))
            }
            if isAtEnd {
                if position == buffer.count, skipped == 0 { return nil }
                defer { position = buffer.count }
                if skipped > 0 { return .tooLong(byteCount: skipped + buffer.count - position) }
                return .bytes(Array(buffer[position...]))
            }
            if buffer.count - position > maximumLineByteCount {
                skipped += buffer.count - position
                position = buffer.count
            }
            scanned = try fill()
        }
    }

    /// Whether the buffer holds a whole line.
    package var hasBufferedLine: Bool {
        buffer.span.firstIndex(of: separator, from: position) != nil
    }

    /// Whether reading the next line would block.
    package var isPaused: Bool {
        !isAtEnd && !hasBufferedLine && !Terminal.hasInput(descriptor, within: 0)
    }

    /// Drops the lines that were returned and reads more bytes.
    ///
    /// - Returns: the offset of the new bytes in the buffer.
    private mutating func fill() throws(SystemError) -> Int {
        if position > 0 {
            buffer.removeFirst(position)
            position = 0
        }
        let start = buffer.count
        if try readBytes(from: descriptor, atMost: 1 << 16, into: &buffer, path: name) == 0 {
            isAtEnd = true
        }
        return start
    }
}
