import RedoCrypto
import RedoModel
import RedoSystem

/// The nodes and records that a store must have by its own records, but lacks.
package struct ExpectedNodes: Sendable {
    /// What one record names and the store lacks.
    package struct Gap: Sendable {
        package let witness: NodeWitness
        /// Ascending. More can be missing if the record names only heads.
        package fileprivate(set) var ids: [NodeID] = []
        /// The number of parts of the record that concern missing packs without naming the nodes of these packs.
        package fileprivate(set) var unknownCount = 0
    }

    /// One for each record that names what is missing.
    package private(set) var gaps: [Gap] = []
    /// The paths, below the store, of records that the inventory names and that are missing.
    package let records: [String]

    /// Whether the store has all that its records name.
    package var isWhole: Bool { gaps.isEmpty && records.isEmpty }

    /// Whether it has all nodes that its records name.
    package var hasAllNodes: Bool { gaps.isEmpty }

    /// The nodes that are known to be missing.
    package var ids: Set<NodeID> { Set(gaps.lazy.flatMap(\.ids)) }

    /// The missing packs whose nodes no record names.
    package var unknownPacks: Set<PackName> {
        Set(gaps.lazy.filter { $0.unknownCount > 0 }.compactMap(\.witness.pack))
    }

    /// The minimum number of missing nodes: a pack whose nodes are unknown counts as one.
    package var leastCount: Int {
        max(ids.count, gaps.lazy.map(\.unknownCount).max() ?? 0)
    }

    fileprivate init(records: [String]) { self.records = records }

    fileprivate mutating func add(_ gap: Gap) {
        if !gap.ids.isEmpty || gap.unknownCount > 0 { gaps.append(gap) }
    }
}

extension Store {
    /// Compares the store with its records.
    ///
    /// - Parameters:
    ///   - others: records of other libraries, which were read before this is called.
    ///   - usesCache: whether parts that were compared with these packs before are skipped.
    ///   - isWriting: whether the cache is written and the inventory is settled.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    /// - Complexity: O(n log n) for n nodes that records name and that are not in a pack of the record; with the
    ///   cache, O(p + l) for p parts and l loose nodes.
    package func expectedNodes(
        beside others: [NodeWitness] = [], usesCache: Bool, isWriting: Bool = true
    ) throws(RedoError) -> ExpectedNodes {
        // The order matters: a node is written before a record names it, and a node that is packed in between is then
        // found in a pack.
        let noted = try inventoryListing()
        let witnesses = try witnesses(noted) + others
        let loose = try looseIDs()
        let open = try packs.open(using: Pack.lookup)
        var presence = ExpectedPresence(loose: loose, packs: open, givenUp: try givenUp())
        let cache = ExpectedCache(of: self, open)
        if usesCache { presence.trust(cache.read()) }
        var expected = ExpectedNodes(records: noted.records.filter { !inventory.has(record: $0) })
        for witness in witnesses { expected.add(presence.gap(of: witness)) }
        if isWriting, expected.hasAllNodes {
            if presence.hasNews { cache.write(presence.verified) }
            settleInventory(noted.packs, Set(open.map(\.name)))
        }
        return expected
    }

    private func inventoryListing() throws(RedoError) -> Inventory.Listing {
        try failing(.notFound, "the inventory cannot be listed") { () throws(SystemError) in
            try inventory.listing()
        }
    }

    /// Completes changes of the inventory that an earlier command did not finish.
    ///
    /// - Parameters:
    ///   - noted: packs whose nodes are all here. Those that are missing were replaced.
    ///   - here: the packs of the store.
    private func settleInventory(_ noted: [PackName], _ here: Set<PackName>) {
        let replaced = noted.filter { !here.contains($0) && packs.isGone($0) }
        strikePacks(replaced)
        if noted.count - replaced.count < here.count { notePacks() }
    }

    /// Notes that every answer lacks the nodes of missing packs that the inventory names, unless they are elsewhere.
    /// A pack that has left its index is not among them: the index has the tasks of its nodes, which have been noted
    /// with these tasks (``StrayIndex``).
    ///
    /// - Complexity: O(p) for p packs if none is missing.
    func noteGonePacks() throws(RedoError) {
        let noted = try inventoryListing()
        let here = Set(try packNames())
        let unknown = noted.packs.filter { !here.contains($0) && !hasReadableIndex(of: $0) }
        if unknown.isEmpty { return }
        note(missing: try expectedNodes(usesCache: true))
    }

    /// Notes that every answer lacks what is missing.
    package func note(missing expected: ExpectedNodes) {
        for gap in expected.gaps {
            incompleteness.note(faulty: gap.ids)
            if gap.unknownCount > 0 {
                incompleteness.note(file: Path.join(path, gap.witness.record))
            }
        }
    }
}

/// Which nodes are here, and which parts of records were compared with them.
private struct ExpectedPresence {
    private let loose: [NodeID]
    private let packs: [Pack]
    private let packNames: Set<Digest>
    private let givenUp: GivenUpNodes
    private let givenUpFingerprint: UInt64
    /// What was compared, and found to be here.
    private(set) var verified = ExpectedCache.Content()
    /// Whether ``verified`` has more than the cache that was read.
    private(set) var hasNews = false

    /// - Parameter loose: ascending.
    init(loose: [NodeID], packs: [Pack], givenUp: GivenUpNodes) {
        self.loose = loose
        self.packs = packs
        self.givenUp = givenUp
        givenUpFingerprint = givenUp.fingerprint
        packNames = Set(packs.map(\.name.digest))
    }

    private func isLoose(_ id: NodeID) -> Bool {
        let index = loose.firstIndex(notBelow: id)
        return index < loose.count && loose[index] == id
    }

    /// Adopts an earlier comparison, if the loose nodes that it relies on are still here.
    mutating func trust(_ content: ExpectedCache.Content?) {
        guard let content, content.loose.allSatisfy(isLoose) else { return }
        verified = content
    }

    mutating func gap(of witness: NodeWitness) -> ExpectedNodes.Gap {
        var gap = ExpectedNodes.Gap(witness: witness)
        for part in witness.parts {
            if let pack = part.pack,
                packNames.contains(pack) || givenUp.packs.contains(PackName(pack))
            {
                continue
            }
            let key = FastChecksum.value(of: Array(part.name.utf8).span)
            let keyWithoutGivenUp = key ^ givenUpFingerprint
            let isVerified =
                verified.parts.contains(key) || verified.parts.contains(keyWithoutGivenUp)
            if isVerified, part.isThere() { continue }
            guard let ids = part.ids() else {
                gap.unknownCount += 1
                continue
            }
            var missing: [NodeID] = []
            var hasGivenUp = false
            for id in ids where !packs.contains(where: { $0.index.number(of: id) != nil }) {
                if isLoose(id) {
                    verified.loose.insert(id)
                } else if givenUp.contains(id) {
                    hasGivenUp = true
                } else {
                    missing.append(id)
                }
            }
            gap.ids += missing
            if missing.isEmpty {
                // Nodes that were given up are expected again once the record of giving up is removed.
                verified.parts.insert(hasGivenUp ? keyWithoutGivenUp : key)
                hasNews = true
            }
        }
        gap.ids.sort()
        gap.ids.removeRepetitions()
        return gap
    }
}
