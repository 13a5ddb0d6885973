import RedoCommandLine
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// What a store lacks of what its records name, before a fetch that is to bring it back.
struct MissingHere {
    private let before: ExpectedNodes

    /// - Parameter isWriting: as for `Store.expected(usesCache:isWriting:)`.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    init(_ store: Store, isWriting: Bool) throws(RedoError) {
        before = try store.expected(isWriting: isWriting)
    }

    /// Whether nothing is missing.
    var isEmpty: Bool { before.hasAllNodes }

    /// Says what a fetch brought back, and what is still missing, which is recorded as lost.
    ///
    /// - Returns: incomplete if something is still missing.
    func report(
        after store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if isEmpty { return .done }
        let after = try store.expected()
        let backCount = before.ids.subtracting(after.ids).count
        if backCount > 0, !context.arguments.has(SyncOptions.porcelain) {
            let verb = backCount == 1 ? "is" : "are"
            try context.print(
                "\(counted(backCount, "node")) that this store had lost \(verb) back\n")
        }
        if after.hasAllNodes { return .done }
        // Records of remotes forget what is not there any more.
        try store.noteLost(after.ids)
        store.note(missing: after)
        return .incomplete
    }
}
