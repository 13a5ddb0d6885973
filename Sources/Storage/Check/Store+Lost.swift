import RedoModel
import RedoSystem

/// The nodes that a store is known to have lost: what a repair could not save, until it is back or given up.
///
/// ```
/// lost    their ids, sorted, one a line; no file where nothing is lost
/// ```
struct LostNodes: Sendable {
    static let fileName = "lost"

    private let path: String

    init(of store: Store) { path = Path.join(store.path, Self.fileName) }

    /// The ids, sorted. Lines that are not ids are left out.
    ///
    /// - Throws: ``SystemError`` where the file cannot be read.
    func read() throws(SystemError) -> [NodeID] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path)
        } catch {
            if error.isNotFound { return [] }
            throw error
        }
        var ids = bytes.lines.compactMap { NodeID(text: $0.bytes.span) }
        ids.sort()
        ids.removeRepetitions()
        return ids
    }

    /// Replaces the file in one step.
    func write(_ ids: some Sequence<NodeID>) throws(SystemError) {
        let lines = Set(ids).sorted().map { "\($0)\n" }.joined()
        if !lines.isEmpty {
            return try Files.replace(path, with: Array(lines.utf8).span, mode: 0o644)
        }
        try ContainedFile(path).removeIfPresent()
    }

    var filePath: String { path }
}

extension Store {
    var lost: LostNodes { LostNodes(of: self) }

    /// The nodes that the store is known to have lost and does not have again, sorted.
    ///
    /// - Throws: STORAGE_001 if the list, or the store, cannot be read.
    package func lostNodes() throws(RedoError) -> [NodeID] {
        let recorded = try listed { () throws(SystemError) in try lost.read() }
        if recorded.isEmpty { return [] }
        let packs = try packs.open(using: Pack.lookup)
        return try listed { () throws(SystemError) in
            var missing: [NodeID] = []
            for id in recorded where !packs.contains(where: { $0.index.number(of: id) != nil }) {
                if try !objects.contains(id) { missing.append(id) }
            }
            return missing
        }
    }

    /// Notes that every answer lacks the nodes that the store has lost: those of the list, and those of
    /// packs that are gone.
    ///
    /// - Throws: STORAGE_001 if the list, or the store, cannot be read, STORAGE_004 if a pack is
    ///   damaged.
    package func noteLostNodes() throws(RedoError) {
        try noteLostNodes(with: try strayIndexes())
    }

    /// The same, where it is known which packs are gone.
    func noteLostNodes(with strays: [StrayIndex]) throws(RedoError) {
        incompleteness.note(lost: try lostNodes())
        for stray in strays {
            incompleteness.note(faulty: stray.nodes.map(\.id))
            if !stray.isReadable { incompleteness.note(file: stray.path) }
        }
        try noteGonePacks()
    }

    /// Adds nodes that no one could bring back to those that are lost, unless another process packs or repairs: then they
    /// are found to be missing again.
    ///
    /// - Throws: STORAGE_003 if the list cannot be written.
    package func noteLost(_ ids: Set<NodeID>) throws(RedoError) {
        guard !ids.isEmpty, let lock = try packLock() else { return }
        defer { _ = lock }
        try remember(lost: ids)
    }

    /// Forgets that nodes are lost.
    ///
    /// - Returns: nil if another process packs or repairs.
    /// - Throws: STORAGE_003 if the list cannot be written.
    package func giveUp(_ ids: Set<NodeID>) throws(RedoError) -> Bool {
        guard let lock = try packLock() else { return false }
        defer { _ = lock }
        try writing { () throws(SystemError) in
            try keepLost(try lost.read().filter { !ids.contains($0) })
        }
        return true
    }

    /// Adds nodes to those that are lost. On disk when this returns.
    ///
    /// The caller holds the lock.
    func remember(lost ids: Set<NodeID>) throws(RedoError) {
        if ids.isEmpty { return }
        try writing { () throws(SystemError) in try lost.write(ids.union(try lost.read())) }
        note(record: LostNodes.fileName)
    }

    /// Takes nodes that are back out of the list of the lost, as far as that is possible now: whoever may
    /// only read the store leaves the list as it is, and readers look for themselves.
    func strike(lost isBack: (NodeID) -> Bool) {
        guard let recorded = try? lost.read() else { return }
        let left = recorded.filter { !isBack($0) }
        if left.count < recorded.count { try? keepLost(left) }
    }

    /// Replaces the list by a shorter one.
    private func keepLost(_ ids: [NodeID]) throws(SystemError) {
        if ids.isEmpty { strike(record: LostNodes.fileName) }
        try lost.write(ids)
    }
}
