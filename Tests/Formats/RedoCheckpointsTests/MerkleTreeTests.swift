import RedoCheckpoints
import RedoCrypto
import TestSupport
import Testing

@Suite struct MerkleTreeTests {
    /// RFC 6962, section 2.1, word for word.
    private static func literal(_ leaves: ArraySlice<Digest>) -> Digest {
        if leaves.isEmpty { return SHA256.digest(Span()) }
        if leaves.count == 1, let leaf = leaves.first {
            return SHA256.digest(([0] + leaf.bytes).span)
        }
        var split = 1
        while split * 2 < leaves.count { split *= 2 }
        let middle = leaves.startIndex + split
        return SHA256.digest(
            ([1] + literal(leaves[..<middle]).bytes + literal(leaves[middle...]).bytes).span)
    }

    @Test func theRootIsThatOfTheRFC() {
        let leaves = (0..<9000).map { Samples.digest($0) }
        for count in Array(0...70) + [127, 128, 129, 4095, 4096, 4097, 8191, 8192, 8193, 9000] {
            #expect(
                MerkleTree.root(of: Array(leaves[..<count])) == Self.literal(leaves[..<count]),
                "\(count) leaves")
        }
    }
}
