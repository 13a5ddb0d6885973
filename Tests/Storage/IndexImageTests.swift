import Foundation
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// The bytes of an index in pieces.
@Suite struct IndexImageTests {
    private let directory: TemporaryDirectory
    private let image = IndexImage([[1, 2, 3], [], [4], [5, 6]])

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ bytes: [UInt8]) throws -> MappedFile {
        let path = "\(directory.path)/file"
        try Data(bytes).write(to: URL(filePath: path))
        return try MappedFile(path)
    }

    @Test func thePiecesAreOneTextWithItsDigest() throws {
        let content: [UInt8] = [1, 2, 3, 4, 5, 6]
        let digest = SHA256.digest(content.span)
        #expect(image.bytes == content + digest.bytes)
        #expect(image.byteCount == image.bytes.count && !image.isEmpty)
        let mapped = try image.mapped(as: "index")
        let bytes = mapped.bytes.array
        #expect(bytes == image.bytes)
        #expect(IndexImage.none.isEmpty && IndexImage.none.bytes.isEmpty)
    }

    @Test func theFirstDifferenceIsFoundWhereverItIs() throws {
        let bytes = image.bytes
        #expect(try image.firstDifference(from: file(bytes)) == nil)
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(try image.firstDifference(from: file(changed)) == place)
            #expect(try image.firstDifference(from: file(Array(bytes[..<place]))) == place)
        }
        #expect(try image.firstDifference(from: file(bytes + [0])) == bytes.count)
    }
}
