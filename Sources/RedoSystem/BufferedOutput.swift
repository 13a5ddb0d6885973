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

    package mutating func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        if buffer.isEmpty { buffer.reserveCapacity(Self.capacity) }
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    package mutating func write(_ text: String) throws(SystemError) { try write(text.utf8) }

    package mutating func flush() throws(SystemError) {
        guard !buffer.isEmpty else { return }
        // Dropped before writing: after a failure nothing is written twice.
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        try writeBytes(bytes.span, to: descriptor, path: name)
    }
}
