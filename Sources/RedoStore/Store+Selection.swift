import RedoLog

extension Store {
    /// Reads some nodes through stages 1 and 2, and checks hash and signature of each, since they are to
    /// leave the machine.
    ///
    /// - Parameter ids: of stored nodes. Those that follow one of them that is refused are refused.
    /// - Throws: STORAGE_001 where the store cannot be listed, STORAGE_004 where an index is damaged.
    package func snapshot(of ids: Set<ChangeID>) throws(StoreError) -> Snapshot<Node> {
        let reader = NodeReader()
        var objects = try objectReader()
        var refused: [RefusedNode] = []
        var found: [StoredCopy<Node>] = []
        for id in ids {
            do throws(StoreError) {
                guard let line = try objects.line(of: id) else { continue }
                let node = try sound(id, at: line, from: &objects, reader: reader)
                found.append(StoredCopy(node: node, path: line.path))
            } catch {
                let rejection = Rejection(.hashMismatch, error.message, id: id)
                refused.append(
                    RefusedNode(
                        id: id, fault: .rejected(rejection), path: path, subject: .unknown))
            }
        }
        var stored = StoredFacts(self)
        let checked = try StageTwo(found) { (id) throws(StoreError) in
            ids.contains(id) ? nil : try stored.facts(of: id, reader: reader)
        }
        refused += checked.refused
        var missing: Set<ChangeID> = []
        for id in checked.missing where try stored.facts(of: id, reader: reader) == nil {
            missing.insert(id)
        }
        incompleteness.note(faulty: missing.union(refused.map(\.id)))
        return Snapshot(nodes: checked.nodes, refused: refused.sorted { $0.id < $1.id })
    }

    /// The node that a stored line is, hash and signature checked; another copy of it where this one is
    /// not sound.
    private func sound(
        _ id: ChangeID, at line: StoredLine, from objects: inout ObjectReader,
        reader: borrowing NodeReader
    ) throws(StoreError) -> Node {
        let fault: Rejection
        do throws(Rejection) {
            return try read(Array(line.bytes), as: id, signature: .ifPresent, reader: reader)
        } catch {
            fault = error
        }
        let other =
            line.packed == nil
            ? objects.packedLine(of: id).map { Array($0.bytes) }
            : (try? self.objects.line(of: id)) ?? nil
        if let other,
            let node = try? read(other, as: id, signature: .ifPresent, reader: reader)
        {
            return node
        }
        throw StoreError(
            .corrupted, "\(line.path) is damaged: \(fault)",
            hints: ["'redo verify --all' lists what is damaged; importing a good copy mends it"])
    }
}
