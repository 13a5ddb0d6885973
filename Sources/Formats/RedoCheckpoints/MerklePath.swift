import RedoCrypto

/// The proof that a leaf is in a hash tree of RFC 6962: the audit path of section 2.1.1.
package enum MerklePath {
    /// The maximum number of digests in a path: no tree has more than 2^48 leaves.
    package static let maximumCount = 48

    /// The path of a leaf, beginning with the digest of its sibling.
    ///
    /// - Complexity: O(n) digests for n leaves.
    package static func path(of index: Int, among leaves: [Digest]) -> [Digest] {
        var hasher = MerkleHasher()
        var level = leaves
        for index in level.indices { level[index] = hasher.leaf(level[index]) }
        var position = index
        var path: [Digest] = []
        while level.count > 1 {
            let other = position ^ 1
            if other < level.count { path.append(level[other]) }
            var next: [Digest] = []
            next.reserveCapacity((level.count + 1) / 2)
            for left in stride(from: 0, to: level.count - 1, by: 2) {
                next.append(hasher.node(level[left], level[left + 1]))
            }
            if !level.count.isMultiple(of: 2) { next.append(level[level.count - 1]) }
            level = next
            position /= 2
        }
        return path
    }

    /// The root that a path leads to (RFC 9162, section 2.1.3.2).
    ///
    /// - Parameters:
    ///   - leaf: the digest of the content, not yet hashed as a leaf.
    ///   - index: the claimed index of the leaf.
    ///   - count: the number of leaves of the tree.
    /// - Returns: nil if the path does not fit such a tree.
    package static func root(
        of leaf: Digest, at index: Int, among count: Int, by path: [Digest]
    ) -> Digest? {
        guard index >= 0, index < count, path.count <= maximumCount else { return nil }
        var hasher = MerkleHasher()
        var root = hasher.leaf(leaf)
        var (position, last) = (index, count - 1)
        for other in path {
            guard last > 0 else { return nil }
            if !position.isMultiple(of: 2) || position == last {
                root = hasher.node(other, root)
                while position.isMultiple(of: 2), position != 0 {
                    position /= 2
                    last /= 2
                }
            } else {
                root = hasher.node(root, other)
            }
            position /= 2
            last /= 2
        }
        return last == 0 ? root : nil
    }
}
