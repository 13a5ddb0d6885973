import RedoCrypto
import RedoSystem

/// A small record of a store: lines of text that end with their own checksum.
///
/// ```
/// any lines
/// checksum <64 hex>    SHA-256 of all bytes before this line
/// ```
///
/// A file that is empty, truncated or changed has another checksum. Its lines can still be read, but they are not
/// all that was written.
struct ChecksummedLines: Sendable {
    /// The lines before the checksum; of a damaged file all lines that it has.
    let lines: [String]
    /// Whether the lines are those that were written.
    let isWhole: Bool

    private static let checksumName = "checksum "

    /// Reads a file.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: ``SystemError`` if it cannot be read, or is longer than a record can be.
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

    /// The contents of a file with some lines.
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
