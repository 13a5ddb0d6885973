import Glibc

/// Parallel computation with POSIX threads.
///
/// Swift's concurrency library takes a millisecond to load, and commands never suspend.
package enum Parallel {
    /// The number of chunks for each worker. A worker on a busy processor takes fewer, so no worker waits long
    /// for another at the end.
    private static let chunksPerWorker = 16

    /// Computes a value for each index below a count, in chunks that run concurrently.
    ///
    /// - Parameters:
    ///   - smallestShare: the least number of elements for which a further thread is worth starting.
    ///   - body: computes the values of a chunk, one for each index of its range.
    /// - Returns: the values in the order of their indexes.
    package static func map<Value: Sendable>(
        count: Int, smallestShare: Int = 32, _ body: @Sendable (Range<Int>) -> [Value]
    ) -> [Value] {
        let greatestCount = max(1, count / smallestShare)
        let workerCount = min(processorCount, greatestCount)
        if workerCount == 1 { return body(0..<count) }
        let chunks = ChunkQueue(
            elementCount: count, chunkCount: min(workerCount * chunksPerWorker, greatestCount))
        return withoutActuallyEscaping(body) { body in
            let workers = (0..<workerCount).map { _ in
                Worker {
                    var results: [(chunk: Int, values: [Value])] = []
                    while let (chunk, range) = chunks.next() {
                        results.append((chunk, body(range)))
                    }
                    return results
                }
            }
            for worker in workers.dropFirst() { worker.start() }
            // The first worker runs on this thread. All threads are joined here, so the closure does not
            // outlive the call.
            var parts: [[Value]] = Array(repeating: [], count: chunks.chunkCount)
            for worker in workers {
                for result in worker.result() { parts[result.chunk] = result.values }
            }
            var values: [Value] = []
            values.reserveCapacity(count)
            for part in parts { values += part }
            return values
        }
    }

    /// Makes an array whose parts are computed concurrently, each at its place, so that no value is copied.
    ///
    /// - Parameters:
    ///   - count: of values.
    ///   - partSize: how many of them a part has, except the last one.
    ///   - body: appends the values of a part.
    /// - Returns: nil if a part has fewer values than it should.
    package static func array<Value: Sendable>(
        count: Int, partSize: Int,
        _ body: @Sendable (_ part: Int, _ values: inout OutputSpan<Value>) -> Void
    ) -> [Value]? {
        let values = unsafe [Value](unsafeUninitializedCapacity: count) {
            buffer, initializedCount in
            // Each part is a range of the buffer that no other part touches, and `map` has joined all threads before it
            // returns.
            nonisolated(unsafe) let buffer = unsafe buffer
            @Sendable func slots(_ part: Int) -> UnsafeMutableBufferPointer<Value> {
                unsafe buffer.extracting(part * partSize..<min((part + 1) * partSize, count))
            }
            let partCount = (count + partSize - 1) / partSize
            let counts = map(count: partCount, smallestShare: 1) { parts in
                parts.map { part in
                    let slots = unsafe slots(part)
                    var span = unsafe OutputSpan(buffer: slots, initializedCount: 0)
                    body(part, &span)
                    return unsafe span.finalize(for: slots)
                }
            }
            if counts.reduce(0, +) == count {
                initializedCount = count
                return
            }
            for (part, count) in counts.enumerated() {
                unsafe slots(part).extracting(..<count).deinitialize()
            }
        }
        return values.count == count ? values : nil
    }
}

/// A queue of chunks of about equal size, each handed out once.
private final class ChunkQueue: Sendable {
    let chunkCount: Int
    private let elementCount: Int
    private let nextChunk = Locked(0)

    init(elementCount: Int, chunkCount: Int) {
        self.elementCount = elementCount
        self.chunkCount = chunkCount
    }

    /// Returns the index and the elements of the next chunk; nil after the last one.
    func next() -> (chunk: Int, elements: Range<Int>)? {
        let chunk = nextChunk.withLock { next in
            defer { next += 1 }
            return next
        }
        guard chunk < chunkCount else { return nil }
        let start = elementCount * chunk / chunkCount
        return (chunk, start..<elementCount * (chunk + 1) / chunkCount)
    }
}

/// The body of a thread, without the generic parameter of ``Worker``.
private class ThreadBody {
    func run() {}
}

/// A computation that runs on its own thread, if one is started.
///
/// Unchecked: only the thread writes `value`, and it is read only after `pthread_join`, which orders the
/// two; only the creator uses `thread`.
private final class Worker<Value: Sendable>: ThreadBody, @unchecked Sendable {
    private let body: @Sendable () -> Value
    private var value: Value?
    private var thread: pthread_t?

    init(_ body: @escaping @Sendable () -> Value) { self.body = body }

    /// Starts a thread. If that fails, ``result()`` runs the computation. Wraps `pthread_create(3)`.
    func start() {
        var thread = pthread_t()
        // The thread takes over one reference to this worker and releases it.
        let reference = unsafe Unmanaged<ThreadBody>.passRetained(self)
        if unsafe pthread_create(&thread, nil, runThreadBody, reference.toOpaque()) == 0 {
            self.thread = thread
        } else {
            unsafe reference.release()
        }
    }

    override func run() { value = body() }

    /// Waits for the thread and returns its value. Wraps `pthread_join(3)`.
    func result() -> Value {
        if let thread { pthread_join(thread, nil) }
        return value ?? body()
    }
}

/// The entry point of a thread; a C function pointer cannot be generic.
private func runThreadBody(_ reference: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let reference = unsafe reference else { return nil }
    unsafe Unmanaged<ThreadBody>.fromOpaque(reference).takeRetainedValue().run()
    return nil
}
