import RedoCrypto

/// Computes the digests of a hash tree.
struct MerkleHasher: ~Copyable {
    private var leafMessage = FixedLengthSHA256(byteCount: 1 + Digest.byteCount)
    private var nodeMessage = FixedLengthSHA256(byteCount: 1 + 2 * Digest.byteCount)

    init() { nodeMessage.write(1, at: 0) }

    /// The digest of a leaf: of a zero byte and its content.
    mutating func leaf(_ content: Digest) -> Digest {
        leafMessage.write(content, at: 1)
        return leafMessage.digest
    }

    /// The digest of two subtrees: of a one byte and their digests.
    mutating func node(_ left: Digest, _ right: Digest) -> Digest {
        nodeMessage.write(left, at: 1)
        nodeMessage.write(right, at: 1 + Digest.byteCount)
        return nodeMessage.digest
    }
}
