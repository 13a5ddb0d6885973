import RedoCrypto
import RedoJSON
import RedoSystem

/// The encryption of an epoch: seals contents, and opens them. A sealed file reveals nothing but a padded size.
///
/// ```
/// RedoSea1 | epoch id (32) | kind (8) | salt (32) | chunk | chunk | …
///                                                     |
///            65,536 bytes of plaintext, the last 1 to 65,536, and a tag (16)
///
/// plaintext: length (8, lowest first) | content | zeros up to padmé, at least 4,096 in all
/// ```
///
/// The salt is a digest of the plaintext under the epoch's key, and the key of a file follows from its salt, so equal
/// contents of one epoch and kind are equal files (docs/encrypted-remotes.md).
package struct Seal: Sendable {
    /// The maximum size of a file that readers accept, in bytes.
    package static let maximumFileByteCount = 32 << 20
    /// The maximum size of a content whose file readers accept, in bytes: 31.5 MiB without its length.
    package static let maximumContentByteCount = 63 << 19 - Padding.lengthByteCount
    /// The maximum size of the plaintext of a chunk in bytes.
    static let chunkByteCount = 1 << 16

    package let epoch: EpochID
    private let key: EpochKey

    package init(epoch: EpochID, key: EpochKey) {
        self.epoch = epoch
        self.key = key
    }

    /// Seals a content.
    ///
    /// - Throws: ``SealFault/tooLarge``.
    /// - Complexity: O(n).
    package func seal(_ content: Span<UInt8>, as kind: SealKind) throws(SealFault) -> [UInt8] {
        guard content.count <= Self.maximumContentByteCount else { throw .tooLarge }
        return file(of: Self.plaintext(of: content), kind)
    }

    /// The padded plaintext of a content: its length, the content, and zeros.
    static func plaintext(of content: Span<UInt8>) -> [UInt8] {
        let count = Padding.paddedByteCount(ofContent: content.count)
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(count)
        plaintext.append(littleEndian: UInt64(content.count))
        plaintext.append(content)
        plaintext.append(contentsOf: repeatElement(0, count: count - plaintext.count))
        return plaintext
    }

    /// Encrypts and wipes a plaintext.
    ///
    /// - Parameter salt: nil for the right one. Tests use other salts for invalid files.
    func file(of plaintext: consuming [UInt8], _ kind: SealKind, salt: [UInt8]? = nil) -> [UInt8] {
        defer { wipe(&plaintext) }
        let salt = salt ?? self.salt(of: plaintext.span, kind.bytes)
        let header = SealHeader(epoch: epoch, kind: kind, salt: salt).bytes
        let key = self.key.derivedKey("redo seal 1", [kind.bytes, salt])
        let chunkCount = (plaintext.count + Self.chunkByteCount - 1) / Self.chunkByteCount
        var file = header
        file.reserveCapacity(
            header.count + plaintext.count + chunkCount * ChunkCipher.tagByteCount)
        file.append(
            contentsOf: repeatElement(
                0, count: plaintext.count + chunkCount * ChunkCipher.tagByteCount))
        for chunk in 0..<chunkCount {
            let start = chunk * Self.chunkByteCount
            let end = min(start + Self.chunkByteCount, plaintext.count)
            ChunkCipher.encrypt(
                plaintext.span.extracting(start..<end), key: key,
                nonce: Self.nonce(chunk: chunk, isLast: chunk == chunkCount - 1),
                associated: header, to: &file,
                at: header.count + start + chunk * ChunkCipher.tagByteCount)
        }
        return file
    }

    /// Opens a file and returns its content.
    ///
    /// - Throws: ``SealFault`` unless the file is exactly the one that ``seal(_:as:)`` returns for its content.
    /// - Complexity: O(n).
    package func open(_ file: Span<UInt8>, as kind: SealKind) throws(SealFault) -> [UInt8] {
        guard file.count <= Self.maximumFileByteCount else { throw .tooLarge }
        guard let header = SealHeader(of: file) else { throw .notSealed }
        guard header.epoch == epoch else { throw .otherEpoch(header.epoch) }
        guard header.kind == kind.bytes else { throw .otherKind }
        var plaintext = try decrypt(file, header)
        defer { wipe(&plaintext) }
        guard salt(of: plaintext.span, header.kind) == header.salt else { throw .wrongSalt }
        let count: UInt64 = plaintext.span.number(at: 0)
        guard count <= UInt64(plaintext.count - Padding.lengthByteCount),
            Padding.paddedByteCount(ofContent: Int(count)) == plaintext.count
        else { throw .wrongLength }
        let end = Padding.lengthByteCount + Int(count)
        guard plaintext[end...].allSatisfy({ $0 == 0 }) else { throw .wrongPadding }
        return Array(plaintext[Padding.lengthByteCount..<end])
    }

    /// The padded plaintext of a file.
    private func decrypt(
        _ file: Span<UInt8>, _ header: SealHeader
    ) throws(SealFault) -> [UInt8] {
        let sealed = file.extracting(droppingFirst: SealHeader.byteCount)
        let sealedChunkByteCount = Self.chunkByteCount + ChunkCipher.tagByteCount
        let chunkCount = (sealed.count + sealedChunkByteCount - 1) / sealedChunkByteCount
        let count = sealed.count - chunkCount * ChunkCipher.tagByteCount
        // The last chunk has at least one byte of plaintext.
        guard count > (chunkCount - 1) * Self.chunkByteCount, Padding.isPadded(count) else {
            throw .wrongSize
        }
        let associated = header.bytes
        let key = self.key.derivedKey("redo seal 1", [header.kind, header.salt])
        var plaintext = [UInt8](repeating: 0, count: count)
        for chunk in 0..<chunkCount {
            let start = chunk * sealedChunkByteCount
            let isOpen = ChunkCipher.decrypt(
                sealed.extracting(start..<min(start + sealedChunkByteCount, sealed.count)),
                key: key, nonce: Self.nonce(chunk: chunk, isLast: chunk == chunkCount - 1),
                associated: associated, to: &plaintext, at: chunk * Self.chunkByteCount)
            guard isOpen else {
                wipe(&plaintext)
                throw .notAuthentic(chunk: chunk)
            }
        }
        return plaintext
    }

    /// The salt of a padded plaintext.
    private func salt(of plaintext: Span<UInt8>, _ kind: [UInt8]) -> [UInt8] {
        key.digest("redo salt 1", [kind, SHA256.digest(plaintext).bytes])
    }

    /// The nonce of a chunk: 15 zeros, the number of the chunk, and whether it is the last.
    private static func nonce(chunk: Int, isLast: Bool) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: 15)
        nonce.append(littleEndian: UInt64(chunk))
        nonce.append(isLast ? 1 : 0)
        return nonce
    }
}
