/// A set of nodes by their ids, and which of them have children: enough to find its heads, and the parents that it lacks.
package struct NodeLinks: Hashable, Sendable {
    /// Ascending, each once.
    package let ids: [NodeID]
    /// For each of ``ids``: whether a node of the set has it as a parent.
    package let hasChild: [Bool]
    /// The parents that are not in the set, ascending, each once.
    package let otherParents: [NodeID]

    /// - Parameters:
    ///   - ids: ascending, each once.
    ///   - hasChild: for each of `ids`.
    ///   - otherParents: in any order.
    package init(ids: [NodeID], hasChild: [Bool], otherParents: some Sequence<NodeID>) {
        self.ids = ids
        self.hasChild = hasChild
        self.otherParents = Set(otherParents).sorted()
    }

    /// The set of some nodes.
    ///
    /// - Parameter nodes: in any order, each once.
    /// - Complexity: O(n log n).
    package init(of nodes: some Sequence<(id: NodeID, parents: [NodeID])>) {
        var builder = Builder()
        for node in nodes { builder.add(node.id, parents: node.parents) }
        self = builder.links
    }

    /// A builder to which nodes are added one by one.
    package struct Builder: Sendable {
        private var ids: [NodeID] = []
        private var parents: Set<NodeID> = []

        package init() {}

        /// Adds a node, which must not have been added before.
        package mutating func add(_ id: NodeID, parents: [NodeID]) {
            ids.append(id)
            self.parents.formUnion(parents)
        }

        /// The nodes that were added.
        ///
        /// - Complexity: O(n log n).
        package var links: NodeLinks {
            let sorted = ids.sorted()
            var others = parents
            let hasChild = sorted.map { others.remove($0) != nil }
            return NodeLinks(ids: sorted, hasChild: hasChild, otherParents: others)
        }
    }
}
