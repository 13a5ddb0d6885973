import RedoCommand
import RedoLog
import RedoStore

/// Reads all nodes, and shows how far that is.
///
/// - Parameter keep: makes what is to be kept of a node.
func readSnapshot<Kept: KeptNode>(
    _ context: borrowing CommandContext, _ store: Store, trusting trust: PackTrust,
    keeping keep: @Sendable (Node) -> Kept
) throws(CommandError) -> Snapshot<Kept> {
    var progress = Progress("Reading nodes", context)
    let snapshot: Snapshot<Kept>
    do throws(StoreError) {
        snapshot = try store.snapshot(
            trusting: trust, progress: { progress.show(done: $0, total: $1) }, keeping: keep)
    } catch {
        throw CommandError(error)
    }
    progress.finish()
    return snapshot
}

/// So many nodes that do not count are named: a damaged pack can have thousands.
private let greatestWarningCount = 10

/// Reads all nodes, and says on standard error which stored ones do not count.
package func loadSnapshot(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> Snapshot<Node> {
    let snapshot = try readSnapshot(context, store, trusting: .checksums) { $0 }
    warn(of: snapshot.refused, context)
    return snapshot
}

/// Says on standard error which stored nodes do not count.
package func warn(of refused: [RefusedNode], _ context: borrowing CommandContext) {
    for node in refused.prefix(greatestWarningCount) {
        context.warn(
            Code.validationFailed.rawValue,
            "\(node.id) does not count: \(node.rejection) in \(node.path)")
    }
    let others = refused.count - greatestWarningCount
    if others > 0 {
        context.warn(
            Code.validationFailed.rawValue,
            "\(others) others do not count: 'redo fsck' says why, 'redo fsck --repair' saves what "
                + "is whole")
    }
}
