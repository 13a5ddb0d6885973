import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// Verifies the log in one pass over its packs: every byte of them and of their indexes, and form, hash and signature of
    /// each node, on all processors. Stages 2 and 3 are then told by the indexes, so that no node is kept.
    ///
    /// - Parameter requiresSignature: whether each node has to have one.
    /// - Returns: what stage 3 says of the nodes; nil if anything else is not as it should be: who reads all nodes finds
    ///   out what.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    package func verifiedHistory(
        requiringSignatures requiresSignature: Bool
    ) throws(RedoError) -> HistoryValidation? {
        var progress = progress("Reading nodes")
        let check = try StoreCheck(packsOf: store, signature: .ifPresent) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        guard check.findings.isEmpty, let log = try indexedSource(), check.covers(log.stored),
            store.verifies(looseNodesOf: log.stored),
            !requiresSignature || log.stored.unsignedCount == 0
        else { return nil }
        return log.validation(.version1)
    }
}
