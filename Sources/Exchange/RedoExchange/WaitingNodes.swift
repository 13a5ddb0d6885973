import RedoModel
import RedoSystem

/// Nodes that are not pushed, since an ancestor of theirs is missing here. They wait until it is back.
package struct WaitingNodes: Sendable {
    /// Sorted.
    package let ids: [NodeID]
    /// The parents that the store lacks, sorted.
    private let missing: [NodeID]

    /// - Parameter missing: the parents that the store lacks, sorted.
    package init(_ ids: Set<NodeID>, behind missing: [NodeID]) {
        self.ids = ids.sorted()
        self.missing = missing
    }

    package var isEmpty: Bool { ids.isEmpty }

    /// How many missing nodes are named for people.
    private static let shownCount = 3

    /// How many there are and what they lack, for people.
    package var sentence: String {
        let names = missing.prefix(Self.shownCount).map(\.description).joined(separator: ", ")
        let rest = missing.count - Self.shownCount
        return "\(counted(ids.count, "node")) \(ids.count == 1 ? "waits" : "wait") here, behind "
            + "\(missing.count == 1 ? "a node that is" : "nodes that are") missing: \(names)"
            + (rest > 0 ? " and \(rest) more" : "")
    }
}
