import RedoSystem

/// Gives the memory of a mapped file back while it is read from its beginning on: a file can be larger than what memory there
/// is.
package struct ForgottenBytes: Sendable {
    private let file: MappedFile
    private var start = 0

    /// Giving memory back stops all processors for a moment, so it is not done for every few bytes.
    private static let stepByteCount = 4 << 20

    package init(of file: MappedFile) { self.file = file }

    /// Notes that everything before an offset has been read; one before the last one begins another reading.
    package mutating func pass(_ offset: Int) {
        if offset < start { start = 0 }
        guard offset - start >= Self.stepByteCount else { return }
        file.forget(start..<offset)
        start = offset
    }
}
