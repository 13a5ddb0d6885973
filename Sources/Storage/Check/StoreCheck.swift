import RedoCrypto
import RedoModel
import RedoSystem

/// Something in a store that is not as it should be.
package struct StoreFinding: Sendable {
    /// Of the file.
    package let path: String
    /// Where in the file it begins, if that is known.
    package let offset: Int?
    package let code: ErrorCode
    package let detail: String

    init(_ path: String, at offset: Int? = nil, _ code: ErrorCode, _ detail: String) {
        self.path = path
        self.offset = offset
        self.code = code
        self.detail = detail
    }

    /// A file that may be whole, but cannot be read now; or what is not a file.
    static func unreadable(_ path: String, _ error: SystemError) -> StoreFinding {
        let advice =
            error.isAboutContent
            ? "move it away" : "it may be whole, and stays where it is: make it readable for you"
        return StoreFinding(
            path, error.isDenied ? .notPermitted : .notFound,
            "it cannot be read: \(error.reason); \(advice)")
    }

    /// A finding about a damaged file.
    package static func damage(_ path: String, at offset: Int? = nil, _ detail: String)
        -> StoreFinding
    {
        StoreFinding(path, at: offset, .corrupted, detail)
    }
}

/// What reading every byte of a store found.
package struct StoreCheck: Sendable {
    package private(set) var findings: [StoreFinding] = []
    /// How many nodes are whole.
    package private(set) var nodeCount = 0
    /// Files of nodes that are not those nodes, and why.
    private(set) var damagedLoose: [(id: NodeID, reason: String)] = []
    private(set) var damagedPacks: [(name: PackName, reason: String)] = []
    /// Indexes that are missing or damaged, of packs that are whole.
    private(set) var damagedIndexes: [(name: PackName, reason: String)] = []
    /// Indexes without a pack.
    private(set) var strayIndexes: [PackName] = []
    /// Files and folders among the nodes that are none of the store's.
    private(set) var garbage: [String] = []
    /// The nodes that damaged files held, by what their names or indexes say, and that nothing else has.
    private(set) var missing: Set<NodeID> = []
    /// Whether there are packs that cannot be read now.
    private(set) var hasUnreadablePack = false
    /// The packs that are as they should be, and so are their indexes.
    private var soundPacks: Set<PackName> = []

    /// What damaged files held.
    private var held: Set<NodeID> = []
    /// What files hold that cannot be read now.
    private var unreadable: Set<NodeID> = []
    /// Whether a pack is damaged that has no index to say what it held.
    private var hasUnknownLoss = false
    /// The whole nodes that are dated later than they may be.
    package private(set) var future: [(id: NodeID, wall: Instant)] = []

    private let latest: Instant?
    /// The whole nodes, in the order in which they were read.
    private var nodes = CheckedNodes()

    /// Reads everything: loose nodes, packs, indexes, and what leads from node to node. Hash, form
    /// and signature of each node are checked, on all processors.
    ///
    /// - Parameter latest: nodes of a later date are named; nil for none.
    /// - Throws: STORAGE_001 if the store cannot be listed.
    init(_ store: Store, until latest: Instant?, progress: StoreProgress) throws(RedoError) {
        self.latest = latest
        try checkLoose(store, progress)
        try checkPacks(store, progress)
        try checkNames(store)
        checkLinks(store)
        missing = held.filter { !hasWhole($0) && !unreadable.contains($0) }
        if hasUnknownLoss, !hasUnreadablePack {
            missing.formUnion(
                nodes.parentsElsewhere.filter { !hasWhole($0) && !unreadable.contains($0) })
        }
        checkLost(store)
        nodes.forget()
    }

    /// Whether a node is whole somewhere in the store.
    func hasWhole(_ id: NodeID) -> Bool { nodes.contains(id) }

    /// What is wrong with the packs and their indexes: everything but nodes that are missing and files that have no pack.
    ///
    /// - Parameter rule: what is demanded of signatures.
    /// - Throws: STORAGE_001 if the packs cannot be listed.
    package init(
        packsOf store: Store, signature rule: NodeValidator.SignatureRule = .unchecked,
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) {
        latest = nil
        for name in try store.packNames() {
            checkPack(store, name, signature: rule, progress)
        }
        nodes.forget()
    }

    /// Whether each pack of a log was read and is as it should be, and so is its index.
    package func covers(_ log: StoredLog) -> Bool {
        log.packs.allSatisfy { soundPacks.contains($0.name) }
    }

    /// Names what lies among the nodes and is not a file of a store.
    private mutating func checkNames(_ store: Store) throws(RedoError) {
        garbage = try store.garbage()
        for path in garbage {
            findings.append(.damage(path, "it is not a file of the store"))
        }
    }

    /// Names the nodes that are known to be lost.
    private mutating func checkLost(_ store: Store) {
        let path = store.lost.filePath
        do throws(SystemError) {
            for id in try store.lost.read() where !hasWhole(id) {
                findings.append(.damage(path, "\(id) is lost"))
            }
        } catch {
            findings.append(.unreadable(path, error))
        }
    }

    private mutating func checkLoose(
        _ store: Store, _ progress: StoreProgress
    ) throws(RedoError) {
        let ids = try store.looseIDs()
        let outcomes = store.looseOutcomes(ids, signature: .ifPresent, progress: progress)
        for (id, outcome) in zip(ids, outcomes) {
            // One that is gone was packed in the meantime.
            guard let outcome else { continue }
            let path = store.objects.path(of: id)
            switch outcome {
            case .success(let node): add(node, path)
            case .failure(.unreadable(let error)):
                findings.append(.unreadable(path, error))
                unreadable.insert(id)
            case .failure(let fault):
                findings.append(StoreFinding(path, fault.code, fault.detail))
                damagedLoose.append((id, "\(fault)"))
                held.insert(id)
            }
        }
    }

    private mutating func checkPacks(
        _ store: Store, _ progress: StoreProgress
    ) throws(RedoError) {
        var checked: Set<PackName> = []
        while true {
            // A pack that is gone was replaced by one that has its nodes, which may be new.
            let names = try store.packNames()
                .filter { !checked.contains($0) }
            if names.isEmpty { break }
            for name in names { checkPack(store, name, progress) }
            checked.formUnion(names)
        }
        let indexes = try store.listed { () throws(SystemError) in try store.packs.indexNames() }
        for name in indexes where !checked.contains(name) {
            guard let lost = lostNodes(ofPack: name, store) else { continue }
            strayIndexes.append(name)
            held.formUnion(lost)
            let count = lost.count == 1 ? "1 node that is" : "\(lost.count) nodes that are"
            findings.append(
                .damage(
                    Path.join(store.packs.path, name.indexFileName),
                    "its pack is gone" + (lost.isEmpty ? "" : ", with \(count) nowhere else")))
        }
    }

    private mutating func checkPack(
        _ store: Store, _ name: PackName,
        signature rule: NodeValidator.SignatureRule = .ifPresent, _ progress: StoreProgress
    ) {
        let path = Path.join(store.packs.path, name.packFileName)
        let file: MappedFile
        do throws(SystemError) {
            file = try MappedFile(path)
        } catch {
            if error.isNotFound { return }
            // What may not be read now can be whole; what is not a file is not a pack.
            if ((try? Files.status(of: path)) ?? nil)?.kind == .regular {
                findings.append(.unreadable(path, error))
                hasUnreadablePack = true
                unreadable.formUnion(ids(inIndexOf: name, store) ?? [])
            } else {
                findings.append(.damage(path, error.description))
                noteDamagedPack(name, error.description, store)
            }
            return
        }
        let reading = PackReading(file, named: name, signature: rule, progress) { _ in }
        if reading.damages.isEmpty {
            let indexFile =
                checkedIndex(store, name, against: reading.index)
                ?? (try? reading.index.mapped(as: path))
            if let indexFile, let index = try? PackIndex(indexFile, using: CheckedNodes.chunks) {
                return add(index, path)
            }
        }
        // There is no index to rely on: what is whole is kept as it is read again.
        _ = PackReading(file, named: name, signature: rule) { add($0, path) }
        guard let first = reading.damages.first else { return }
        for damage in reading.damages {
            findings.append(.damage(path, at: damage.offset, damage.reason))
        }
        noteDamagedPack(name, "byte \(first.offset): \(first.reason)", store)
    }

    private mutating func noteDamagedPack(_ name: PackName, _ reason: String, _ store: Store) {
        damagedPacks.append((name, reason))
        guard let ids = ids(inIndexOf: name, store) else { return hasUnknownLoss = true }
        held.formUnion(ids)
    }

    /// What the index of a pack says that the pack holds; nil if it cannot say.
    private func ids(inIndexOf name: PackName, _ store: Store) -> [NodeID]? {
        let path = Path.join(store.packs.path, name.indexFileName)
        guard let file = try? MappedFile(path), let index = try? PackIndex(file, using: [.ids]),
            index.pack == name
        else { return nil }
        return (0..<index.nodeCount).map { index.id(of: $0) }
    }

    /// The nodes that a pack took with it which is gone and has left its index; nil if that loses nothing.
    private func lostNodes(ofPack name: PackName, _ store: Store) -> [NodeID]? {
        guard store.packs.isGone(name) else { return nil }
        guard let ids = ids(inIndexOf: name, store) else {
            return store.packs.has(name.indexFileName) ? [] : nil
        }
        let lost = ids.filter { !hasWhole($0) && !unreadable.contains($0) }
        return lost.isEmpty ? nil : lost
    }

    /// Compares an index with the one that its pack gives.
    ///
    /// - Returns: nil if it is not that one.
    private mutating func checkedIndex(
        _ store: Store, _ name: PackName, against expected: IndexImage
    ) -> MappedFile? {
        let path = Path.join(store.packs.path, name.indexFileName)
        let reason: String
        var offset: Int?
        do throws(SystemError) {
            let file = try MappedFile(path)
            // The next command that reads the pack makes it again.
            if PackIndex.isOtherVersion(file.bytes) { return nil }
            offset = expected.firstDifference(from: file)
            if offset == nil {
                soundPacks.insert(name)
                return file
            }
            reason = "it is not what its pack gives"
        } catch {
            // Its pack may have been replaced by another in the meantime, and both removed.
            let packPath = Path.join(store.packs.path, name.packFileName)
            if error.isNotFound, (try? Files.status(of: packPath)) ?? nil == nil { return nil }
            if !error.isNotFound, !error.isAboutContent {
                findings.append(.unreadable(path, error))
                return nil
            }
            reason = error.isNotFound ? "the index of a pack is missing" : error.description
        }
        findings.append(.damage(path, at: offset, reason))
        damagedIndexes.append((name, reason))
        return nil
    }

    private mutating func add(_ node: Node, _ path: String) {
        // Of several copies one is enough.
        guard nodes.add(node.header, path) else { return }
        nodeCount += 1
        noteIfFuture(node.id, node.timestamp.wall)
    }

    /// Adds the nodes of a whole pack.
    private mutating func add(_ index: PackIndex, _ path: String) {
        let repeated = nodes.add(index, path)
        nodeCount += index.nodeCount - repeated.count
        guard let newest = index.newestWall, let latest, newest > latest else { return }
        for node in 0..<index.nodeCount where !repeated.contains(node) {
            noteIfFuture(index.id(of: node), index.wall(of: node))
        }
    }

    private mutating func noteIfFuture(_ id: NodeID, _ wall: Instant) {
        if let latest, wall > latest { future.append((id, wall)) }
    }

    /// Stage 2 of all nodes.
    private mutating func checkLinks(_ store: Store) {
        let validator = NodeValidator()
        let unconnected = nodes.unconnected { id in
            // A parent may have been written since the loose nodes were listed.
            try? store.looseOutcome(id, validator: validator)?.get().parentFacts
        }
        for (id, path, rejection) in unconnected {
            findings.append(StoreFinding(path, rejection.code, "\(id): \(rejection.detail)"))
        }
    }
}
