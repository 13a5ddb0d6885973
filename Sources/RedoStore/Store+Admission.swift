import RedoLog
import RedoSystem

extension Store {
    /// Takes a batch in: stage 2 over the nodes that passed stage 1, then writes the good ones.
    ///
    /// The batch is put in replay order first, so the order within it does not matter (protocol,
    /// section 4, Boundaries). When this returns, the accepted nodes are on disk.
    ///
    /// - Parameter candidates: the outcomes of stage 1, in the order of the input.
    /// - Returns: for each candidate nil, or why it was refused.
    /// - Throws: STORAGE_003 where the nodes cannot be written.
    package func admit(
        _ candidates: [Result<Node, Rejection>], reader: borrowing NodeReader,
        progress: StoreProgress = { _, _ in }
    ) throws(StoreError) -> [Rejection?] {
        var verdicts: [Rejection?] = Array(repeating: nil, count: candidates.count)
        var order: [(position: ReplayPosition, index: Int, node: Node)] = []
        for (index, candidate) in candidates.enumerated() {
            switch candidate {
            case .success(let node): order.append((node.position, index, node))
            case .failure(let rejection): verdicts[index] = rejection
            }
        }
        order.sort { $0.position == $1.position ? $0.index < $1.index : $0.position < $1.position }
        var known: [ChangeID: ParentFacts] = [:]
        var accepted: [Node] = []
        for entry in order {
            let rejection = try entry.node.checkParents { (id) throws(StoreError) in
                if let facts = known[id] { return facts }
                let facts = try storedFacts(id, reader: reader)
                known[id] = facts
                return facts
            }
            verdicts[entry.index] = rejection
            if rejection == nil {
                known[entry.node.id] = entry.node.parentFacts
                accepted.append(entry.node)
            }
        }
        try write(accepted, reader: reader, progress: progress)
        return verdicts
    }

    /// What is known of a stored node; nil where it is not here or is damaged, since a child of a
    /// node that cannot be read is not connected.
    private func storedFacts(
        _ id: ChangeID, reader: borrowing NodeReader
    ) throws(StoreError) -> ParentFacts? {
        guard let line = try line(of: id) else { return nil }
        return (try? read(line, as: id, reader: reader))?.parentFacts
    }

    /// Writes nodes, of several copies of one the first, with a later one's signature if it has none.
    private func write(
        _ nodes: [Node], reader: borrowing NodeReader, progress: StoreProgress
    ) throws(StoreError) {
        var places: [ChangeID: Int] = [:]
        var copies: [Node] = []
        for node in nodes {
            if let place = places[node.id] {
                if copies[place].signature == nil, node.signature != nil { copies[place] = node }
            } else {
                places[node.id] = copies.count
                copies.append(node)
            }
        }
        do throws(SystemError) {
            try objects.write(copies, reader: reader, progress: progress)
        } catch {
            let hints = error.isOutOfSpace ? ["free some space and repeat the command"] : []
            throw StoreError(
                .importFailed, "the nodes cannot be written", cause: error, hints: hints)
        }
    }
}
