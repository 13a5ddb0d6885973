import Glibc

/// Reads a descriptor line by line.
package struct LineReader: ~Copyable {
    private let descriptor: Int32
    private let name: String
    private let separator: UInt8
    private let greatestLineByteCount: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// A line as it came, or how long one was that is longer than allowed; the rest of it is skipped.
    package enum Line: Sendable {
        case bytes([UInt8])
        case tooLong(byteCount: Int)
    }

    /// - Parameters:
    ///   - name: what errors call it.
    ///   - separator: the byte that ends a line, a line feed or a zero.
    ///   - greatestLineByteCount: a longer line is not kept.
    package init(
        descriptor: Int32, name: String, separator: UInt8 = UInt8(ascii: "\n"),
        greatestLineByteCount: Int
    ) {
        self.descriptor = descriptor
        self.name = name
        self.separator = separator
        self.greatestLineByteCount = greatestLineByteCount
    }

    /// The next line without its separator; nil at the end. A last line may lack the separator.
    package mutating func next() throws(SystemError) -> Line? {
        var scanned = position
        var skipped = 0
        while true {
            if let end = indexOfSeparator(from: scanned) {
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
            if buffer.count - position > greatestLineByteCount {
                skipped += buffer.count - position
                position = buffer.count
            }
            scanned = try fill()
        }
    }

    /// Whether a whole line is at hand without waiting for more input.
    package var hasBufferedLine: Bool { indexOfSeparator(from: position) != nil }

    /// Whether the writer at the other end has paused: nothing can be read without waiting.
    package var isPaused: Bool {
        !isAtEnd && !hasBufferedLine && !Terminal.hasInput(descriptor, within: 0)
    }

    /// Reads more, after dropping what has been handed out.
    ///
    /// - Returns: where the new bytes start.
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

    private func indexOfSeparator(from start: Int) -> Int? {
        guard start < buffer.count else { return nil }
        let separator = Int32(separator)
        return unsafe buffer.withUnsafeBytes { bytes -> Int? in
            // Within the buffer: `start` is below its count. An empty one has returned already.
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, separator, bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
