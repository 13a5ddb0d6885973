import RedoModel
import RedoSystem

extension ExpectedNodes {
    /// The maximum number of ids that a finding names.
    private static let namedCount = 3

    /// The missing nodes, as `redo fsck` reports them: one finding for each record.
    package func findings(in store: Store) -> [StoreFinding] {
        let ofNodes = gaps.map { gap in
            StoreFinding.damage(Path.join(store.path, gap.witness.record), gap.text(in: store))
        }
        let ofRecords = records.map { record in
            StoreFinding.damage(
                Path.join(store.path, record), "it was kept here, and is gone")
        }
        return ofNodes + ofRecords
    }

    /// Some ids, as words.
    static func text(of ids: [NodeID]) -> String {
        let named = ids.prefix(namedCount).map(\.description).joined(separator: ", ")
        let rest = ids.count - namedCount
        return rest > 0 ? "\(named) and \(rest) more" : named
    }
}

extension ExpectedNodes.Gap {
    /// What is missing, and what helps.
    fileprivate func text(in store: Store) -> String {
        var parts: [String] = []
        if let pack = witness.pack {
            let count = store.inventory.heads(of: pack).map { counted($0.nodeCount, "node") }
            parts.append("the pack\(count.map { " of \($0)" } ?? "") is gone")
            if !ids.isEmpty {
                parts.append("at least these are nowhere else: \(ExpectedNodes.text(of: ids))")
            }
        } else if !ids.isEmpty {
            let verb = ids.count == 1 ? "is" : "are"
            parts.append(
                "it names \(counted(ids.count, "node")) that \(verb) missing: "
                    + ExpectedNodes.text(of: ids))
        }
        if unknownCount > 0, witness.pack == nil {
            let verb = unknownCount == 1 ? "is" : "are"
            parts.append(
                "\(counted(unknownCount, "pack")) that it names \(verb) gone, and no record says which nodes they had"
            )
        }
        parts.append(
            witness.remote.map { "'redo fetch --lost \($0)' asks for them" }
                ?? "'redo fsck --from REMOTE' asks a remote for them")
        return parts.joined(separator: "; ")
    }
}
