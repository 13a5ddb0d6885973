import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The nodes of a store that a remote lacks, divided into those that are sent, and those that may not leave the
/// machine: a node without a signature, one with a missing ancestor, and all descendants of either.
///
/// Those that are sent are closed under parents: each parent is among them, or is on the remote.
package struct NodesToPush {
    /// A node that is not sent, and why.
    package struct Kept {
        package let id: NodeID
        /// Nil for a node that only follows another one that is not sent.
        package let reason: String?
    }

    /// In replay order, all of them signed.
    package private(set) var nodes: [Node] = []
    package private(set) var kept: [Kept] = []
    /// The nodes with a missing ancestor.
    package let waiting: WaitingNodes
    /// Hints about the nodes that are not sent.
    package let hints: [String]
    /// Whether the store has nodes that are damaged.
    package let hasDamage: Bool

    /// The maximum number of nodes that are read one by one; for more, the whole log is read, on all processors.
    package static let maximumSelection = ConnectedNodes.maximumKeptCount

    /// Reads the nodes that a remote lacks, and signs those without a signature if the key of their author is here.
    ///
    /// - Parameters:
    ///   - missing: the nodes that the remote lacks.
    ///   - connected: the nodes of the store.
    ///   - isSigning: whether nodes are signed; otherwise nodes that could be signed count as signed.
    ///   - session: the context, whose store is read.
    package init(
        _ missing: Set<NodeID>, among connected: ConnectedNodes, isSigning: Bool,
        _ session: ExchangeSession
    ) throws(RedoError) {
        waiting = WaitingNodes(missing.intersection(connected.cutOff), behind: connected.missing)
        let ids = missing.subtracting(waiting.ids)
        session.store.incompleteness.note(faulty: waiting.ids)
        var reading = try Self.read(ids, connected.looseNodes, session.repository)
        var obstacles = UnsignedNodes.Obstacles()
        let unsigned = reading.nodes.filter { !$0.isSigned }
        if !unsigned.isEmpty {
            let signed = try UnsignedNodes.sign(
                unsigned, isSigning: isSigning, &obstacles, session.keyring)
            if isSigning, !signed.isEmpty {
                try UnsignedNodes.admit(signed, to: session.store)
                session.repository.forget()
                reading = try Self.read(ids, [:], session.repository)
            }
        }
        hints = obstacles.hints
        hasDamage = reading.hasDamage || !waiting.isEmpty
        var isKept: Set<NodeID> = []
        for node in reading.nodes {
            let follows = node.parents.contains { isKept.contains($0) }
            let reason =
                obstacles.reasons[node.id]
                ?? (node.isSigned || !isSigning ? nil : "it came in the meantime")
            if reason == nil, !follows {
                nodes.append(node)
            } else {
                isKept.insert(node.id)
                kept.append(Kept(id: node.id, reason: reason))
            }
        }
    }

    private static func read(
        _ ids: Set<NodeID>, _ loose: [NodeID: Node], _ repository: Repository
    ) throws(RedoError) -> (nodes: [Node], hasDamage: Bool) {
        let snapshot =
            ids.count <= maximumSelection
            ? try repository.store.snapshot(of: ids, knowing: loose)
            : try repository.snapshot(trusting: .checksumsBut(ids))
        return (snapshot.nodes.filter { ids.contains($0.id) }, !snapshot.refused.isEmpty)
    }

    /// Reports the nodes that are not sent: as skipped if the request says so, else as refused.
    package static func report(
        _ kept: [Kept], _ session: ExchangeSession
    ) throws(RedoError) {
        let code = ErrorCode.invalidSignature
        for node in kept {
            let detail =
                node.reason.map { "the node has no signature, and \($0)" }
                ?? "it follows a node without a signature"
            try session.report(
                node.id, at: nil,
                session.request.skipsUnsigned
                    ? .skipped(code, detail: detail) : .refused(code, detail: detail))
        }
    }
}
