import RedoCommand
import RedoLog
import RedoStore

/// Reads all nodes, and shows how far that is.
func readSnapshot(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> Snapshot {
    var progress = Progress("Reading nodes", context)
    let snapshot: Snapshot
    do throws(StoreError) {
        snapshot = try store.snapshot { progress.show(done: $0, total: $1) }
    } catch {
        throw CommandError(error)
    }
    progress.finish()
    return snapshot
}

/// Reads all nodes, and says on standard error which stored ones do not count.
package func loadSnapshot(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> Snapshot {
    let snapshot = try readSnapshot(context, store)
    for (id, rejection) in snapshot.refused {
        context.warn(
            Code.validationFailed.rawValue,
            "\(id) does not count: \(rejection) in \(store.objects.path(of: id))")
    }
    return snapshot
}
