import RedoCrypto
import Testing

@testable import RedoCheckpoints

/// Audit paths of RFC 6962: each leads to the root, and no other one does.
@Suite struct MerklePathTests {
    private func leaves(_ count: Int) -> [Digest] {
        (0..<count).map { SHA256.digest([UInt8(truncatingIfNeeded: $0), 7].span) }
    }

    @Test func everyPathLeadsToTheRoot() {
        for count in 1...40 {
            let leaves = leaves(count)
            let root = MerkleTree.root(of: leaves)
            for index in 0..<count {
                let path = MerklePath.path(of: index, among: leaves)
                #expect(
                    MerklePath.root(of: leaves[index], at: index, among: count, by: path) == root)
            }
        }
    }

    @Test func noOtherPathDoes() {
        for count in [1, 2, 3, 7, 8, 13] {
            let leaves = leaves(count)
            let root = MerkleTree.root(of: leaves)
            for index in 0..<count {
                let leaf = leaves[index]
                let path = MerklePath.path(of: index, among: leaves)
                func leads(_ leaf: Digest, _ index: Int, _ count: Int, _ path: [Digest]) -> Bool {
                    MerklePath.root(of: leaf, at: index, among: count, by: path) == root
                }
                if !path.isEmpty { #expect(!leads(leaf, index, count, Array(path.dropLast()))) }
                if !path.isEmpty { #expect(!leads(leaf, index, count, Array(path.dropFirst()))) }
                #expect(!leads(leaf, index, count, path + [root]))
                #expect(!leads(SHA256.digest([1].span), index, count, path))
                #expect(!leads(leaf, count, count, path) && !leads(leaf, -1, count, path))
                for other in 0..<count where other != index {
                    #expect(!leads(leaf, other, count, path))
                }
            }
        }
    }

    @Test func aPathIsNotLongerThanATree() {
        let leaf = SHA256.digest([1].span)
        let path = [Digest](repeating: leaf, count: 49)
        #expect(MerklePath.root(of: leaf, at: 0, among: .max, by: path) == nil)
    }
}
