import RedoModel

extension Snapshot<Node> {
    /// Takes nodes that come from elsewhere and have passed stage 1 through stage 2.
    ///
    /// - Parameters:
    ///   - nodes: in any order, possibly several copies of one node.
    ///   - known: a node that is not among these, by its id; nil if it is unknown.
    /// - Complexity: O(n log n) for n nodes.
    package init(checking nodes: [Node], beside known: (NodeID) -> Node?) {
        let copies = nodes.map { StoredCopy(node: $0) }
        let checked = ParentValidation(copies) { (id) throws(Never) in
            known(id)?.header.parentFacts
        }
        self.init(nodes: checked.nodes, refused: checked.refused)
    }
}
