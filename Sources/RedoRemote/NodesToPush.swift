import RedoCommand
import RedoCrypto
import RedoGit
import RedoLog
import RedoPlumbing
import RedoState
import RedoStore
import RedoSystem

/// The nodes of a store that its own repository lacks, divided into those that may leave the machine and
/// those that may not: a node without a signature, and what follows one.
struct NodesToPush {
    /// A node that must stay, and why.
    struct Kept {
        let id: ChangeID
        /// Nil for a node that only follows one that must stay.
        let reason: String?
    }

    /// In replay order, all of them signed.
    private(set) var nodes: [Node] = []
    private(set) var kept: [Kept] = []
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
    ) throws(CommandError) {
        var reading = try Self.read(store, beyond: map, context)
        var reasons: [ChangeID: String] = [:]
        let unsigned = reading.nodes.filter { !$0.isSigned }
        if !unsigned.isEmpty {
            let signed = try Self.sign(unsigned, isSigning: isSigning, &reasons, context)
            if isSigning, !signed.isEmpty {
                try Self.admit(signed, to: store)
                reading = try Self.read(store, beyond: map, context)
            }
        }
        source = reading.source
        hasDamage = reading.hasDamage
        var isKept: Set<ChangeID> = []
        for node in reading.nodes {
            let follows = node.parents.contains { isKept.contains($0) }
            let reason =
                reasons[node.id] ?? (node.isSigned || !isSigning ? nil : "it came meanwhile")
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
    ) throws(CommandError) -> (nodes: [Node], source: Digest, hasDamage: Bool) {
        let source: Digest
        var missing: Set<ChangeID>
        do throws(StoreError) {
            // Before anything is read: what comes later is pushed the next time.
            source = try store.fingerprint()
            missing = Set(try store.ids())
            missing.subtract(map.nodes)
            if missing.count <= greatestSelection {
                let snapshot = try store.snapshot(of: missing)
                warn(of: snapshot.refused, context)
                return (snapshot.nodes, source, !snapshot.refused.isEmpty)
            }
        } catch {
            throw CommandError(error)
        }
        let snapshot = try loadSnapshot(context, store)
        return (
            snapshot.nodes.filter { missing.contains($0.id) }, source, !snapshot.refused.isEmpty
        )
    }

    /// Signs the nodes of authors whose keys are here.
    ///
    /// - Parameter reasons: is told why each other one cannot be signed.
    private static func sign(
        _ unsigned: [Node], isSigning: Bool, _ reasons: inout [ChangeID: String],
        _ context: borrowing CommandContext
    ) throws(CommandError) -> [Node] {
        let keys = try context.keyDirectory()
        let reader = NodeReader()
        var signed: [Node] = []
        for user in Set(unsigned.map(\.author.userID.description)).sorted() {
            let nodes = unsigned.filter { $0.author.userID.description == user }
            do throws(KeyError) {
                let file = try keys.load(user)
                // A sealed key is opened only when it is to be used.
                guard isSigning else { continue }
                let key = try file.signingKey { () throws(KeyError) in
                    try context.readPassphrase(prompt: "Passphrase of the key \(user): ")
                }
                for node in nodes {
                    do throws(Rejection) {
                        signed.append(try reader.sign(node.canonicalBytes, with: key))
                    } catch {
                        reasons[node.id] = "it cannot be signed: \(error.detail)"
                    }
                }
            } catch {
                let why = CommandError(error).message
                for node in nodes {
                    reasons[node.id] = "the key of its author \(user) cannot be used: \(why)"
                }
            }
        }
        return signed
    }

    private static func admit(_ signed: [Node], to store: Store) throws(CommandError) {
        let verdicts: [Rejection?]
        do throws(StoreError) {
            verdicts = try store.admit(signed.map { .success($0) }, reader: NodeReader())
        } catch {
            throw CommandError(error)
        }
        for case let rejection? in verdicts { throw CommandError(rejection) }
    }
}
