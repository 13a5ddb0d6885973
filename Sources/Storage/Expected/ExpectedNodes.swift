import RedoCrypto
import RedoModel
import RedoSystem

/// What a store must have by its own records, and has not.
package struct ExpectedNodes: Sendable {
    /// What one record names and the store lacks.
    package struct Gap: Sendable {
        package let witness: NodeWitness
        /// Ascending. More can be missing if the record names only heads.
        package fileprivate(set) var ids: [NodeID] = []
        /// How many parts of the record are about packs that are gone, and do not say which nodes these had.
        package fileprivate(set) var unknownCount = 0
    }

    /// One for each record that names what is missing.
    package private(set) var gaps: [Gap] = []
    /// Records that were kept and are gone: their paths below the store.
    package let records: [String]

    /// Whether the store has all that its records name.
    package var isWhole: Bool { gaps.isEmpty && records.isEmpty }

    /// Whether it has all nodes that its records name.
    package var hasAllNodes: Bool { gaps.isEmpty }

    /// The nodes that are known to be missing.
    package var ids: Set<NodeID> { Set(gaps.lazy.flatMap(\.ids)) }

    /// The packs that are gone, and of which no record says what they held.
    package var unknownPacks: Set<PackName> {
        Set(gaps.lazy.filter { $0.unknownCount > 0 }.compactMap(\.witness.pack))
    }

    /// The fewest nodes that can be missing: a pack of which nothing is known counts as one.
    package var leastCount: Int {
        max(ids.count, gaps.lazy.map(\.unknownCount).max() ?? 0)
    }

    fileprivate init(records: [String]) { self.records = records }

    fileprivate mutating func add(_ gap: Gap) {
        if !gap.ids.isEmpty || gap.unknownCount > 0 { gaps.append(gap) }
    }
}

extension Store {
    /// Compares the store with what records say that it has.
    ///
    /// - Parameters:
    ///   - others: records beside the store's own, which were read before this is called.
    ///   - usesCache: whether parts that were compared with these packs before are not compared again.
    ///   - isWriting: whether what was compared is kept in the cache, and the inventory is settled.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    /// - Complexity: O(n log n) for n nodes that records name and packs do not answer for; with the cache, O(p + l) for p parts
    ///   and l loose nodes.
    package func expectedNodes(
        beside others: [NodeWitness] = [], usesCache: Bool, isWriting: Bool = true
    ) throws(RedoError) -> ExpectedNodes {
        // In this order: what a record names is written before it, and what is packed in between is in a pack then.
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

    /// Settles the inventory where a command was ended before it could.
    ///
    /// - Parameters:
    ///   - noted: packs whose nodes are all here. Those that are gone were replaced.
    ///   - here: the packs of the store.
    private func settleInventory(_ noted: [PackName], _ here: Set<PackName>) {
        let replaced = noted.filter { !here.contains($0) && packs.isGone($0) }
        strikePacks(replaced)
        if noted.count - replaced.count < here.count { notePacks() }
    }

    /// Notes that every answer lacks the nodes of packs that the inventory names, that are gone, and whose nodes are nowhere
    /// else. A pack that has left its index is not among them: the index says of which tasks its nodes were, and they have
    /// been noted with these (``StrayIndex``).
    ///
    /// - Complexity: O(p) for p packs if none is gone.
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
    /// Whether ``verified`` has more than was read.
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

    /// Takes over what was compared before, if the loose nodes that it relies on are still here.
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
                // What was given up can be missed again once the record of that is gone.
                verified.parts.insert(hasGivenUp ? keyWithoutGivenUp : key)
                hasNews = true
            }
        }
        gap.ids.sort()
        gap.ids.removeRepetitions()
        return gap
    }
}
