import RedoCommand
import RedoLog
import RedoStore

/// Reads all nodes, and says on standard error which stored ones do not count.
package func loadSnapshot(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> Snapshot {
    let snapshot = try reporting { () throws(StoreError) in try store.snapshot() }
    for (id, rejection) in snapshot.refused {
        context.warn(
            Code.validationFailed.rawValue,
            "\(id) does not count: \(rejection) in \(store.objects.path(of: id))")
    }
    return snapshot
}
