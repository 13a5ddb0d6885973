import RedoModel

/// The ids of a set of nodes in their order, and their links: in memory or in a file.
package protocol LinkedNodeIDs: Sendable {
    /// How many nodes there are.
    var count: Int { get }

    /// The id of a node; ascending.
    subscript(place: Int) -> NodeID { get }

    /// Whether a node of the set has the one at a place as a parent.
    func hasChild(at place: Int) -> Bool

    /// How many parents are not in the set.
    var otherParentCount: Int { get }

    /// A parent that is not in the set; ascending.
    func otherParent(at place: Int) -> NodeID
}

extension NodeLinks: LinkedNodeIDs {
    package var count: Int { ids.count }

    package subscript(place: Int) -> NodeID { ids[place] }

    package func hasChild(at place: Int) -> Bool { hasChild[place] }

    package var otherParentCount: Int { otherParents.count }

    package func otherParent(at place: Int) -> NodeID { otherParents[place] }
}
