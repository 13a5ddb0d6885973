import RedoModel
import RedoSystem

/// Nodes that are not pushed, since an ancestor is missing here. They wait until it is restored.
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

    /// The maximum number of missing nodes that the sentence names.
    private static let shownCount = 3

    /// The number of waiting nodes and what they lack, for people.
    package var sentence: String {
        let names = missing.prefix(Self.shownCount).map(\.description).joined(separator: ", ")
        let rest = missing.count - Self.shownCount
        return "\(counted(ids.count, "node")) \(ids.count == 1 ? "waits" : "wait") here, behind "
            + "\(missing.count == 1 ? "a node that is" : "nodes that are") missing: \(names)"
            + (rest > 0 ? " and \(rest) more" : "")
    }
}
