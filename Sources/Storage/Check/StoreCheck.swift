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

    /// What damaged files held.
    private var held: Set<NodeID> = []
    /// What files hold that cannot be read now.
    private var unreadable: Set<NodeID> = []
    /// Whether a pack is damaged that has no index to say what it held.
    private var hasUnknownLoss = false
    /// The whole nodes that are dated later than they may be.
    package private(set) var future: [(id: NodeID, wall: Instant)] = []

    private let latest: Instant?
    private var headers: [NodeHeader] = []
    private var paths: [NodeID: String] = [:]

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
        missing = held.filter { paths[$0] == nil && !unreadable.contains($0) }
        if hasUnknownLoss, !hasUnreadablePack {
            for header in headers {
                missing.formUnion(
                    header.parents.filter { paths[$0] == nil && !unreadable.contains($0) })
            }
        }
        checkLost(store)
    }

    /// Whether a node is whole somewhere in the store.
    func hasWhole(_ id: NodeID) -> Bool { paths[id] != nil }

    /// What is wrong with the packs and their indexes: everything but signatures, nodes that are missing
    /// and files that have no pack.
    ///
    /// - Throws: STORAGE_001 if the packs cannot be listed.
    package init(packsOf store: Store) throws(RedoError) {
        latest = nil
        for name in try store.packNames() {
            checkPack(store, name, signature: .unchecked) { _, _ in }
        }
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
            for id in try store.lost.read() where paths[id] == nil {
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
        let reading = PackReading(file, named: name, signature: rule, progress) { add($0, path) }
        guard let first = reading.damages.first else {
            return checkIndex(store, name, against: reading.index)
        }
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
        let lost = ids.filter { paths[$0] == nil && !unreadable.contains($0) }
        return lost.isEmpty ? nil : lost
    }

    /// Compares an index with the one that its pack gives.
    private mutating func checkIndex(
        _ store: Store, _ name: PackName, against expected: [UInt8]
    ) {
        let path = Path.join(store.packs.path, name.indexFileName)
        var reason: String?
        var offset: Int?
        do throws(SystemError) {
            let bytes = try Files.read(path)
            if PackIndex.isOtherVersion(bytes.span) {
                // The next command that reads the pack makes it again.
                return
            }
            if bytes != expected {
                let place = zip(bytes, expected).prefix { $0 == $1 }.count
                offset = place
                reason = "it is not what its pack gives"
            }
        } catch {
            // Its pack may have been replaced by another in the meantime, and both removed.
            let packPath = Path.join(store.packs.path, name.packFileName)
            if error.isNotFound, (try? Files.status(of: packPath)) ?? nil == nil { return }
            if !error.isNotFound, !error.isAboutContent {
                findings.append(.unreadable(path, error))
                return
            }
            reason = error.isNotFound ? "the index of a pack is missing" : error.description
        }
        guard let reason else { return }
        findings.append(.damage(path, at: offset, reason))
        damagedIndexes.append((name, reason))
    }

    private mutating func add(_ node: Node, _ path: String) {
        // Of several copies one is enough.
        guard paths.updateValue(path, forKey: node.id) == nil else { return }
        nodeCount += 1
        let wall = node.timestamp.wall
        if let latest, wall > latest { future.append((node.id, wall)) }
        headers.append(node.header)
    }

    /// Stage 2 of all nodes.
    private mutating func checkLinks(_ store: Store) {
        let facts = Dictionary(uniqueKeysWithValues: headers.map { ($0.id, $0.parentFacts) })
        let validator = NodeValidator()
        for header in headers {
            let rejection = header.check { id in
                if let facts = facts[id] { return facts }
                // A parent may have been written since the loose nodes were listed.
                return try? store.looseOutcome(id, validator: validator)?.get().parentFacts
            }
            guard let rejection else { continue }
            findings.append(
                StoreFinding(
                    paths[header.id] ?? "", rejection.code,
                    "\(header.id): \(rejection.detail)"))
        }
    }
}
