import RedoCrypto
import RedoSystem

/// The hash tree of RFC 6962, section 2.1, over digests.
package enum MerkleTree {
    /// The root over leaves in their order.
    ///
    /// - Complexity: O(n) digests for n leaves, on all processors.
    package static func root(of leaves: [Digest]) -> Digest {
        if leaves.isEmpty { return SHA256.digest(Span()) }
        // Of two levels: whole subtrees of a power of two leaves are the left parts of the tree.
        let width = 1 << 12
        let count = (leaves.count + width - 1) / width
        let roots = Parallel.map(count: count, smallestShare: 1) { range in
            let sha256 = SHA256()
            return range.map { part in
                let start = part * width
                var level = leaves[start..<min(start + width, leaves.count)].map {
                    sha256.digest(([0] + $0.bytes).span)
                }
                reduce(&level, sha256)
                return level[0]
            }
        }
        var level = roots
        reduce(&level, SHA256())
        return level[0]
    }

    /// Joins neighbours until one is left. A last one without a neighbour goes up as it is, which gives the tree
    /// whose left part is the greatest power of two below the number of leaves.
    private static func reduce(_ level: inout [Digest], _ sha256: borrowing SHA256) {
        while level.count > 1 {
            var next: [Digest] = []
            next.reserveCapacity((level.count + 1) / 2)
            for index in stride(from: 0, to: level.count - 1, by: 2) {
                next.append(
                    sha256.digest(([1] + level[index].bytes + level[index + 1].bytes).span))
            }
            if !level.count.isMultiple(of: 2) { next.append(level[level.count - 1]) }
            level = next
        }
    }
}
