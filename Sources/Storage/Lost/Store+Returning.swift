import RedoModel
import RedoSystem

extension Store {
    /// Returns the descendants of nodes that were lost or given up and have just been admitted from the quarantine.
    ///
    /// If another process packs or repairs for longer than the timeout, the next repair does it.
    ///
    /// - Throws: STORAGE_003 if nodes cannot be written.
    /// - Complexity: one attempt to open a file if nothing was given up.
    func readmitFollowers(of admitted: some Sequence<NodeID>) throws(RedoError) {
        let givenUp = try givenUp()
        if givenUp.isEmpty { return }
        let missing = try listed { () throws(SystemError) in try lost.read().nodes }
        guard admitted.contains(where: { givenUp.lost.contains($0) || missing.contains($0) }),
            let lock = try packLock(patience: Self.lockPatience)
        else { return }
        defer { _ = lock }
        var repair = StoreRepair()
        try readmit(&repair, from: Quarantine.isCutOff)
        try settleGivenUp()
        incompleteness.note(returnedCount: repair.returnedCount)
    }

    /// Removes nodes that are in the store again from the record of what was given up.
    ///
    /// The caller holds the lock.
    func settleGivenUp() throws(RedoError) {
        let givenUp = try givenUp()
        if givenUp.isEmpty { return }
        let back = try present(givenUp.lost.union(givenUp.cutOff))
        try updateGivenUp { $0.remove(back) }
    }

    /// Moves received nodes that are descendants of given-up ones to the quarantine, unless they are there already.
    ///
    /// - Throws: STORAGE_003 if they cannot be written, or another process packs or repairs.
    package func setAside(_ nodes: [Node]) throws(RedoError) {
        if nodes.isEmpty { return }
        guard let lock = try packLock(patience: Self.lockPatience) else {
            throw RedoError(
                .writeFailed, "another command is packing this store",
                hints: ["repeat this one when it is done"])
        }
        defer { _ = lock }
        let known = try givenUp().cutOff
        let further = nodes.filter { !known.contains($0.id) }
        if further.isEmpty { return }
        try objects.quarantine.write(
            further, as: Quarantine.cutOffName, reason: "they follow a node that was given up")
        try updateGivenUp { $0.cutOff.formUnion(further.map(\.id)) }
    }
}
