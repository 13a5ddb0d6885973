import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoExchange
import RedoGit
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// The nodes of a store that its own repository lacks, divided into those that may leave the machine and
/// those that may not: a node without a signature, and what follows one.
struct NodesToPush {
    /// A node that must stay, and why.
    struct Kept {
        let id: NodeID
        /// Nil for a node that only follows one that must stay.
        let reason: String?
    }

    /// In replay order, all of them signed.
    private(set) var nodes: [Node] = []
    private(set) var kept: [Kept] = []
    /// What helps those that must stay.
    let hints: [String]
    /// A digest of what the store was when they were read.
    let source: Digest
    /// Whether there are stored nodes that do not count.
    let hasDamage: Bool

    /// So many nodes are read one by one; of more, the whole log is read, on all processors.
    static let greatestSelection = 1000

    /// Reads what a mirror lacks, and signs what has no signature where its author's key is here.
    ///
    /// - Parameter isSigning: whether nodes are signed; otherwise those that could be count as signed.
    init(
        in store: Store, beyond map: CommitMap, isSigning: Bool,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        var reading = try Self.read(store, beyond: map, context)
        var obstacles = UnsignedNodes.Obstacles()
        let unsigned = reading.nodes.filter { !$0.isSigned }
        if !unsigned.isEmpty {
            let signed = try UnsignedNodes.sign(unsigned, isSigning: isSigning, &obstacles, context)
            if isSigning, !signed.isEmpty {
                try UnsignedNodes.admit(signed, to: store)
                reading = try Self.read(store, beyond: map, context)
            }
        }
        hints = obstacles.hints
        source = reading.source
        hasDamage = reading.hasDamage
        var isKept: Set<NodeID> = []
        for node in reading.nodes {
            let follows = node.parents.contains { isKept.contains($0) }
            let reason =
                obstacles.reasons[node.id]
                ?? (node.isSigned || !isSigning ? nil : "it came meanwhile")
            if reason == nil, !follows {
                nodes.append(node)
            } else {
                isKept.insert(node.id)
                kept.append(Kept(id: node.id, reason: reason))
            }
        }
    }

    private static func read(
        _ store: Store, beyond map: CommitMap, _ context: borrowing CommandContext
    ) throws(RedoError) -> (nodes: [Node], source: Digest, hasDamage: Bool) {
        let source: Digest
        let missing: Set<NodeID>
        // Before anything is read: what comes later is pushed the next time.
        source = try store.fingerprint()
        missing = try store.ids(missingFrom: map)
        if missing.count <= greatestSelection {
            let snapshot = try store.snapshot(of: missing)
            return (snapshot.nodes, source, !snapshot.refused.isEmpty)
        }
        let snapshot = try context.repository(store).snapshot(trusting: .checksumsBut(missing))
        return (
            snapshot.nodes.filter { missing.contains($0.id) }, source, !snapshot.refused.isEmpty
        )
    }
}
