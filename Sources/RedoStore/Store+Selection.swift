import RedoLog

extension Store {
    /// Reads some nodes through stages 1 and 2.
    ///
    /// - Parameter ids: of stored nodes. Those that follow one of them that is refused are refused.
    /// - Throws: STORAGE_001 where the store cannot be listed, STORAGE_004 where an index is damaged.
    package func snapshot(of ids: Set<ChangeID>) throws(StoreError) -> Snapshot<Node> {
        let reader = NodeReader()
        var objects = try objectReader()
        var refused: [RefusedNode] = []
        var found: [Node] = []
        for id in ids {
            guard let line = try objects.line(of: id) else { continue }
            do throws(StoreError) {
                found.append(try node(id, at: line, from: &objects, reader: reader))
            } catch {
                refused.append(
                    RefusedNode(
                        id: id, rejection: Rejection(.hashMismatch, error.message, id: id),
                        path: line.path))
            }
        }
        found.sort { $0.position < $1.position }
        var stored = StoredFacts(self)
        var known: [ChangeID: ParentFacts] = [:]
        var nodes: [Node] = []
        for node in found {
            let rejection = try node.checkParents { (id) throws(StoreError) in
                if ids.contains(id) { return known[id] }
                return try stored.facts(of: id, reader: reader)
            }
            if let rejection {
                refused.append(
                    RefusedNode(id: node.id, rejection: rejection, path: path))
            } else {
                known[node.id] = node.parentFacts
                nodes.append(node)
            }
        }
        return Snapshot(nodes: nodes, refused: refused.sorted { $0.id < $1.id })
    }
}
