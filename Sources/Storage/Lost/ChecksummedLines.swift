import RedoCrypto
import RedoSystem

/// A small record of a store: lines of text, of which the last is a checksum of the others.
///
/// ```
/// any lines
/// checksum <64 hex>    SHA-256 of all bytes before this line
/// ```
///
/// If a file is empty, truncated or changed, its checksum differs. Its lines can still be read, but are not all that
/// was written.
struct ChecksummedLines: Sendable {
    /// The lines before the checksum; all lines of a damaged file.
    let lines: [String]
    /// Whether the lines are those that were written.
    let isWhole: Bool

    private static let checksumName = "checksum "

    /// Reads a file.
    ///
    /// - Returns: nil if it is missing.
    /// - Throws: ``SystemError`` if it cannot be read, or is larger than a record can be.
    static func read(_ path: String) throws(SystemError) -> ChecksummedLines? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path)
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        return ChecksummedLines(reading: bytes)
    }

    /// - Parameter bytes: the contents of a file.
    init(reading bytes: [UInt8]) {
        var lines = bytes.lines
        guard let last = lines.last, bytes.last == UInt8(ascii: "\n"),
            last.bytes == Self.checksum(of: bytes.span.extracting(first: last.offset))
        else {
            self.lines = lines.map { String(decoding: $0.bytes, as: UTF8.self) }
            isWhole = false
            return
        }
        lines.removeLast()
        self.lines = lines.map { String(decoding: $0.bytes, as: UTF8.self) }
        isWhole = true
    }

    /// The contents of a file with these lines.
    ///
    /// - Parameter lines: without line feeds.
    static func bytes(of lines: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines { bytes += Array("\(line)\n".utf8) }
        return bytes + checksum(of: bytes.span) + [UInt8(ascii: "\n")]
    }

    private static func checksum(of bytes: Span<UInt8>) -> [UInt8] {
        Array((checksumName + SHA256.digest(bytes).hexadecimal).utf8)
    }
}
