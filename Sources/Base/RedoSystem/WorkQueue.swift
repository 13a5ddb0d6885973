/// Computes a value of each input on threads of its own, while the caller makes further inputs.
///
/// A thread is started when enough inputs wait, and ends when none does. Only one thread may use a value at a time.
package final class WorkQueue<Input: Sendable, Value: Sendable> {
    private let work: Work
    private var worker: Worker<Void>?

    /// The number of inputs that are worth starting a thread for.
    private static var smallestShare: Int { 8 }

    /// - Parameter body: computes the value of an input, on any thread.
    package init(_ body: @escaping @Sendable (Input) -> Value) { work = Work(body) }

    deinit {
        // What is not asked for any more is not computed.
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
        // The one before has found the queue empty.
        worker?.result()
        let work = work
        let worker = Worker { work.drain() }
        worker.start()
        self.worker = worker
    }

    /// What was added, in order.
    package var inputs: [Input] { work.state.withLock { $0.inputs } }

    /// Computes what is left, on all processors, and returns all values in the order of the inputs.
    package func finish() -> [Value] {
        let left = work.state.withLock { $0.inputs.count - $0.next }
        let work = work
        let count = min(Parallel.processorCount - 1, left / Self.smallestShare)
        var workers: [Worker<Void>] = []
        // One is there already.
        for _ in 1..<max(1, count) { workers.append(Worker { work.drain() }) }
        for worker in workers { worker.start() }
        work.drain()
        for worker in workers { worker.result() }
        worker?.result()
        worker = nil
        return work.state.withLock { $0.values.compactMap { $0 } }
    }

    /// What the threads share.
    private final class Work: Sendable {
        let body: @Sendable (Input) -> Value
        let state = Locked(State())

        init(_ body: @escaping @Sendable (Input) -> Value) { self.body = body }

        struct State: Sendable {
            var inputs: [Input] = []
            /// Nil where none has been computed yet.
            var values: [Value?] = []
            /// The number of the first input that no thread has taken.
            var next = 0
            /// Whether the queue's own thread has not found it empty yet.
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
