/// Some nodes of a log, by number.
package struct LoadedNodes: NodeLookup {
    private let nodes: [Int: Node]

    package init(_ nodes: [Int: Node]) { self.nodes = nodes }

    /// - Precondition: the node was loaded.
    package subscript(number: Int) -> Node {
        guard let node = nodes[number] else { preconditionFailure("node \(number) is not loaded") }
        return node
    }
}
