import RedoModel

/// A node that was read, and the file that it is in.
struct StoredCopy<Kept: KeptNode>: Sendable {
    let node: Kept
    /// Empty if refusals are not reported.
    var path = ""
}

/// Stage 2 of nodes that were read from a store: in replay order, each node once.
struct ParentValidation<Kept: KeptNode> {
    /// The nodes that pass, in replay order.
    private(set) var nodes: [Kept] = []
    private(set) var refused: [RefusedNode] = []
    /// Parents of refused nodes that are not among the passed.
    private(set) var missing: Set<NodeID> = []
    private var known: [NodeID: ParentFacts] = [:]

    /// - Parameters:
    ///   - copies: in any order, possibly several of one node.
    ///   - others: the facts of a parent that is not among these.
    /// - Complexity: O(n log n), or O(n) if they are in order.
    init<Failure: Error>(
        _ copies: consuming [StoredCopy<Kept>],
        beside others: (NodeID) throws(Failure) -> ParentFacts?
    ) throws(Failure) {
        Self.sort(&copies)
        known.reserveCapacity(copies.count)
        nodes.reserveCapacity(copies.count)
        var last: NodeID?
        for copy in copies where copy.node.position.id != last {
            let header = copy.node.header
            last = header.id
            let rejection = try header.check { (id) throws(Failure) in
                if let facts = known[id] { return facts }
                return try others(id)
            }
            if let rejection {
                refused.append(
                    RefusedNode(
                        id: header.id, fault: .rejected(rejection), path: copy.path,
                        subject: .task(header.taskID), parents: header.parents))
                missing.formUnion(header.parents.filter { known[$0] == nil })
            } else {
                known[header.id] = header.parentFacts
                nodes.append(copy.node)
            }
        }
    }

    /// The result for nodes none of which has parents.
    init(_ copies: consuming [StoredCopy<Kept>]) {
        self.init(copies) { (_) throws(Never) in nil }
    }

    /// Whether a node is among those that pass.
    func hasPassed(_ id: NodeID) -> Bool { known[id] != nil }

    /// Sorts the copies. Those of one node are adjacent then, a signed one first.
    private static func sort(_ copies: inout [StoredCopy<Kept>]) {
        var isSorted = true
        for index in copies.indices.dropFirst() where isSorted {
            isSorted = copies[index - 1].node.position < copies[index].node.position
        }
        if isSorted { return }
        // In place: a copy of either node would increment its reference counts.
        copies.sort {
            $0.node.position == $1.node.position
                ? $0.node.isSigned && !$1.node.isSigned
                : $0.node.position < $1.node.position
        }
    }
}
