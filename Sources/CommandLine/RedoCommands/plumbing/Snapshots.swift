import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

/// Reads all nodes, and shows how far that is.
///
/// - Parameter keep: makes what is to be kept of a node.
func readSnapshot<Kept: KeptNode>(
    _ context: borrowing CommandContext, _ store: Store, trusting trust: PackTrust,
    keeping keep: @Sendable (Node) -> Kept
) throws(RedoError) -> Snapshot<Kept> {
    var progress = Progress("Reading nodes", context)
    let snapshot = try store.snapshot(
        trusting: trust, progress: { progress.show(done: $0, total: $1) }, keeping: keep)
    progress.finish()
    return snapshot
}

/// Reads the whole log. What does not count is noted where the command ends.
package func loadWholeLog(
    _ context: borrowing CommandContext, _ store: Store, _ view: LogView = .effective
) throws(RedoError) -> Log {
    let ignored = view.ignoredUsers(of: store)
    return Log(try loadSnapshot(context, store), ignoring: ignored)
}

/// Reads all nodes. What does not count is noted where the command ends.
package func loadSnapshot(
    _ context: borrowing CommandContext, _ store: Store, trusting trust: PackTrust = .checksums
) throws(RedoError) -> Snapshot<Node> {
    try readSnapshot(context, store, trusting: trust) { $0 }
}
