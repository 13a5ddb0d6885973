import RedoCrypto
import RedoModel
import RedoRepository
import RedoSystem

/// Nodes of revoked keys that are to count again, by the revocations that can keep them.
struct RevokedNodes {
    /// In the order of the names.
    private(set) var byRevocation: [(revocation: Node, ids: [NodeID])] = []

    /// - Parameters:
    ///   - names: of the nodes.
    ///   - signer: the key that must have signed the revocation: only that one can keep more.
    /// - Throws: NAME_001 or NAME_002 for a name that means no node or several, E_INVALID_REF for a node that no
    ///   revocation by the key cuts off.
    init(
        _ names: [String], of person: People.Person, in log: Log, revokedBy signer: PublicKey
    ) throws(RedoError) {
        for name in names {
            let node = log.nodes[try log.nodeNumber(named: name)]
            let author = AuthorKey(node.author)
            let revocations = person.statements.filter { statement in
                statement.author.publicKey == signer
                    && statement.revokedKeys.contains { $0 != signer && author.isWritten(by: $0) }
            }
            guard !revocations.isEmpty, log.replay.voids.reason(of: node.id) != nil else {
                throw RedoError(
                    .invalidReference,
                    "\(node.id.shortText) is not cut off by a revocation that this key signed",
                    status: .no,
                    hints: ["'redo show \(node.id.shortText)' shows its state"])
            }
            for revocation in revocations { add(node.id, to: revocation) }
        }
    }

    /// The nodes that let these nodes count again.
    func keeps(by writer: inout TaskWriter) throws(RedoError) -> [Node] {
        var nodes: [Node] = []
        for (revocation, ids) in byRevocation {
            nodes += try writer.addKeeps(ids[...], of: revocation)
        }
        return nodes
    }

    private mutating func add(_ id: NodeID, to revocation: Node) {
        if let index = byRevocation.firstIndex(where: { $0.revocation.id == revocation.id }) {
            byRevocation[index].ids.append(id)
        } else {
            byRevocation.append((revocation, [id]))
        }
    }
}

extension TaskWriter {
    /// Creates the KEEP_NODES that carry some ids.
    mutating func addKeeps(
        _ ids: ArraySlice<NodeID>, of revocation: Node
    ) throws(RedoError) -> [Node] {
        var nodes: [Node] = []
        var (rest, last) = (ids, revocation)
        while !rest.isEmpty {
            last = try add(
                personNode: .keepNodes, after: [last],
                [
                    PersonFields.text("revocation", revocation.id.description),
                    PersonFields.keeps(rest.prefix(RevocationPlan.maximumKeepCount)),
                ])
            nodes.append(last)
            rest = rest.dropFirst(RevocationPlan.maximumKeepCount)
        }
        return nodes
    }
}
