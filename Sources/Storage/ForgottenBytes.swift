import RedoSystem

/// Frees the memory of a mapped file while it is read from start to end: a file can be larger than the memory.
package struct ForgottenBytes: Sendable {
    private let file: MappedFile
    private var start = 0

    /// Freeing memory stops all processors for a moment, so it is done in steps of this size.
    private static let stepByteCount = 4 << 20

    package init(of file: MappedFile) { self.file = file }

    /// Notes that everything before an offset has been read. An offset before the last one starts another reading.
    package mutating func pass(_ offset: Int) {
        if offset < start { start = 0 }
        guard offset - start >= Self.stepByteCount else { return }
        file.forget(start..<offset)
        start = offset
    }
}
