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
        var found: [StoredCopy<Node>] = []
        for id in ids {
            guard let line = try objects.line(of: id) else { continue }
            do throws(StoreError) {
                found.append(
                    StoredCopy(
                        node: try node(id, at: line, from: &objects, reader: reader), path: path))
            } catch {
                refused.append(
                    RefusedNode(
                        id: id, rejection: Rejection(.hashMismatch, error.message, id: id),
                        path: line.path))
            }
        }
        var stored = StoredFacts(self)
        let checked = try StageTwo(found) { (id) throws(StoreError) in
            ids.contains(id) ? nil : try stored.facts(of: id, reader: reader)
        }
        refused += checked.refused
        return Snapshot(nodes: checked.nodes, refused: refused.sorted { $0.id < $1.id })
    }
}
