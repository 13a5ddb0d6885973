import RedoModel
import RedoSystem

extension Store {
    /// Admits a batch: takes the nodes that passed stage 1 through stage 2, then writes the valid ones.
    ///
    /// The batch is put in replay order first, so the order within it does not matter (protocol,
    /// section 4, Boundaries). When this returns, the accepted nodes are on disk.
    ///
    /// - Parameter candidates: the outcomes of stage 1, in the order of the input.
    /// - Returns: for each candidate nil, or why it was refused.
    /// - Throws: STORAGE_003 if the nodes cannot be written.
    package func admit(
        _ candidates: [Result<Node, Rejection>], validator: borrowing NodeValidator,
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> [Rejection?] {
        let verdicts = try admitAlone(candidates, validator: validator, progress: progress)
        let admitted = zip(candidates, verdicts).lazy.compactMap { candidate, verdict in
            verdict == nil ? try? candidate.get().id : nil
        }
        try readmitFollowers(of: admitted)
        return verdicts
    }

    /// Admits a batch without returning descendants of these nodes from the quarantine.
    func admitAlone(
        _ candidates: [Result<Node, Rejection>], validator: borrowing NodeValidator,
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> [Rejection?] {
        var verdicts: [Rejection?] = Array(repeating: nil, count: candidates.count)
        // Without the nodes, whose reference counts sorting would change at each step.
        var order: [(position: ReplayPosition, index: Int)] = []
        order.reserveCapacity(candidates.count)
        for (index, candidate) in candidates.enumerated() {
            switch candidate {
            case .success(let node): order.append((node.position, index))
            case .failure(let rejection): verdicts[index] = rejection
            }
        }
        order.sort { $0.position == $1.position ? $0.index < $1.index : $0.position < $1.position }
        var known: [NodeID: ParentFacts] = [:]
        known.reserveCapacity(order.count)
        var stored = ParentLookup(self)
        var accepted: [Node] = []
        accepted.reserveCapacity(order.count)
        for entry in order {
            guard case .success(let node) = candidates[entry.index] else { continue }
            let rejection = try node.checkParents { (id) throws(RedoError) in
                if let facts = known[id] { return facts }
                let facts = try stored.facts(of: id, validator: validator)
                known[id] = facts
                return facts
            }
            verdicts[entry.index] = rejection
            if rejection == nil {
                known[node.id] = node.parentFacts
                accepted.append(node)
            }
        }
        try write(accepted, validator: validator, progress: progress)
        return verdicts
    }

    /// The nodes among some that the store has, damaged or not: loose or in a pack.
    ///
    /// - Complexity: one listing for each directory of loose nodes, and a search in the index of each pack for each
    ///   node.
    package func present(_ ids: some Sequence<NodeID>) throws(RedoError) -> Set<NodeID> {
        let packs = try packs.open(using: Pack.lookup)
        // A directory has the loose nodes whose ids have the same first digits; most directories do not have the
        // node.
        var loose: [Substring: Set<NodeID>] = [:]
        var present: Set<NodeID> = []
        for id in ids {
            if packs.contains(where: { $0.index.number(of: id) != nil }) {
                present.insert(id)
                continue
            }
            let prefix = id.digest.hexadecimal.prefix(2)
            if loose[prefix] == nil {
                loose[prefix] = Set(
                    try listed { () throws(SystemError) in
                        try objects.ids(withPrefix: String(prefix))
                    })
            }
            if loose[prefix]?.contains(id) == true { present.insert(id) }
        }
        return present
    }

    /// Writes nodes. Of several copies of one the first is written, with a later one's signature if it has none.
    private func write(
        _ nodes: [Node], validator: borrowing NodeValidator, progress: StoreProgress
    ) throws(RedoError) {
        var indices: [NodeID: Int] = [:]
        indices.reserveCapacity(nodes.count)
        var copies: [Node] = []
        copies.reserveCapacity(nodes.count)
        for node in nodes {
            if let index = indices[node.id] {
                if !copies[index].isSigned, node.isSigned { copies[index] = node }
            } else {
                indices[node.id] = copies.count
                copies.append(node)
            }
        }
        let further = try unpacked(copies, validator: validator)
        try write(distinct: further, validator: validator, progress: progress)
        // The nodes are written. If packing fails now, the next command tries again, and `redo gc` reports why it
        // fails.
        if let id = further.last?.id { try? packIfMany(near: id) }
    }
}
