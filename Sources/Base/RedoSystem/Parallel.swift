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

    /// How many pieces there are for each processor: one that has other work to do takes fewer, and
    /// at the end none waits long for another.
    private static let pieceCount = 16

    /// Computes a value for each number below a count, in pieces that run at the same time.
    ///
    /// - Parameters:
    ///   - smallestShare: below this many elements one thread is faster than starting others.
    ///   - body: the values of a piece, one for each number of its range.
    /// - Returns: the values in the order of the numbers.
    package static func map<Value: Sendable>(
        count: Int, smallestShare: Int = 32, _ body: @Sendable (Range<Int>) -> [Value]
    ) -> [Value] {
        let greatestCount = max(1, count / smallestShare)
        let workerCount = min(processorCount, greatestCount)
        if workerCount == 1 { return body(0..<count) }
        let pieces = Pieces(of: count, count: min(workerCount * pieceCount, greatestCount))
        return withoutActuallyEscaping(body) { body in
            let workers = (0..<workerCount).map { _ in
                Worker {
                    var results: [(piece: Int, values: [Value])] = []
                    while let (piece, range) = pieces.next() {
                        results.append((piece, body(range)))
                    }
                    return results
                }
            }
            for worker in workers.dropFirst() { worker.start() }
            // The first worker is this thread. Every thread is joined here, so the closure does not
            // outlive the call.
            var parts: [[Value]] = Array(repeating: [], count: pieces.count)
            for worker in workers {
                for result in worker.result() { parts[result.piece] = result.values }
            }
            var values: [Value] = []
            values.reserveCapacity(count)
            for part in parts { values += part }
            return values
        }
    }
}

/// Pieces of some work, each handed out once.
private final class Pieces: Sendable {
    let count: Int
    private let elementCount: Int
    private let nextPiece = Locked(0)

    init(of elementCount: Int, count: Int) {
        self.elementCount = elementCount
        self.count = count
    }

    /// A piece that nobody has yet, by its number, and its elements.
    func next() -> (number: Int, elements: Range<Int>)? {
        let piece = nextPiece.withLock { next in
            defer { next += 1 }
            return next
        }
        guard piece < count else { return nil }
        let start = elementCount * piece / count
        return (piece, start..<elementCount * (piece + 1) / count)
    }
}

/// Something that a thread runs.
private class Work {
    func run() {}
}

/// Somebody who does pieces of the work, and the thread that it is.
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
