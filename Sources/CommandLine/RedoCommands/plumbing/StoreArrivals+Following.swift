import RedoCommandLine
import RedoRepository
import RedoSystem

extension StoreArrivals {
    /// After so long a lock that another process keeps is tried again.
    private static var retryMilliseconds: Int32 { 50 }

    /// Hands on what comes, until the reader of the output goes away.
    ///
    /// - Parameter tell: is given what has come, which can be nothing.
    consuming func follow(
        _ context: inout CommandContext,
        _ tell: (
            _ batch: [Arrival], _ arrivals: borrowing StoreArrivals, _ context: inout CommandContext
        ) throws(RedoError) -> Void
    ) throws(RedoError) -> ExitStatus {
        var arrivals = self
        let output = context.surroundings.output
        while true {
            try context.flush()
            let ready = Readiness.wait(
                for: [arrivals.descriptor], outputs: [output],
                milliseconds: arrivals.isPending ? Self.retryMilliseconds : -1)
            if ready.contains(output) { return .brokenPipe }
            let batch = try arrivals.next { () throws(RedoError) in try context.openRepository() }
            try tell(batch, arrivals, &context)
        }
    }
}
