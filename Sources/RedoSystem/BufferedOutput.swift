import Glibc

/// A descriptor that is written to in large pieces.
package struct BufferedOutput: ~Copyable {
    package let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []

    private static let capacity = 1 << 16

    /// - Parameter name: what errors call it.
    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
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
        if buffer.count >= Self.capacity { try flush() }
    }

    package mutating func flush() throws(SystemError) {
        guard !buffer.isEmpty else { return }
        // Dropped before writing: after a failure nothing is written twice.
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        try writeBytes(bytes.span, to: descriptor, path: name)
    }
}
