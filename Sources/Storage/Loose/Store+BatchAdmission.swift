import RedoModel
import RedoSystem

extension Store {
    /// The number of nodes of a batch that are read again at once.
    private static let readCount = 1024

    /// Admits a batch that may be larger than the memory: puts its nodes in replay order, reads each again, takes it
    /// through stage 2, and writes the valid ones.
    ///
    /// When this returns, the accepted nodes are on disk. It does what ``admit(_:validator:progress:)`` does.
    ///
    /// - Parameters:
    ///   - candidates: the nodes that passed stage 1.
    ///   - read: reads the nodes at some positions again, verifies their hashes, and may run on any thread; nil for a
    ///     node that is invalid now.
    /// - Returns: why nodes were refused, by their positions in the batch.
    /// - Throws: STORAGE_003 if the nodes cannot be written, STORAGE_001 if one has changed.
    package func admit(
        _ candidates: [Candidate], progress: StoreProgress = { _, _ in },
        reading read: @escaping @Sendable ([Int]) -> [Node?]
    ) throws(RedoError) -> [Int: Rejection] {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let order = Self.replayOrder(of: candidates)
        var groups = CopyGroups(candidates, order)
        var admission = try BatchAdmission(self)
        var rejections: [Int: Rejection] = [:]
        var reading = groups.next(Self.readCount).map { Self.worker(reading: $0, candidates, read) }
        var doneCount = 0
        while let (copies, worker) = reading {
            if Signals.isTerminationPending {
                throw RedoError(.writeFailed, "the nodes cannot be written", cause: .interrupted)
            }
            let nodes = worker.result()
            // The next nodes are read while these are admitted one by one.
            reading = groups.next(Self.readCount).map { Self.worker(reading: $0, candidates, read) }
            reading?.worker.start()
            for (group, node) in zip(copies, nodes) {
                let chosen = candidates[group.chosen]
                guard let node, chosen.isSame(as: node) else {
                    throw RedoError(
                        .notFound, "the input was changed while it was read: \(chosen.id)")
                }
                if let rejection = try admission.add(node) {
                    for offset in group.positions {
                        rejections[candidates[Int(order[offset])].number] = rejection
                    }
                }
            }
            doneCount += copies.reduce(0) { $0 + $1.positions.count }
            progress(doneCount, candidates.count)
        }
        try admission.finish()
        try readmitFollowers(
            of: candidates.lazy.filter { rejections[$0.number] == nil }.map(\.id))
        return rejections
    }

    private static func worker(
        reading groups: [CopyGroups.Group], _ candidates: [Candidate],
        _ read: @escaping @Sendable ([Int]) -> [Node?]
    ) -> (groups: [CopyGroups.Group], worker: Worker<[Node?]>) {
        (groups, Worker { read(groups.map { candidates[$0.chosen].number }) })
    }

    /// The candidates' indices in replay order; copies of one node in the order of the batch.
    private static func replayOrder(of candidates: [Candidate]) -> [UInt32] {
        var order = candidates.indices.map { UInt32($0) }
        let isSorted = candidates.indices.dropFirst().allSatisfy {
            candidates[$0 - 1].position <= candidates[$0].position
        }
        if isSorted { return order }
        order.sort { left, right in
            let (first, second) = (candidates[Int(left)].position, candidates[Int(right)].position)
            return first == second ? left < right : first < second
        }
        return order
    }
}

/// The copies of each node of a batch, in replay order.
private struct CopyGroups {
    struct Group: Sendable {
        /// Positions in the order.
        let positions: Range<Int>
        /// The index of the chosen candidate: the first one, or the first that is signed.
        let chosen: Int
    }

    private let candidates: [Candidate]
    private let order: [UInt32]
    private var offset = 0

    init(_ candidates: [Candidate], _ order: [UInt32]) {
        self.candidates = candidates
        self.order = order
    }

    /// The next groups, up to a maximum number; nil at the end.
    mutating func next(_ count: Int) -> [Group]? {
        var groups: [Group] = []
        while groups.count < count, offset < order.count {
            let start = offset
            let first = Int(order[start])
            var chosen = first
            while offset < order.count, candidates[Int(order[offset])].id == candidates[first].id {
                let copy = Int(order[offset])
                if candidates[copy].isSigned, !candidates[chosen].isSigned { chosen = copy }
                offset += 1
            }
            groups.append(Group(positions: start..<offset, chosen: chosen))
        }
        return groups.isEmpty ? nil : groups
    }
}

/// The admission of nodes in replay order, each once: stage 2, and writing what is new.
private struct BatchAdmission: ~Copyable {
    private let store: Store
    private let validator = NodeValidator()
    private var stored: ParentLookup
    private let loose: Set<NodeID>
    /// Nil for a store without packs, so that the library for packs is not loaded.
    private var objects: ObjectReader?
    /// The nodes that no pack has whole; nil once there are too many for files of their own.
    private var few: [Node]? = []
    /// The pack of new nodes, once there are too many for files.
    private var pack: PackWriter?
    /// Nodes that the store has without their signatures, for files of their own.
    private var signed: [Node] = []
    /// The data that stage 2 needs of nodes that are in no pack.
    private var known: [NodeID: ParentFacts] = [:]
    private var last: NodeID?

    init(_ store: Store) throws(RedoError) {
        let loose = Set(try store.looseIDs())
        let objects = try store.packNames().isEmpty ? nil : store.objectReader()
        self.store = store
        self.loose = loose
        self.objects = consume objects
        stored = ParentLookup(store)
    }

    /// Admits a node.
    ///
    /// - Returns: why it was refused.
    mutating func add(_ node: Node) throws(RedoError) -> Rejection? {
        let rejection = try node.checkParents { (id) throws(RedoError) in
            if let facts = pack?.facts(of: id) ?? known[id] { return facts }
            return try stored.facts(of: id, validator: validator)
        }
        guard rejection == nil else { return rejection }
        if objects?.hasWholeCopy(of: node, validator: validator) == true { return nil }
        last = node.id
        guard let held = few else {
            try addToMany(node)
            return nil
        }
        known[node.id] = node.parentFacts
        few?.append(node)
        guard held.count == Store.maximumLooseBatch else { return nil }
        few = nil
        for node in held + [node] { try addToMany(node) }
        return nil
    }

    private mutating func addToMany(_ node: Node) throws(RedoError) {
        switch try situation(of: node) {
        case .kept: known[node.id] = node.parentFacts
        case .unsigned:
            known[node.id] = node.parentFacts
            signed.append(node)
        case .absent, .damaged:
            known[node.id] = nil
            if pack == nil {
                pack = try PackWriter.begin(
                    in: store.packs.directory, isSynced: store.packs.isSynced)
            }
            try pack?.add(node)
        }
    }

    private func situation(of node: Node) throws(RedoError) -> LooseObjects.Situation {
        guard loose.contains(node.id) else { return .absent }
        return try writing { () throws(SystemError) in
            try store.objects.situation(of: node, validator: validator)
        }
    }

    /// Writes everything that was admitted. It is on disk when this returns.
    consuming func finish() throws(RedoError) {
        let (store, last, nodes) = (store, last, few ?? signed)
        if !nodes.isEmpty {
            try writing { () throws(SystemError) in
                try store.objects.write(nodes, validator: validator) { _, _ in }
            }
        }
        if let pack = consume pack {
            _ = try pack.finish()
            store.notePacks()
        }
        // The nodes are written. If packing fails now, the next command tries again, and `redo gc` reports why it
        // fails.
        if let last { try? store.packIfMany(near: last) }
    }
}
