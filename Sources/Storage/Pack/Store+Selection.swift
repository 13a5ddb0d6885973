import RedoModel
import RedoSystem

extension Store {
    /// Reads some nodes through stages 1 and 2, and verifies hash and signature of each, before they leave the
    /// machine.
    ///
    /// - Parameters:
    ///   - ids: of stored nodes. If one is refused, its descendants among them are refused, too.
    ///   - known: nodes that were read from this store a moment ago, without their signatures. A signed one is
    ///     only verified.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    package func snapshot(
        of ids: Set<NodeID>, knowing known: [NodeID: Node] = [:]
    ) throws(RedoError) -> Snapshot<Node> {
        let validator = NodeValidator()
        var objects = try objectReader()
        var refused: [RefusedNode] = []
        var found: [StoredCopy<Node>] = []
        for id in ids {
            if let node = known[id], node.isSigned, let verified = try? validator.verified(node) {
                found.append(StoredCopy(node: verified, path: self.objects.path(of: id)))
                continue
            }
            do throws(RedoError) {
                guard let line = try objects.line(of: id) else { continue }
                let node = try node(id, at: line, from: &objects) { line throws(Rejection) in
                    try read(Array(line.bytes), as: id, signature: .ifPresent, validator: validator)
                }
                found.append(StoredCopy(node: node, path: line.path))
            } catch {
                let rejection = Rejection(.hashMismatch, error.message, id: id)
                refused.append(
                    RefusedNode(
                        id: id, fault: .rejected(rejection), path: path, subject: .unknown))
            }
        }
        var stored = ParentLookup(self)
        let checked = try ParentValidation(found) { (id) throws(RedoError) in
            ids.contains(id) ? nil : try stored.facts(of: id, validator: validator)
        }
        refused += checked.refused
        var missing: Set<NodeID> = []
        for id in checked.missing where try stored.facts(of: id, validator: validator) == nil {
            missing.insert(id)
        }
        incompleteness.note(faulty: missing.union(refused.map(\.id)))
        return Snapshot(nodes: checked.nodes, refused: refused.sorted { $0.id < $1.id })
    }
}
