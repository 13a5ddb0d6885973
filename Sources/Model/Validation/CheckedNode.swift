/// A node that is kept after it was read: as a whole, or what somebody wants to know of it.
package protocol KeptNode: Sendable {
    var links: NodeLinks { get }
    var position: ReplayPosition { get }
    var isSigned: Bool { get }
}

extension Node: KeptNode {}

/// What is left of a node when its content has been checked: what stages 2 and 3 ask.
package struct CheckedNode: KeptNode {
    package let links: NodeLinks
    package let position: ReplayPosition
    package let isSigned: Bool
    package let signedOver: Node.SignedOver?
    let role: NodeRole
    let todo: TodoID?
    let base: NodeID?

    package init(_ node: Node) {
        links = node.links
        position = node.position
        isSigned = node.isSigned
        signedOver = node.signedOver
        role = node.payload.role
        todo = node.payload.todo
        base = node.payload.mergeBase
    }

    package var id: NodeID { position.id }
}

extension LogFacts {
    /// - Parameter nodes: in replay order, each after its parents. O(n).
    package init(_ nodes: [CheckedNode]) {
        self.init(
            graph: LogGraph(nodes.map(\.links)), roles: nodes.map(\.role),
            todos: nodes.compactMap(\.todo), bases: nodes.compactMap(\.base)
        ) { nodes[$0].position.timestamp.wall }
    }
}
