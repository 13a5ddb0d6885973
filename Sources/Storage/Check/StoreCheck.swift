import RedoCrypto
import RedoModel
import RedoSystem

/// The result of reading every byte of a store.
package struct StoreCheck: Sendable {
    /// The files and nodes that are damaged or missing.
    package private(set) var findings: [StoreFinding] = []
    /// The findings that are harmless.
    package private(set) var notes: [StoreFinding] = []
    /// The number of nodes that are whole.
    package private(set) var nodeCount = 0
    /// Files that are named for a node but do not contain it, and why.
    private(set) var damagedLoose: [(id: NodeID, reason: String)] = []
    /// Nodes whose files are in another form than that of the store, and why.
    private(set) var misformedLoose: [(node: Node, reason: String)] = []
    private(set) var damagedPacks: [(name: PackName, reason: String)] = []
    /// Indexes that are missing or damaged, of packs that are whole.
    private(set) var damagedIndexes: [(name: PackName, reason: String)] = []
    /// Indexes without a pack.
    private(set) var strayIndexes: [PackName] = []
    /// Files and directories that do not belong to the store.
    private(set) var garbage: [String] = []
    /// What is lost: the nodes that damaged files held, according to their names or indexes, and parents, as far as
    /// no file has them; and the packs whose nodes are unknown.
    private(set) var losses = LostNodes.Contents()
    /// The files in the quarantine that are not as they were set aside.
    private(set) var quarantineFaults: [(name: String, fault: Quarantine.Fault)] = []
    /// The records that are damaged.
    private(set) var damagedRecords: [String] = []
    /// Records and caches that are not as they were written, and why.
    private(set) var faultyRecords: [(path: String, reason: String)] = []
    /// Whether there are packs that cannot be read now.
    private(set) var hasUnreadablePack = false
    /// The packs that are sound, and whose indexes are sound.
    private var soundPacks: Set<PackName> = []

    /// The nodes that damaged files held.
    private var held: Set<NodeID> = []
    /// The nodes in files that cannot be read now.
    private var unreadable: Set<NodeID> = []
    /// The whole nodes whose dates are later than allowed.
    package private(set) var future: [(id: NodeID, wall: Instant)] = []

    private let latest: Instant?
    /// The whole nodes, in the order in which they were read.
    private var nodes = CheckedNodes()

    /// Reads everything: loose nodes, packs, indexes, and the links from node to node. Hash, form and signature of
    /// each node are checked, on all processors.
    ///
    /// - Parameters:
    ///   - latest: the date after which nodes are reported; nil for no limit.
    ///   - forms: the checks of files whose formats this library does not know.
    /// - Throws: STORAGE_001 if the store cannot be listed.
    init(
        _ store: Store, until latest: Instant?, _ forms: StoreForms, progress: StoreProgress
    ) throws(RedoError) {
        self.latest = latest
        let layout = LayoutCheck(store, forms)
        try checkLoose(store, linked: layout.linkedNodes, progress)
        try checkPacks(store, progress)
        add(layout)
        checkLinks(store)
        checkSignatures(store, forms)
        losses.nodes = held.filter { !hasWhole($0) && !unreadable.contains($0) }
        // A parent may be in a pack that cannot be read now.
        if !hasUnreadablePack { losses.nodes.formUnion(missingParents(store)) }
        checkRecords(store)
        checkQuarantine(store)
        nodes.forget()
    }

    /// The parents of whole nodes that no file has.
    private func missingParents(_ store: Store) -> Set<NodeID> {
        let missing = Set(
            nodes.parentsElsewhere.lazy.filter { !hasWhole($0) && !unreadable.contains($0) })
        if missing.isEmpty { return [] }
        // A parent may have been written since the loose nodes were listed. A file with other contents than its name
        // says does not count.
        let present = (try? store.present(missing)) ?? []
        return missing.subtracting(present.subtracting(damagedLoose.map(\.id)))
    }

    /// Whether a node is whole somewhere in the store.
    func hasWhole(_ id: NodeID) -> Bool { nodes.contains(id) }

    /// Checks the packs and their indexes alone, without searching for missing nodes and for files that have no pack.
    ///
    /// - Parameters:
    ///   - names: of the packs; nil for all.
    ///   - rule: which signatures are required.
    /// - Throws: STORAGE_001 if the packs cannot be listed.
    package init(
        packsOf store: Store, named names: [PackName]? = nil,
        signature rule: NodeValidator.SignatureRule = .unchecked,
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) {
        latest = nil
        let all = if let names { names } else { try store.packNames() }
        for name in all {
            checkPack(store, name, signature: rule, progress)
        }
        nodes.forget()
    }

    /// Whether each pack of a log was read and is sound, and so is its index.
    package func covers(_ log: StoredLog) -> Bool {
        log.packs.allSatisfy { soundPacks.contains($0.name) }
    }

    /// Adds what was found about the files that do not contain nodes.
    private mutating func add(_ layout: LayoutCheck) {
        findings += layout.findings
        notes += layout.notes
        garbage = layout.strangers
        faultyRecords = layout.faulty
    }

    /// Reports the nodes whose signatures are missing: they have been on a remote, where each node has one.
    private mutating func checkSignatures(_ store: Store, _ forms: StoreForms) {
        let unsigned = nodes.unsigned
        if unsigned.isEmpty { return }
        let records = forms.recordsOfSent(Set(unsigned.map(\.id)), store)
        for (id, path) in unsigned {
            guard let record = records[id] else { continue }
            findings.append(
                StoreFinding(
                    path, .invalidSignature,
                    "\(id): its signature is gone; \(record) says that it is on a remote, where each node has one"
                ))
        }
    }

    /// Reports the nodes that are recorded as lost, and the records of losses that are damaged.
    private mutating func checkRecords(_ store: Store) {
        let path = store.lost.filePath
        do throws(SystemError) {
            let lost = try store.lost.read()
            if try !store.lost.isWhole() {
                damagedRecords.append(path)
                findings.append(.damage(path, "its checksum does not match its lines"))
            } else if lost.hasForgotten {
                findings.append(
                    .damage(path, "more can be lost than it names: it was damaged before"))
            }
            for name in lost.packs.sorted() where !isSound(name) {
                findings.append(
                    .damage(
                        path,
                        "nodes of \(name) can be lost: it was damaged, and no record has what it contained"
                    ))
            }
            for id in lost.nodes.sorted() where !hasWhole(id) {
                findings.append(.damage(path, "\(id) is lost"))
            }
        } catch {
            findings.append(.unreadable(path, error))
        }
        let givenUp = store.givenUpRecord
        do throws(SystemError) {
            guard try !givenUp.read().isWhole else { return }
            damagedRecords.append(givenUp.filePath)
            findings.append(
                .damage(givenUp.filePath, "its checksum does not match its lines"))
        } catch {
            findings.append(.unreadable(givenUp.filePath, error))
        }
    }

    /// Reports the files in the quarantine that are not as they were set aside.
    private mutating func checkQuarantine(_ store: Store) {
        let quarantine = store.objects.quarantine
        do throws(SystemError) {
            quarantineFaults = try quarantine.faults()
            for (name, fault) in quarantineFaults {
                findings.append(
                    .damage(Path.join(quarantine.path, name), fault.description))
            }
        } catch {
            if !error.isNotFound { findings.append(.unreadable(quarantine.path, error)) }
        }
    }

    /// Whether a pack was read and is sound, and so is its index.
    func isSound(_ name: PackName) -> Bool { soundPacks.contains(name) }

    /// - Parameter linked: the nodes whose files are symbolic links.
    private mutating func checkLoose(
        _ store: Store, linked: Set<NodeID>, _ progress: StoreProgress
    ) throws(RedoError) {
        let ids = try store.looseIDs()
        for (id, file) in zip(ids, store.looseFiles(ids, progress: progress)) {
            // A file that is missing now was packed since it was listed.
            guard let file else { continue }
            let path = store.objects.path(of: id)
            switch file {
            case .whole(let node):
                add(node, path)
                if linked.contains(id) { addMisformed(node, path, "it is a symbolic link") }
            case .misformed(let node):
                add(node, path)
                addMisformed(node, path, "it is not canonical JSON and a line feed")
            case .faulty(.unreadable(let error)):
                findings.append(.unreadable(path, error))
                unreadable.insert(id)
            case .faulty(let fault):
                findings.append(StoreFinding(path, fault.code, fault.detail))
                damagedLoose.append((id, "\(fault)"))
                // If the file has another node, its name is wrong, and no node of that name is lost.
                if !fault.isOfOther { held.insert(id) }
            }
        }
    }

    private mutating func addMisformed(_ node: Node, _ path: String, _ reason: String) {
        findings.append(.damage(path, reason))
        misformedLoose.append((node, reason))
    }

    private mutating func checkPacks(
        _ store: Store, _ progress: StoreProgress
    ) throws(RedoError) {
        var checked: Set<PackName> = []
        while true {
            // A missing pack was replaced by one that has its nodes, and that may not have been listed.
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
            if lost.isEmpty { losses.packs.insert(name) }
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
            // A file without read permission may be whole, and anything but a file is not a pack.
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
        if let reason = PackFormat.laterFormat(of: file, named: name) {
            findings.append(
                StoreFinding(path, .notFound, "\(reason); it stays where it is"))
            hasUnreadablePack = true
            unreadable.formUnion(ids(inIndexOf: name, store) ?? [])
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
        // Without a sound index, the whole nodes are added one by one as they are read.
        var wholeCount = 0
        _ = PackReading(file, named: name, signature: rule) {
            wholeCount += 1
            add($0, path)
        }
        guard let first = reading.damages.first else { return }
        for damage in reading.damages {
            findings.append(.damage(path, at: damage.offset, damage.reason))
        }
        noteDamagedPack(
            name, "byte \(first.offset): \(first.reason)", store,
            isAllSaved: reading.isAll(wholeCount) || Self.holdsAll(file, of: name, store))
    }

    /// Whether the bytes before the trailer are all that the pack held: their hash is the name of the file, or, if
    /// the file has a name that no pack of the store had, the name of a pack in the inventory.
    private static func holdsAll(_ file: MappedFile, of name: PackName, _ store: Store) -> Bool {
        let end = file.count - PackFormat.trailerByteCount
        guard end >= 0 else { return false }
        let own = PackName(file.digest(ofFirst: end))
        if own == name { return true }
        guard let noted = try? store.inventory.listing().packs else { return false }
        return noted.contains(own) && !noted.contains(name)
    }

    /// - Parameter isAllSaved: whether each node that it held is known to be whole elsewhere.
    private mutating func noteDamagedPack(
        _ name: PackName, _ reason: String, _ store: Store, isAllSaved: Bool = false
    ) {
        damagedPacks.append((name, reason))
        if let ids = ids(inIndexOf: name, store) {
            held.formUnion(ids)
        } else if !isAllSaved {
            losses.packs.insert(name)
        }
    }

    /// The nodes of a pack according to its index; nil if the index cannot be read.
    private func ids(inIndexOf name: PackName, _ store: Store) -> [NodeID]? {
        let path = Path.join(store.packs.path, name.indexFileName)
        guard let file = try? MappedFile(path), let index = try? PackIndex(file, using: [.ids]),
            index.pack == name
        else { return nil }
        return (0..<index.nodeCount).map { index.id(of: $0) }
    }

    /// The nodes that are lost with a missing pack that left its index; nil if none are lost, empty if the index does
    /// not say which.
    private func lostNodes(ofPack name: PackName, _ store: Store) -> [NodeID]? {
        guard store.packs.isGone(name) else { return nil }
        guard let ids = ids(inIndexOf: name, store) else {
            return store.packs.has(name.indexFileName) ? [] : nil
        }
        let lost = ids.filter { !hasWhole($0) && !unreadable.contains($0) }
        return lost.isEmpty ? nil : lost
    }

    /// Compares an index with the one that is computed from its pack.
    ///
    /// - Returns: nil if they differ.
    private mutating func checkedIndex(
        _ store: Store, _ name: PackName, against expected: IndexImage
    ) -> MappedFile? {
        let path = Path.join(store.packs.path, name.indexFileName)
        let reason: String
        var offset: Int?
        do throws(SystemError) {
            let file = try MappedFile(path)
            // The next command that reads the pack recreates it.
            if PackIndex.isOtherVersion(file.bytes) { return nil }
            offset = expected.firstDifference(from: file)
            if offset == nil {
                soundPacks.insert(name)
                return file
            }
            reason = "it is not what its pack gives"
        } catch {
            // The pack may have been replaced by another in the meantime, and then both files were removed.
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
        // One of several copies is enough.
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

    /// Checks stage 2 of all nodes.
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
