import RedoSystem

/// A computation on a thread of its own, for which its caller waits only so long.
enum TimeLimit {
    private enum Event { case end, timeout }

    /// Runs a computation.
    ///
    /// - Parameter milliseconds: how long the caller waits.
    /// - Returns: nil if it has not ended by then: it continues, since nothing can stop it, and the process should end.
    static func value<Value: Sendable>(
        within milliseconds: Int, _ body: @escaping @Sendable () -> Value
    ) -> Value? {
        // Without a pipe there is no limit.
        guard let pipe = try? Pipe() else { return body() }
        let end = pipe.writeEnd.rawValue
        let worker = Worker<Value> {
            let value = body()
            try? writeBytes([0].span, to: end, path: "")
            return value
        }
        worker.start()
        var loop = EventLoop<Event>()
        loop.watch(.input(pipe.readEnd.rawValue), as: .end)
        loop.watch(.after(milliseconds: milliseconds), as: .timeout)
        return loop.wait().contains(.end) ? worker.result() : nil
    }
}
