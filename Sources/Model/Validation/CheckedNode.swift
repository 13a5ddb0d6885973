/// A node that is kept after it was read: as a whole, or the part that a caller needs.
package protocol KeptNode: Sendable {
    var header: NodeHeader { get }
    var position: ReplayPosition { get }
    var isSigned: Bool { get }
}

extension Node: KeptNode {}

/// The part of a node that stages 2 and 3 need after its content has been checked.
package struct CheckedNode: KeptNode {
    package let header: NodeHeader
    package let signedOver: Node.SignedOver?
    let role: NodeRole
    let todo: TodoID?
    let base: NodeID?

    package init(_ node: Node) {
        header = node.header
        signedOver = node.signedOver
        role = node.role
        todo = node.payload.todo
        base = node.payload.mergeBase
    }

    package var id: NodeID { header.id }
    package var position: ReplayPosition { header.position }
    package var isSigned: Bool { header.isSigned }
}

extension LogFacts {
    /// - Parameter nodes: in replay order, each after its parents. O(n).
    package init(_ nodes: [CheckedNode]) {
        self.init(
            graph: LogGraph(nodes.map(\.header)), roles: nodes.map(\.role),
            todos: nodes.compactMap(\.todo), bases: nodes.compactMap(\.base),
            columns: CheckedColumns(headers: nodes.map(\.header)))
    }
}

/// The columns of nodes whose authors were not kept.
private struct CheckedColumns: LogColumns {
    let headers: [NodeHeader]

    func wall(of number: Int) -> Instant { headers[number].timestamp.wall }

    func action(of number: Int) -> Action? { headers[number].action }

    func numbers(withAction isWanted: (Action) -> Bool) -> [Int]? {
        let isKnownWanted = Action.wantedCodes(isWanted)
        return headers.indices.filter { number in
            let action = headers[number].action
            return action.isKnown ? isKnownWanted[Int(action.code)] : isWanted(action)
        }
    }

    func closingCreates() -> [Int]? { nil }

    func authors() -> LogAuthors? { nil }
}
