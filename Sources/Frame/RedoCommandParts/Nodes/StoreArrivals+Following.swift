import RedoCommandLine
import RedoRepository
import RedoSystem

private enum FollowingEvent { case brokenPipe, arrivals }

extension StoreArrivals {
    /// Hands on what comes, until the reader of the output goes away.
    ///
    /// - Parameter report: is given what has come, which can be nothing.
    package consuming func follow(
        _ context: inout CommandContext,
        _ report: (
            _ batch: [Arrival], _ arrivals: borrowing StoreArrivals, _ context: inout CommandContext
        ) throws(RedoError) -> Void
    ) throws(RedoError) -> ExitStatus {
        var arrivals = self
        var loop = EventLoop<FollowingEvent>()
        loop.watch(.closing(of: context.surroundings.output), as: .brokenPipe)
        while true {
            try context.flush()
            loop.watch(arrivals.source, as: .arrivals)
            if loop.wait().contains(.brokenPipe) { return .brokenPipe }
            let batch = try arrivals.next { () throws(RedoError) in try context.openRepository() }
            try report(batch, arrivals, &context)
        }
    }
}
