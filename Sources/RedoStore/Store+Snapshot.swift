import RedoLog
import RedoSystem

/// The nodes of a store at one moment, in replay order.
package struct Snapshot: Sendable {
    /// The nodes that pass stages 1 and 2.
    package let nodes: [Node]
    /// What else is stored, and why it does not count, by id.
    package let refused: [(id: ChangeID, rejection: Rejection)]
}

extension Store {
    /// How many nodes are read between two reports of progress: a tenth of a second's work.
    private static let chunkCount = 4096

    /// Reads all nodes through stages 1 and 2.
    ///
    /// - Throws: STORAGE_001 where the store cannot be listed. A node that cannot be read is among
    ///   the refused.
    /// - Complexity: O(n log n), and one Ed25519 verification a node, on all processors.
    package func snapshot(
        progress: StoreProgress = { _, _ in }
    ) throws(StoreError) -> Snapshot {
        let ids = try ids()
        var outcomes: [Result<Node, Rejection>] = []
        outcomes.reserveCapacity(ids.count)
        for start in stride(from: 0, to: ids.count, by: Self.chunkCount) {
            let chunk = ids[start..<min(start + Self.chunkCount, ids.count)]
            outcomes += Parallel.map(count: chunk.count) { range in
                let reader = NodeReader()
                return range.map { readOutcome(chunk[start + $0], reader: reader) }
            }
            progress(outcomes.count, ids.count)
        }
        var refused: [(id: ChangeID, rejection: Rejection)] = []
        var candidates: [Node] = []
        for (id, outcome) in zip(ids, outcomes) {
            switch outcome {
            case .success(let node): candidates.append(node)
            case .failure(let rejection): refused.append((id, rejection))
            }
        }
        candidates.sort { $0.position < $1.position }
        var known: [ChangeID: ParentFacts] = [:]
        known.reserveCapacity(candidates.count)
        var nodes: [Node] = []
        nodes.reserveCapacity(candidates.count)
        for node in candidates {
            if let rejection = node.checkParents({ known[$0] }) {
                refused.append((node.id, rejection))
            } else {
                known[node.id] = node.parentFacts
                nodes.append(node)
            }
        }
        refused.sort { $0.id < $1.id }
        return Snapshot(nodes: nodes, refused: refused)
    }

    private func readOutcome(
        _ id: ChangeID, reader: borrowing NodeReader
    ) -> Result<Node, Rejection> {
        do throws(SystemError) {
            guard let line = try objects.line(of: id) else {
                return .failure(Rejection(.hashMismatch, "the file is gone", id: id))
            }
            return Result { () throws(Rejection) in try read(line, as: id, reader: reader) }
        } catch {
            return .failure(Rejection(.hashMismatch, error.description, id: id))
        }
    }
}
