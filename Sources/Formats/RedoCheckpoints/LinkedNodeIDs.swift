import RedoModel

/// The ids of a set of nodes in their order, and their links: in memory or in a file.
package protocol LinkedNodeIDs: Sendable {
    /// The number of nodes.
    var count: Int { get }

    /// The id of a node; ascending.
    subscript(index: Int) -> NodeID { get }

    /// Whether the node at an index is a parent of a node of the set.
    func hasChild(at index: Int) -> Bool

    /// The number of parents that are not in the set.
    var otherParentCount: Int { get }

    /// A parent that is not in the set; ascending.
    func otherParent(at index: Int) -> NodeID
}

extension NodeLinks: LinkedNodeIDs {
    package var count: Int { ids.count }

    package subscript(index: Int) -> NodeID { ids[index] }

    package func hasChild(at index: Int) -> Bool { hasChild[index] }

    package var otherParentCount: Int { otherParents.count }

    package func otherParent(at index: Int) -> NodeID { otherParents[index] }
}
