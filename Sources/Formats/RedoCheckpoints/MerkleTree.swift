import RedoCrypto
import RedoSystem

/// The hash tree of RFC 6962, section 2.1, over digests.
package enum MerkleTree {
    /// The root over leaves in the given order.
    ///
    /// - Complexity: O(n) digests for n leaves, on all processors.
    package static func root(of leaves: [Digest]) -> Digest {
        if leaves.isEmpty { return SHA256.digest(Span()) }
        // Two steps: complete subtrees of a power of two leaves are the left parts of the tree.
        let width = 1 << 12
        let count = (leaves.count + width - 1) / width
        let roots = Parallel.map(count: count, smallestShare: 1) { range in
            var hasher = MerkleHasher()
            return range.map { part in
                let start = part * width
                var level = Array(leaves[start..<min(start + width, leaves.count)])
                for index in level.indices { level[index] = hasher.leaf(level[index]) }
                return root(over: &level, &hasher)
            }
        }
        var level = roots
        var hasher = MerkleHasher()
        return root(over: &level, &hasher)
    }

    /// Joins neighbours until one digest is left. A last one without a neighbour is moved up unchanged, which gives the
    /// tree whose left part is the largest power of two below the number of leaves.
    private static func root(over level: inout [Digest], _ hasher: inout MerkleHasher) -> Digest {
        var count = level.count
        while count > 1 {
            for pair in 0..<count / 2 {
                level[pair] = hasher.node(level[2 * pair], level[2 * pair + 1])
            }
            if !count.isMultiple(of: 2) { level[count / 2] = level[count - 1] }
            count = (count + 1) / 2
        }
        return level[0]
    }
}
