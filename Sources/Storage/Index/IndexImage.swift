import RedoCrypto
import RedoSystem

/// The bytes of an index, in the pieces in which they were built: an index of a million nodes has 88 MB, and is not
/// copied into one array.
package struct IndexImage: Sendable {
    /// Header, chunks and SHA-256, in their order.
    let pieces: [[UInt8]]

    /// An image without bytes, which is the index of no pack.
    static let none = IndexImage(pieces: [])

    /// - Parameter content: everything before the SHA-256.
    init(_ content: [[UInt8]]) {
        var sha256 = IncrementalSHA256()
        for piece in content { sha256.update(piece.span) }
        pieces = content + [sha256.digest().bytes]
    }

    private init(pieces: [[UInt8]]) { self.pieces = pieces }

    var isEmpty: Bool { pieces.isEmpty }

    var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

    /// All bytes, joined.
    var bytes: [UInt8] { Array(pieces.joined()) }

    /// The first offset at which a file differs; nil if it has these bytes. O(n).
    func firstDifference(from file: MappedFile) -> Int? {
        let bytes = file.bytes
        var offset = 0
        for piece in pieces {
            let count = min(piece.count, bytes.count - offset)
            let part = bytes.extracting(offset..<offset + count)
            if !part.isEqual(to: piece.span.extracting(first: count)) {
                var position = 0
                while part[position] == piece[position] { position += 1 }
                return offset + position
            }
            // Compared bytes are not read again.
            file.forget(offset..<offset + count)
            offset += count
            if count < piece.count { return offset }
        }
        return offset < bytes.count ? offset : nil
    }

    /// Whether the file at a path has these bytes.
    ///
    /// - Throws: ``SystemError`` if it cannot be read.
    func isContent(of path: String) throws(SystemError) -> Bool {
        firstDifference(from: try MappedFile(path)) == nil
    }

    /// Writes the bytes.
    func write(to file: borrowing FileDescriptor) throws(SystemError) {
        for piece in pieces { try file.write(piece.span) }
    }

    /// Creates memory with these bytes that is used like a mapped file.
    func mapped(as path: String) throws(SystemError) -> MappedFile {
        try MappedFile(copying: pieces, path: path)
    }
}

extension IndexImage: Equatable {
    package static func == (left: IndexImage, right: IndexImage) -> Bool {
        left.pieces == right.pieces
    }
}
