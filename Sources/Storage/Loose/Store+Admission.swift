import RedoModel
import RedoSystem

extension Store {
    /// Takes a batch in: stage 2 over the nodes that passed stage 1, then writes the good ones.
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
        try takeBackFollowers(of: admitted)
        return verdicts
    }

    /// The same, but nothing that follows these nodes is taken back from the quarantine.
    func admitAlone(
        _ candidates: [Result<Node, Rejection>], validator: borrowing NodeValidator,
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> [Rejection?] {
        var verdicts: [Rejection?] = Array(repeating: nil, count: candidates.count)
        // Without the nodes: sorting would count references to them at each step.
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

    /// Which of some nodes the store has, whole or not: loose or in a pack.
    ///
    /// - Complexity: a look at a folder for each, or at the index of each pack.
    package func present(_ ids: some Sequence<NodeID>) throws(RedoError) -> Set<NodeID> {
        let packs = try packs.open(using: Pack.lookup)
        // A folder has the loose nodes whose ids begin alike; most of them are not there.
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

    /// Writes nodes, of several copies of one the first, with a later one's signature if it has none.
    private func write(
        _ nodes: [Node], validator: borrowing NodeValidator, progress: StoreProgress
    ) throws(RedoError) {
        var places: [NodeID: Int] = [:]
        places.reserveCapacity(nodes.count)
        var copies: [Node] = []
        copies.reserveCapacity(nodes.count)
        for node in nodes {
            if let place = places[node.id] {
                if !copies[place].isSigned, node.isSigned { copies[place] = node }
            } else {
                places[node.id] = copies.count
                copies.append(node)
            }
        }
        let further = try unpacked(copies, validator: validator)
        try write(distinct: further, validator: validator, progress: progress)
        // The work itself is done. A pack that cannot be written now is tried again by the next
        // command, and `redo gc` says why it cannot.
        if let id = further.last?.id { try? packIfMany(near: id) }
    }
}
