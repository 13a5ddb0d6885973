import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// The contents of a planned statement, read back from the stored lists of its packs.
    ///
    /// - Parameters:
    ///   - last: the last statement of the slot, whose packs may be listed again unchanged.
    ///   - replaced: further statements whose nodes the packs must have.
    /// - Throws: STORAGE_004 if the packs would lack a node of these statements, or a parent of a new node; then
    ///   nothing may be signed. STORAGE_003 if a list cannot be written.
    func contents(
        of plan: CheckpointPlan, after last: Statement?, replacing replaced: [Statement]
    ) throws(RedoError) -> StatementContents {
        for pack in plan.newPacks where ids(of: pack.name) == nil {
            try record.keep(pack.links, of: pack.name)
        }
        var lists: [NodeIDList] = []
        for pack in plan.listing {
            guard let list = ids(of: pack.name) else {
                throw RedoError(
                    .corrupted,
                    "the list of the nodes of the pack \(pack.name.hexadecimal) cannot be read")
            }
            lists.append(list)
        }
        let listed = Set(last?.packs.map(\.name) ?? [])
        let contents = StatementContents(of: lists) { !listed.contains(plan.listing[$0].name) }
        guard contents.missingParents.isEmpty else {
            throw RedoError(
                .corrupted,
                "the nodes to push lack \(counted(contents.missingParents.count, "parent")) of its nodes: "
                    + contents.missingParents.prefix(3).map(\.description).joined(separator: ", "),
                hints: ["'redo fsck' says what is wrong with the store"])
        }
        let covered = (last.map { [$0] } ?? []) + replaced
        let lackingCount = lackingCount(of: covered.flatMap(\.packs), in: plan.listing, lists)
        guard lackingCount == 0 else {
            throw RedoError(
                .corrupted,
                "this store lacks \(counted(lackingCount, "node")) that it has put on \(name): nothing is pushed",
                hints: ["'redo fsck --from \(name)' brings back what \(name) has"])
        }
        return contents
    }

    /// The number of nodes of some packs that are in none of the others, of those whose nodes are recorded.
    private func lackingCount(
        of old: [Statement.ListedPack], in packs: [Statement.ListedPack], _ lists: [NodeIDList]
    ) -> Int {
        let names = Set(packs.map(\.name))
        var lacking: Set<NodeID> = []
        for pack in old where !names.contains(pack.name) {
            guard let list = ids(of: pack.name) else { continue }
            for index in 0..<list.count where !lists.contains(where: { $0.contains(list[index]) }) {
                lacking.insert(list[index])
            }
        }
        return lacking.count
    }

    /// Restores missing or damaged lists of the packs of the store's last statement: from the store's own packs, else
    /// from the remote. A pack without a list could not be listed again.
    ///
    /// - Parameter current: the current tip of the slot; nil if it is unknown.
    /// - Throws: STORAGE_003 if a list cannot be written; as ``CheckpointStorage/tips()``.
    func restoreLists(from current: CheckpointTip?) throws(RedoError) {
        let packs = record.own?.last?.statement.statement.packs ?? []
        try keepIDs(ofOwnPacksAmong: packs)
        let rest = packs.filter { ids(of: $0.name) == nil }
        guard let current, !rest.isEmpty else { return }
        try storage.receive([current]) { _, _ in }
        for pack in rest {
            let file = ContainedFile(
                "listed-\(RandomBytes.hexadecimal(count: 8)).pack", in: directory)
            defer { try? file.removeIfPresent() }
            do throws(RedoError) {
                guard try download(pack, of: current, to: file, isStopping: true).isEmpty else {
                    continue
                }
            } catch {
                // The nodes that are here are sent in another pack.
                guard error.code == .corrupted else { throw error }
                continue
            }
            let content = try PackVerification(packAt: file.path, named: pack.name)
            if content.faults.isEmpty { try record.keep(content.links, of: pack.name) }
        }
    }

    /// The differences between a statement and its packs, for people.
    ///
    /// - Parameter read: the packs that were read now, and have no stored list.
    /// - Returns: empty if the statement matches its packs; nil if the nodes of a pack are unknown.
    func differences(of statement: Statement, reading read: [Digest: NodeLinks]) -> [String]? {
        var packs: [any LinkedNodeIDs] = []
        for pack in statement.packs {
            if let links = read[pack.name] {
                packs.append(links)
            } else if let list = ids(of: pack.name) {
                packs.append(list)
            } else {
                return nil
            }
        }
        return StatementContents(of: packs).differences(from: statement)
    }
}
