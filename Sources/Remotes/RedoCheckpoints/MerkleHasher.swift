import RedoCrypto

/// Makes the digests of a hash tree, in a buffer of its own.
struct MerkleHasher: ~Copyable {
    private let sha256 = SHA256()
    private var input: InlineArray<65, UInt8> = InlineArray(repeating: 0)

    /// The digest of a leaf: of a zero byte and its content.
    mutating func leaf(_ content: Digest) -> Digest {
        input[0] = 0
        var bytes = input.mutableSpan
        content.write(into: &bytes, at: 1)
        return sha256.digest(input.span.extracting(first: 1 + Digest.byteCount))
    }

    /// The digest of two subtrees: of a one byte and their digests.
    mutating func node(_ left: Digest, _ right: Digest) -> Digest {
        input[0] = 1
        var bytes = input.mutableSpan
        left.write(into: &bytes, at: 1)
        right.write(into: &bytes, at: 1 + Digest.byteCount)
        return sha256.digest(input.span)
    }
}
