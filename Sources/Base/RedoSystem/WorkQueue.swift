/// A queue that computes a value of each input on its own threads, while the caller adds further inputs.
///
/// ```
/// let checks = WorkQueue<Node, Bool> { isSigned($0) }
/// for node in nodes { checks.append(node) }
/// let results = checks.finish()  // in the order of the nodes
/// ```
///
/// A thread is started when enough inputs wait, and ends when none is left. Only one thread may use the queue at a
/// time.
package final class WorkQueue<Input: Sendable, Value: Sendable> {
    private let work: Work
    private var worker: Worker<Void>?

    /// The minimum number of waiting inputs for which a thread is started.
    private static var smallestShare: Int { 8 }

    /// - Parameter body: computes the value of an input, on any thread.
    package init(_ body: @escaping @Sendable (Input) -> Value) { work = Work(body) }

    deinit {
        // Values that are no longer requested are not computed.
        work.state.withLock { $0.next = $0.inputs.count }
        worker?.result()
    }

    /// Adds an input.
    package func append(_ input: Input) {
        let needsWorker = work.state.withLock { state in
            state.inputs.append(input)
            state.values.append(nil)
            guard !state.hasWorker, state.inputs.count - state.next >= Self.smallestShare,
                Parallel.processorCount > 1
            else { return false }
            state.hasWorker = true
            return true
        }
        guard needsWorker else { return }
        // The earlier thread has found the queue empty and ends.
        worker?.result()
        let work = work
        let worker = Worker { work.drain() }
        worker.start()
        self.worker = worker
    }

    /// The inputs so far, in order.
    package var inputs: [Input] { work.state.withLock { $0.inputs } }

    /// Computes the rest on all processors, and returns all values in the order of the inputs.
    package func finish() -> [Value] {
        let left = work.state.withLock { $0.inputs.count - $0.next }
        let work = work
        let count = min(Parallel.processorCount - 1, left / Self.smallestShare)
        var workers: [Worker<Void>] = []
        // The queue's own thread is another one.
        for _ in 1..<max(1, count) { workers.append(Worker { work.drain() }) }
        for worker in workers { worker.start() }
        work.drain()
        for worker in workers { worker.result() }
        worker?.result()
        worker = nil
        return work.state.withLock { $0.values.compactMap { $0 } }
    }

    /// The state that the threads share.
    private final class Work: Sendable {
        let body: @Sendable (Input) -> Value
        let state = Locked(State())

        init(_ body: @escaping @Sendable (Input) -> Value) { self.body = body }

        struct State: Sendable {
            var inputs: [Input] = []
            /// The values; nil for those that are not computed yet.
            var values: [Value?] = []
            /// The index of the first input that no thread has taken.
            var next = 0
            /// Whether the queue's own thread is running.
            var hasWorker = false
        }

        /// Computes values until no input is left.
        func drain() {
            while let (number, input) = take() {
                let value = body(input)
                state.withLock { $0.values[number] = value }
            }
        }

        private func take() -> (Int, Input)? {
            state.withLock { state in
                guard state.next < state.inputs.count else {
                    state.hasWorker = false
                    return nil
                }
                defer { state.next += 1 }
                return (state.next, state.inputs[state.next])
            }
        }
    }
}
