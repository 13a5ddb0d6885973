import RedoModel
import RedoSystem

/// What a store has lost and does not have again.
package struct Losses: Sendable {
    /// Sorted.
    package fileprivate(set) var nodes: [NodeID] = []
    /// Damaged packs of which not all nodes were saved, by name. How many nodes these were is unknown.
    package fileprivate(set) var packs: [PackName] = []
    /// Whether more was lost than the record names, because the record itself was damaged.
    package fileprivate(set) var hasForgotten = false

    package var isEmpty: Bool { nodes.isEmpty && packs.isEmpty && !hasForgotten }

    /// Adds nodes.
    mutating func add(_ further: Set<NodeID>) {
        nodes = further.union(nodes).sorted()
    }

    /// Adds packs.
    mutating func add(packs further: Set<PackName>) {
        packs = further.union(packs).sorted()
    }
}

extension Store {
    var lost: LostNodes { LostNodes(of: self) }

    /// What is recorded as lost and is not in the store again.
    ///
    /// - Throws: STORAGE_001 if the record, or the store, cannot be read.
    package func losses() throws(RedoError) -> Losses {
        let recorded = try listed { () throws(SystemError) in try lost.read() }
        var losses = Losses()
        if recorded.isEmpty { return losses }
        losses.hasForgotten = recorded.hasForgotten
        losses.packs = recorded.packs.filter { !packs.has($0.packFileName) }.sorted()
        if recorded.nodes.isEmpty { return losses }
        let open = try packs.open(using: Pack.lookup)
        losses.nodes = try listed { () throws(SystemError) in
            var missing: [NodeID] = []
            for id in recorded.nodes.sorted()
            where !open.contains(where: { $0.index.number(of: id) != nil }) {
                if try !objects.contains(id) { missing.append(id) }
            }
            return missing
        }
        return losses
    }

    /// The nodes that are recorded as lost and are not in the store again, sorted.
    ///
    /// - Throws: STORAGE_001 if the record, or the store, cannot be read.
    package func lostNodes() throws(RedoError) -> [NodeID] { try losses().nodes }

    /// Notes that every answer lacks what the store has lost: the nodes in the record, and those of missing packs.
    ///
    /// - Throws: STORAGE_001 if the record, or the store, cannot be read, STORAGE_004 if a pack is damaged.
    package func noteLostNodes() throws(RedoError) {
        incompleteness.ask(about: .all)
        try noteLostNodes(with: try strayIndexes())
    }

    /// Notes that every answer lacks what the store has lost: the nodes in the record, and those of the given missing
    /// packs.
    func noteLostNodes(with strays: [StrayIndex]) throws(RedoError) {
        try noteRecordedLosses()
        for stray in strays {
            incompleteness.note(LogGaps(stray.refused).scopes)
            if !stray.isReadable { incompleteness.note(file: stray.path) }
        }
        try noteGonePacks()
    }

    /// Notes that every answer lacks the nodes that are recorded as lost.
    func noteRecordedLosses() throws(RedoError) {
        let losses = try losses()
        incompleteness.note(lost: losses.nodes)
        for pack in losses.packs { incompleteness.note(file: pack.packFileName) }
        if losses.hasForgotten { incompleteness.note(file: lost.filePath) }
    }

    /// Adds to the record of losses. On disk when this returns.
    ///
    /// The caller holds the lock.
    func remember(lost further: LostNodes.Contents) throws(RedoError) {
        try writing { () throws(SystemError) in
            var contents = try lost.read()
            if contents.includes(further) { return }
            contents.formUnion(further)
            try write(lost: contents)
        }
    }

    /// Adds nodes that no remote could return to the record of losses, unless another process packs or repairs: then
    /// the next command finds them missing again.
    ///
    /// - Throws: STORAGE_003 if the record cannot be written.
    package func noteLost(_ ids: Set<NodeID>) throws(RedoError) {
        guard !ids.isEmpty, let lock = try packLock() else { return }
        defer { _ = lock }
        var contents = LostNodes.Contents()
        contents.nodes = ids
        try remember(lost: contents)
    }

    /// Replaces the record of losses, and records in the inventory whether there is one.
    func write(lost contents: LostNodes.Contents) throws(SystemError) {
        if contents.isEmpty { strike(record: LostNodes.fileName) }
        try lost.write(contents)
        if !contents.isEmpty { note(record: LostNodes.fileName) }
    }

    /// Removes what is back from the record of losses, if possible. A user who may only read the store leaves the
    /// record as it is, and readers check it against the store.
    ///
    /// The caller holds the lock.
    func strike(lost isBack: (NodeID) -> Bool, packs isWhole: (PackName) -> Bool = { _ in false }) {
        guard let recorded = try? lost.read() else { return }
        var left = recorded
        left.nodes = left.nodes.filter { !isBack($0) }
        left.packs = left.packs.filter { !isWhole($0) }
        if left != recorded { try? write(lost: left) }
    }

    /// Removes a pack from the record of losses, after every node of it was admitted.
    func strike(lostPack name: PackName) {
        guard let recorded = try? lost.read(), recorded.packs.contains(name),
            let lock = (try? packLock(patience: Self.lockPatience)) ?? nil
        else { return }
        strike(lost: { _ in false }, packs: { $0 == name })
        _ = lock
    }

    /// The time to wait for another process that packs or repairs, when the main work is done, in milliseconds.
    static let lockPatience = 2000
}
