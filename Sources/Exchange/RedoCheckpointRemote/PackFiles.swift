import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoStore
import RedoSystem

/// How packs become files of a remote.
struct PackFiles: Sendable {
    /// What seals pieces; nil on a remote that is not encrypted.
    let seal: Seal?
    /// Files that may not be listed again.
    let marks: RemovalMarks

    /// The bytes of a piece as the remote has them. Sealed again they are the same bytes.
    func bytes(of pack: OutgoingPack, _ range: Range<Int>) throws(RedoError) -> [UInt8] {
        let bytes = pack.bytes(range)
        guard let seal else { return bytes }
        return try seal.sealed(bytes, as: .piece)
    }

    /// The files that a pack is cut into: what each is called, and which bytes of the pack it has.
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

    /// Whether no file that a pack is cut into may not be listed.
    func isListable(_ pack: OutgoingPack) throws(RedoError) -> Bool {
        if marks.isEmpty { return true }
        return try pieces(of: pack).allSatisfy { !marks.all.contains($0.name) }
    }
}
