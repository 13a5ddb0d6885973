import Glibc

/// Work on several processors, with POSIX threads: the concurrency library takes a millisecond to
/// load, and a command has nothing to suspend.
package enum Parallel {
    /// How many processors are in use. Wraps `sysconf(3)`.
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Computes a value for each number below a count, in shares that run at the same time.
    ///
    /// - Parameters:
    ///   - smallestShare: below this many elements one thread is faster than starting others.
    ///   - body: the values of a share, one for each number of its range.
    /// - Returns: the values in the order of the numbers.
    package static func map<Value: Sendable>(
        count: Int, smallestShare: Int = 32, _ body: @Sendable (Range<Int>) -> [Value]
    ) -> [Value] {
        let shareCount = min(processorCount, max(1, count / smallestShare))
        if shareCount == 1 { return body(0..<count) }
        return withoutActuallyEscaping(body) { body in
            let bounds = (0...shareCount).map { count * $0 / shareCount }
            let workers = (0..<shareCount).map { share in
                Worker { body(bounds[share]..<bounds[share + 1]) }
            }
            for worker in workers.dropFirst() { worker.start() }
            // The first share is this thread's. Every thread is joined here, so the closure does not
            // outlive the call.
            return workers.flatMap { $0.result() }
        }
    }
}

/// Something that a thread runs.
private class Work {
    func run() {}
}

/// One share of the work, and the thread that does it.
///
/// Unchecked: `value` is written by the thread alone, and read only after `pthread_join`, which
/// orders the two; `thread` belongs to the one that starts and joins it.
private final class Worker<Value: Sendable>: Work, @unchecked Sendable {
    private let body: @Sendable () -> Value
    private var value: Value?
    private var thread: pthread_t?

    init(_ body: @escaping @Sendable () -> Value) { self.body = body }

    /// Starts a thread; without one, `result` does the work itself.
    func start() {
        var thread = pthread_t()
        // The thread takes over one reference to this worker and releases it.
        let reference = unsafe Unmanaged<Work>.passRetained(self)
        if unsafe pthread_create(&thread, nil, runWork, reference.toOpaque()) == 0 {
            self.thread = thread
        } else {
            unsafe reference.release()
        }
    }

    override func run() { value = body() }

    func result() -> Value {
        if let thread { pthread_join(thread, nil) }
        return value ?? body()
    }
}

/// The body of a thread: C function pointers know no generics.
private func runWork(_ reference: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let reference = unsafe reference else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(reference).takeRetainedValue().run()
    return nil
}
