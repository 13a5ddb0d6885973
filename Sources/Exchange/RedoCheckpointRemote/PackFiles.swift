import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoStore
import RedoSystem

/// The conversion of packs to files of a remote.
struct PackFiles: Sendable {
    /// The seal of the pieces; nil on a remote that is not encrypted.
    let seal: Seal?
    /// Files that may not be listed again.
    let marks: RemovalMarks

    /// The bytes of a piece on the remote. Sealing is deterministic: the same piece gives the same bytes.
    func bytes(of pack: OutgoingPack, _ range: Range<Int>) throws(RedoError) -> [UInt8] {
        let bytes = pack.bytes(range)
        guard let seal else { return bytes }
        return try seal.sealed(bytes, as: .piece)
    }

    /// The files into which a pack is cut: the name of each, and its range of bytes in the pack.
    ///
    /// - Complexity: O(n) for n bytes of the pack.
    func pieces(of pack: OutgoingPack) throws(RedoError) -> [(name: Digest, range: Range<Int>)] {
        var pieces: [(name: Digest, range: Range<Int>)] = []
        for range in PackPieces.ranges(frameEnds: pack.frameEnds) {
            let file = try bytes(of: pack, range)
            pieces.append((SHA256.digest(file.span), range))
        }
        return pieces
    }

    /// Whether all files into which a pack is cut may be listed.
    func isListable(_ pack: OutgoingPack) throws(RedoError) -> Bool {
        if marks.isEmpty { return true }
        return try pieces(of: pack).allSatisfy { !marks.all.contains($0.name) }
    }
}
