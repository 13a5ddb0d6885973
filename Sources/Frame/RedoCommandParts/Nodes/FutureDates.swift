import RedoCommandLine
import RedoModel
import RedoSystem

/// Nodes that are dated far ahead of the clock of who checks them: they are valid, and one of the clocks is
/// wrong. Nothing takes its own time from the date of another node.
package struct FutureDates {
    /// The code of the warning (redo-errors.7).
    static let code = ErrorCode.futureDate
    /// Clocks differ by less.
    private static let toleranceMilliseconds: Int64 = 86_400_000

    /// The latest date that is not far ahead.
    package let limit: Instant
    private var count = 0
    private var first: (id: NodeID, wall: Instant)?

    package init(_ context: borrowing CommandContext) throws(RedoError) {
        let now = try context.now()
        limit = Instant(milliseconds: now.milliseconds + Self.toleranceMilliseconds)
    }

    /// Takes note of a node if it is dated so.
    package mutating func note(_ id: NodeID, _ wall: Instant) {
        guard wall > limit else { return }
        count += 1
        if first == nil { first = (id, wall) }
    }

    /// Warns of their number, and names the first.
    package func warn(_ context: borrowing CommandContext) {
        guard let first else { return }
        let others = count == 1 ? "" : " and \(counted(count - 1, "other node"))"
        context.warn(
            Self.code,
            "\(first.id)\(others): dated more than a day ahead of this machine's clock, "
                + "\(first.wall.wallText)")
    }
}
