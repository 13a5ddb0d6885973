import RedoCrypto
import RedoModel
import RedoSystem

/// The counts and the root that a statement must have, computed from its packs.
package struct StatementContents: Hashable, Sendable {
    /// The number of distinct nodes.
    package let nodeCount: Int
    /// The number of nodes that are not parents of others in the packs.
    package let headCount: Int
    package let headsRoot: Digest
    /// The parents that no pack has, ascending.
    package let missingParents: [NodeID]

    /// - Parameters:
    ///   - packs: the nodes of each pack; a node may be in several.
    ///   - requiresParents: whether missing parents of a pack's nodes are determined, by the index of the pack.
    /// - Complexity: O(n log k) for n nodes and parents in k packs.
    package init(
        of packs: [any LinkedNodeIDs],
        requiringParents requiresParents: (Int) -> Bool = { _ in true }
    ) {
        var nodeCount = 0
        var heads: [Digest] = []
        var missing: [NodeID] = []
        for element in LinkedIDMerge(packs, requiresParents: requiresParents) {
            if element.isNode {
                nodeCount += 1
                if !element.isParent { heads.append(element.id.digest) }
            } else if element.isRequired {
                missing.append(element.id)
            }
        }
        self.nodeCount = nodeCount
        headCount = heads.count
        headsRoot = MerkleTree.root(of: heads)
        missingParents = missing
    }

    /// The differences of a statement from these contents, for people; empty if there are none.
    package func differences(from statement: Statement) -> [String] {
        var differences: [String] = []
        if nodeCount != statement.nodeCount {
            differences.append(
                "its packs have \(counted(nodeCount, "node")), and it says \(statement.nodeCount)")
        }
        if headCount != statement.headCount || headsRoot != statement.headsRoot {
            differences.append(
                "its packs have \(counted(headCount, "head")) with the root \(headsRoot.hexadecimal), "
                    + "and it says \(statement.headCount) with \(statement.headsRoot.hexadecimal)")
        }
        return differences
    }
}
