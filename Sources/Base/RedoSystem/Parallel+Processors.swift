internal import CLinux

extension Parallel {
    /// A `cpu_set_t`, which has a bit for each of 1,024 processors.
    private typealias ProcessorSet = InlineArray<16, UInt64>

    /// Returns the processors that this process may use; nil if the system does not report them.
    private static func processors() -> ProcessorSet? {
        var set = ProcessorSet(repeating: 0)
        var span = set.mutableSpan
        let result = unsafe span.withUnsafeMutableBytes {
            unsafe sched_getaffinity(0, UInt($0.count), $0.baseAddress)
        }
        return result == -1 ? nil : set
    }

    /// The number of processors that this process may use. Wraps `sched_getaffinity(2)`.
    package static var processorCount: Int {
        guard let set = processors() else { return 1 }
        return max(1, set.indices.reduce(0) { $0 + set[$1].nonzeroBitCount })
    }

    /// Limits the number of processors that this process may use. Wraps `sched_setaffinity(2)`.
    ///
    /// - Parameter count: the number of processors, at least 1.
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
        // A failure is ignored: the process then uses more processors than requested.
        _ = unsafe span.withUnsafeBytes {
            unsafe sched_setaffinity(0, UInt($0.count), $0.baseAddress)
        }
    }
}
