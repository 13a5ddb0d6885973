import RedoCommandLine
import RedoRepository
import RedoSystem

private enum FollowingEvent { case brokenPipe, arrivals }

extension StoreArrivals {
    /// Reports arrivals until the reader of the output ends.
    ///
    /// - Parameter report: receives each batch of arrivals, which can be empty.
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
