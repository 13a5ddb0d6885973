import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The nodes of a store that a remote lacks, divided into those that may leave the machine and
/// those that may not: a node without a signature, and what follows one.
package struct NodesToPush {
    /// A node that must stay, and why.
    package struct Kept {
        package let id: NodeID
        /// Nil for a node that only follows one that must stay.
        package let reason: String?
    }

    /// Finds the nodes of a store that a remote lacks.
    package typealias Missing = (Store) throws(RedoError) -> Set<NodeID>

    /// In replay order, all of them signed.
    package private(set) var nodes: [Node] = []
    package private(set) var kept: [Kept] = []
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
    ///   - isSigning: whether nodes are signed; otherwise those that could be count as signed.
    ///   - findMissing: is asked again when nodes have been signed.
    package init(
        in store: Store, isSigning: Bool, _ context: borrowing CommandContext,
        missing findMissing: Missing
    ) throws(RedoError) {
        var reading = try Self.read(store, findMissing, context)
        var obstacles = UnsignedNodes.Obstacles()
        let unsigned = reading.nodes.filter { !$0.isSigned }
        if !unsigned.isEmpty {
            let signed = try UnsignedNodes.sign(unsigned, isSigning: isSigning, &obstacles, context)
            if isSigning, !signed.isEmpty {
                try UnsignedNodes.admit(signed, to: store)
                reading = try Self.read(store, findMissing, context)
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
        _ store: Store, _ findMissing: Missing, _ context: borrowing CommandContext
    ) throws(RedoError) -> (nodes: [Node], source: Digest, hasDamage: Bool) {
        let source: Digest
        let missing: Set<NodeID>
        // Before anything is read: what comes later is pushed the next time.
        source = try store.fingerprint()
        missing = try findMissing(store)
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
