import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The nodes of a store that a remote lacks, divided into those that go there, and those that may not leave the machine: a
/// node without a signature, one whose ancestor is missing here, and what follows either.
///
/// Those that go are closed under parents: each parent is among them, or is on the remote.
package struct NodesToPush {
    /// A node that must stay, and why.
    package struct Kept {
        package let id: NodeID
        /// Nil for a node that only follows one that must stay.
        package let reason: String?
    }

    /// Finds the nodes that a remote lacks.
    package typealias Missing = (ConnectedNodes) -> Set<NodeID>

    /// In replay order, all of them signed.
    package private(set) var nodes: [Node] = []
    package private(set) var kept: [Kept] = []
    /// Those that are cut off.
    package let waiting: WaitingNodes
    /// What helps those that must stay.
    package let hints: [String]
    /// A digest of what the store was when they were read.
    package let source: Digest
    /// Whether there are stored nodes that do not count.
    package let hasDamage: Bool

    /// How many nodes are read one by one; of more, the whole log is read, on all processors.
    package static let greatestSelection = 1000

    /// Reads what a remote lacks, and signs what has no signature where its author's key is here.
    ///
    /// - Parameters:
    ///   - connected: the nodes of the store, if they are known.
    ///   - isSigning: whether nodes are signed; otherwise those that could be count as signed.
    ///   - session: whose store is read.
    ///   - findMissing: is called again when nodes have been signed.
    package init(
        of connected: ConnectedNodes? = nil, isSigning: Bool, _ session: ExchangeSession,
        missing findMissing: Missing
    ) throws(RedoError) {
        var reading = try Self.read(session.repository, connected, findMissing)
        var obstacles = UnsignedNodes.Obstacles()
        let unsigned = reading.nodes.filter { !$0.isSigned }
        if !unsigned.isEmpty {
            let signed = try UnsignedNodes.sign(
                unsigned, isSigning: isSigning, &obstacles, session.keyring)
            if isSigning, !signed.isEmpty {
                try UnsignedNodes.admit(signed, to: session.store)
                session.repository.forget()
                reading = try Self.read(session.repository, connected, findMissing)
            }
        }
        hints = obstacles.hints
        source = reading.source
        waiting = reading.waiting
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

    private struct Reading {
        let nodes: [Node]
        let waiting: WaitingNodes
        let source: Digest
        let hasDamage: Bool
    }

    private static func read(
        _ repository: Repository, _ known: ConnectedNodes?, _ findMissing: Missing
    ) throws(RedoError) -> Reading {
        let store = repository.store
        // Before anything is read: what comes later is pushed the next time.
        let source = try store.fingerprint()
        let connected: ConnectedNodes
        if let known { connected = known } else { connected = try store.connectedNodes() }
        var missing = findMissing(connected)
        let waiting = WaitingNodes(
            missing.intersection(connected.cutOff), behind: connected.missing)
        missing.subtract(waiting.ids)
        store.incompleteness.note(faulty: waiting.ids)
        let snapshot =
            missing.count <= greatestSelection
            ? try store.snapshot(of: missing)
            : try repository.snapshot(trusting: .checksumsBut(missing))
        return Reading(
            nodes: snapshot.nodes.filter { missing.contains($0.id) }, waiting: waiting,
            source: source, hasDamage: !snapshot.refused.isEmpty)
    }

    /// Reports the nodes that had to stay: as skipped if the request says to, else as refused.
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
