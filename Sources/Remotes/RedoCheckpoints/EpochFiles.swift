import RedoCrypto
import RedoSystem

/// How many files of epochs a remote may have, and how large they may be.
package enum EpochFiles {
    /// A file of 4,096 boxes, as many members, and a past of 16,384 epochs has fewer bytes.
    package static let greatestByteCount = 8 << 20
    /// Of all files together.
    package static let greatestTotalByteCount = 64 << 20
    package static let greatestCount = 16_384

    /// Reads files one by one, as long as they are not too many.
    ///
    /// - Parameter read: gives the bytes of a file; nil if it cannot be read, which is then not there.
    /// - Throws: STORAGE_004 for more files, or more bytes, than a remote has.
    package static func read(
        _ names: [Digest], _ read: (Digest) throws(RedoError) -> [UInt8]?
    ) throws(RedoError) -> [Digest: [UInt8]] {
        guard names.count <= greatestCount else { throw tooMany }
        var files: [Digest: [UInt8]] = [:]
        var byteCount = 0
        for name in names {
            guard let bytes = try read(name) else { continue }
            byteCount += bytes.count
            guard byteCount <= greatestTotalByteCount else { throw tooMany }
            files[name] = bytes
        }
        return files
    }

    private static var tooMany: RedoError {
        RedoError(
            .corrupted,
            "the remote has more epochs than a reader takes: \(greatestCount), and 64 MiB in all")
    }
}
