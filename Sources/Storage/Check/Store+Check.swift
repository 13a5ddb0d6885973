import RedoModel
import RedoSystem

/// The result of a repair.
package struct StoreRepair: Sendable {
    package internal(set) var actions: [String] = []
    /// The number of nodes that returned from the quarantine.
    package internal(set) var returnedCount = 0
    /// The damage that remains after the repair: nodes that are lost, and nodes whose parents are.
    package internal(set) var remaining: [StoreFinding] = []
    /// The harmless findings that remain.
    package internal(set) var notes: [StoreFinding] = []
    /// The whole nodes whose dates are later than allowed.
    package internal(set) var future: [(id: NodeID, wall: Instant)] = []
}

extension Store {
    /// The names of the packs, sorted.
    ///
    /// - Throws: STORAGE_001 if they cannot be listed.
    package func packNames() throws(RedoError) -> [PackName] {
        try listed { () throws(SystemError) in try packs.names() }
    }

    /// Reads every byte of the store. Nodes that were recorded as lost and are back are removed from that record.
    ///
    /// - Parameters:
    ///   - latest: the date after which nodes are reported; nil for no limit.
    ///   - isRecorded: whether nodes that are back are removed from the record; otherwise nothing is written.
    ///   - forms: the checks of files whose formats this library does not know.
    /// - Throws: STORAGE_001 if the store cannot be listed.
    package func check(
        until latest: Instant? = nil, isRecorded: Bool = true, forms: StoreForms = StoreForms(),
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> StoreCheck {
        let check = try StoreCheck(self, until: latest, forms, progress: progress)
        guard isRecorded else { return check }
        // A repair has the lock, and does this itself.
        if let lost = try? lost.read(),
            lost.nodes.contains(where: check.hasWhole) || lost.packs.contains(where: check.isSound),
            let lock = (try? packLock()) ?? nil
        {
            strike(lost: check.hasWhole, packs: check.isSound)
            _ = lock
        }
        return check
    }

    /// Repairs what it can: rewrites the indexes of whole packs, saves the whole nodes of damaged packs into a new
    /// pack, and moves damaged files to the quarantine, each with the reason beside it. Whole nodes in the quarantine
    /// return. Lost nodes are recorded before any file is moved that names them.
    ///
    /// - Parameters:
    ///   - latest: the date after which nodes are reported; nil for no limit.
    ///   - forms: the checks of files whose formats this library does not know.
    /// - Returns: nil if another process is packing.
    /// - Throws: STORAGE_003 if a file cannot be written or moved. What was done until then remains.
    package func repair(
        until latest: Instant? = nil, forms: StoreForms = StoreForms(),
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> StoreRepair? {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        guard let lock = try packLock() else { return nil }
        defer { _ = lock }
        let check = try check(isRecorded: false, forms: forms, progress: progress)
        var repair = StoreRepair()
        try keepTasks(before: check.losses, &repair)
        try repairRecords(check, &repair)
        try settleGoneRecords(&repair)
        try remember(lost: check.losses)
        for (name, reason) in check.damagedPacks {
            try self.repair(
                name, reason, isCountKnown: !check.losses.packs.contains(name), &repair)
        }
        for (name, reason) in check.damagedIndexes {
            if try exists(name.indexFileName) {
                try setAside(name.indexFileName, reason, &repair)
            }
            try writeIndex(of: name)
            repair.actions.append("made \(name.indexFileName) again")
        }
        for name in check.strayIndexes {
            try setAside(name.indexFileName, "it has no pack", &repair)
        }
        for (node, reason) in check.misformedLoose {
            try writing { () throws(SystemError) in try objects.rewrite(node) }
            repair.actions.append("wrote \(objects.path(of: node.id)) again: \(reason)")
        }
        for (id, reason) in check.damagedLoose {
            let path = objects.path(of: id)
            let isMoved = try writing { () throws(SystemError) in
                try objects.quarantine.take(
                    objects.file(of: id), as: id.digest.hexadecimal, reason: reason
                ) {
                    bytes in
                    // An import may have repaired it in the meantime.
                    (try? read(bytes, as: id, signature: .ifPresent, validator: NodeValidator()))
                        != nil
                }
            }
            if isMoved { repair.actions.append("moved \(path) to quarantine: \(reason)") }
        }
        let others =
            check.garbage.map { ($0, "it is not a file of the store") } + check.faultyRecords
        for (path, reason) in others {
            strike(record: String(path.dropFirst(self.path.count + 1)))
            try writing { () throws(SystemError) in
                try objects.quarantine.take(
                    ContainedFile(path, below: self.path),
                    as: Quarantine.name(forStranger: Path.name(of: path)), reason: reason)
            }
            repair.actions.append("moved \(path) to quarantine: \(reason)")
        }
        // Only if every pack is readable is it clear what the store lacks.
        if !check.hasUnreadablePack { try readmit(&repair) }
        try noteFaults(ofQuarantine: check, &repair)
        try settleGivenUp()
        let last = try self.check(
            until: latest, isRecorded: false, forms: forms, progress: progress)
        strike(lost: last.hasWhole, packs: last.isSound)
        repair.remaining = last.findings
        repair.notes = last.notes
        repair.future = last.future
        return repair
    }

    /// Saves the cache of the tasks as they were before nodes were lost: the next list would overwrite it with the
    /// remaining tasks.
    private func keepTasks(
        before losses: LostNodes.Contents, _ repair: inout StoreRepair
    ) throws(RedoError) {
        let isKnown = (try? lost.read().includes(losses)) ?? false
        let cache = ContainedFile(Quarantine.tasksName, in: directory())
        guard !isKnown, ((try? Files.statusOfLink(cache.path)) ?? nil)?.kind == .regular else {
            return
        }
        try writing { () throws(SystemError) in
            try objects.quarantine.keep(
                cache, as: Quarantine.tasksName, reason: "the tasks before nodes were lost")
        }
        repair.actions.append("kept a copy of \(cache.path) in quarantine")
    }

    /// Sets damaged records aside, and rewrites what can be read of them.
    private func repairRecords(
        _ check: StoreCheck, _ repair: inout StoreRepair
    ) throws(RedoError) {
        for path in check.damagedRecords {
            let isLost = path == lost.filePath
            let reason = "its checksum did not match its lines"
            try writing { () throws(SystemError) in
                let (contents, givenUp) = (try lost.read(), try givenUpRecord.read().nodes)
                try objects.quarantine.keep(
                    ContainedFile(Path.name(of: path), in: directory()), as: Path.name(of: path),
                    reason: reason)
                if isLost { try write(lost: contents) } else { try write(givenUp: givenUp) }
            }
            repair.actions.append("wrote \(path) again: \(reason)")
        }
    }

    /// Removes missing records from the inventory after they have been reported: nothing else has what they held. If
    /// the record of losses is missing, the store still reports that it may have lost more than is recorded.
    private func settleGoneRecords(_ repair: inout StoreRepair) throws(RedoError) {
        let records = try listed { () throws(SystemError) in try inventory.listing().records }
        for record in records where !inventory.has(record: record) {
            if record == LostNodes.fileName {
                var contents = LostNodes.Contents()
                contents.hasForgotten = true
                try remember(lost: contents)
            } else {
                strike(record: record)
            }
            repair.actions.append(
                "noted that \(Path.join(path, record)) is gone: nothing has what it held")
        }
    }

    /// Reports what in the quarantine is not as it was set aside, and did not return.
    private func noteFaults(
        ofQuarantine check: StoreCheck, _ repair: inout StoreRepair
    ) throws(RedoError) {
        let faults = check.quarantineFaults.filter { name, _ in
            let path = quarantineDirectory.file(name)
            return ((try? Files.statusOfLink(path)) ?? nil) != nil
                || ((try? Files.statusOfLink(path + Quarantine.reasonSuffix)) ?? nil) != nil
        }
        for (name, fault) in faults {
            try writing { () throws(SystemError) in try objects.quarantine.settle(name, fault) }
            repair.actions.append("noted of \(name) in quarantine: \(fault.description)")
        }
    }

    private func exists(_ name: String) throws(RedoError) -> Bool {
        try writing { () throws(SystemError) in
            try Files.status(of: Path.join(packs.path, name)) != nil
        }
    }

    /// Saves what is whole in a damaged pack, and sets it aside with its index.
    ///
    /// - Parameter isCountKnown: whether something records how many nodes it held.
    private func repair(
        _ name: PackName, _ reason: String, isCountKnown: Bool, _ repair: inout StoreRepair
    ) throws(RedoError) {
        let path = Path.join(packs.path, name.packFileName)
        // The index may still have that number.
        let indexFile = try? MappedFile(Path.join(packs.path, name.indexFileName))
        let total = indexFile.flatMap { try? PackIndex($0, using: []) }?.nodeCount
        if try exists(name.indexFileName) {
            try setAside(name.indexFileName, "its pack is damaged: \(reason)", &repair)
        }
        let status = try writing { () throws(SystemError) in try Files.status(of: path) }
        guard status?.kind == .regular else {
            return try setAside(name.packFileName, reason, &repair)
        }
        // Its nodes stay where they are until the new pack is synced. The new pack has the same name if only bytes
        // around the frames were damaged; then it has replaced this one.
        try writing { () throws(SystemError) in
            try objects.quarantine.keep(
                ContainedFile(name.packFileName, in: packs.directory), as: name.packFileName,
                reason: reason)
        }
        let saved = try salvage(name)
        if saved.name != name {
            try writing { () throws(SystemError) in try packs.remove([name]) }
        }
        repair.actions += [
            "moved \(name.packFileName) to quarantine: \(reason)",
            "saved \(saved.count)\(total.map { " of \($0)" } ?? "") nodes of \(name.packFileName)"
                + (isCountKnown ? "" : "; how many it held is not known"),
        ]
    }

    /// Writes the whole nodes of a damaged pack into a new one.
    ///
    /// - Returns: its name, and how many nodes it has; no name if there are none.
    private func salvage(
        _ name: PackName
    ) throws(RedoError) -> (name: PackName?, count: Int) {
        let file = try writing { () throws(SystemError) in
            try MappedFile(Path.join(packs.path, name.packFileName))
        }
        var found: [NodeID: Node] = [:]
        _ = PackReading(file, named: name) { found[$0.id] = $0 }
        let nodes = found.values.sorted { $0.position < $1.position }
        if nodes.isEmpty { return (nil, 0) }
        var writer = try PackWriter.begin(in: packs.directory, isSynced: true)
        for node in nodes { try writer.add(node) }
        let saved = try writer.finish()
        notePacks()
        return (saved, nodes.count)
    }

    /// Moves a file of a pack to the quarantine.
    private func setAside(
        _ name: String, _ reason: String, _ repair: inout StoreRepair
    ) throws(RedoError) {
        try writing { () throws(SystemError) in
            try objects.quarantine.take(
                ContainedFile(name, in: packs.directory), as: name, reason: reason)
        }
        repair.actions.append("moved \(name) to quarantine: \(reason)")
    }

    /// Writes the index of a whole pack over the existing one.
    ///
    /// - Returns: false if the index was right already.
    /// - Throws: STORAGE_004 if the pack is damaged, STORAGE_003 if the index cannot be written.
    @discardableResult
    package func writeIndex(of name: PackName) throws(RedoError) -> Bool {
        let index = try packs.builtIndex(of: name)
        let indexPath = Path.join(packs.path, name.indexFileName)
        if (try? index.isContent(of: indexPath)) == true { return false }
        try writing { () throws(SystemError) in
            try packs.write(try index.mapped(as: indexPath), asIndexOf: name)
        }
        return true
    }
}
