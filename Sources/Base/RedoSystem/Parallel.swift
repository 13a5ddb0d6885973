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
    ///   - smallestShare: the minimum number of elements for which a further thread is worth starting.
    ///   - body: computes the values of a chunk, one for each index of its range.
    /// - Returns: the values in the order of their indexes.
    package static func map<Value: Sendable>(
        count: Int, smallestShare: Int = 32, _ body: @Sendable (Range<Int>) -> [Value]
    ) -> [Value] {
        let maximumCount = max(1, count / smallestShare)
        let workerCount = min(processorCount, maximumCount)
        if workerCount == 1 { return body(0..<count) }
        let chunks = ChunkQueue(
            elementCount: count, chunkCount: min(workerCount * chunksPerWorker, maximumCount))
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
            // In messages about a closure that escapes, this name replaces the path, which depends on the directory of
            // the build.
            #sourceLocation(file:"Parallel.map",line:1)
        }
    }
    #sourceLocation()

    /// Creates an array of a value for each index below a count. The values are computed concurrently, each at its
    /// index, so that no value is copied.
    package static func array<Value: Sendable>(
        count: Int, _ value: @Sendable (Int) -> Value
    ) -> [Value] {
        let partSize = 1024
        let values = array(count: count, partSize: partSize) {
            (part, values: inout OutputSpan<Value>) in
            while !values.isFull { values.append(value(part * partSize + values.count)) }
        }
        guard let values else { preconditionFailure("a part of an array is not full") }
        return values
    }

    /// Creates an array whose parts are computed concurrently, each at its index, so that no value is copied.
    ///
    /// - Parameters:
    ///   - count: the number of values.
    ///   - partSize: the number of values of each part except the last.
    ///   - body: appends the values of a part.
    /// - Returns: nil if a part has fewer values than it should.
    package static func array<Value: Sendable>(
        count: Int, partSize: Int,
        _ body: @Sendable (_ part: Int, _ values: inout OutputSpan<Value>) -> Void
    ) -> [Value]? {
        let partCount = (count + partSize - 1) / partSize
        let values = unsafe [Value](unsafeUninitializedCapacity: count) {
            buffer, initializedCount in
            // Each part is a range of the buffer that no other part touches, and `map` has joined all threads before it
            // returns.
            nonisolated(unsafe) let buffer = unsafe buffer
            @Sendable func slots(_ part: Int) -> UnsafeMutableBufferPointer<Value> {
                unsafe buffer.extracting(part * partSize..<min((part + 1) * partSize, count))
            }
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
