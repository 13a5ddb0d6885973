internal import CLinux
import Glibc

/// Work on several processors, with POSIX threads: the concurrency library takes a millisecond to
/// load, and a command has nothing to suspend.
package enum Parallel {
    /// A set of processors as the system has it: room for 1,024 of them.
    private typealias ProcessorSet = InlineArray<16, UInt64>

    private static func processors() -> ProcessorSet? {
        var set = ProcessorSet(repeating: 0)
        var span = set.mutableSpan
        let result = unsafe span.withUnsafeMutableBytes {
            unsafe sched_getaffinity(0, UInt($0.count), $0.baseAddress)
        }
        return result == -1 ? nil : set
    }

    /// How many processors this process may use. Wraps `sched_getaffinity(2)`.
    package static var processorCount: Int {
        guard let set = processors() else { return 1 }
        return max(1, set.indices.reduce(0) { $0 + set[$1].nonzeroBitCount })
    }

    /// Lets this process use at most so many processors, of those that it may use now. Wraps
    /// `sched_setaffinity(2)`.
    ///
    /// - Parameter count: 1 or more.
    package static func limit(to count: Int) {
        guard var set = processors() else { return }
        var rest = count
        for index in set.indices {
            var kept: UInt64 = 0
            for bit in 0..<UInt64.bitWidth where set[index] >> bit & 1 == 1 && rest > 0 {
                kept |= 1 << bit
                rest -= 1
            }
            set[index] = kept
        }
        let span = set.span
        // Where it fails all processors are used, which only is not what was asked for.
        _ = unsafe span.withUnsafeBytes {
            unsafe sched_setaffinity(0, UInt($0.count), $0.baseAddress)
        }
    }

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
