/// The clock and the descriptors that an ``EventLoop`` uses: those of the system, or of a test.
package struct EventSystem {
    /// The monotonic clock, in nanoseconds.
    let now: () -> UInt64
    /// Waits until an input can be read, nothing can be written to an output any more, or a time has passed; nil waits
    /// without a limit. Returns the descriptors that are ready.
    let wait: (_ inputs: [Int32], _ outputs: [Int32], _ nanoseconds: UInt64?) -> Set<Int32>
    /// The number of bytes that can be read from an input.
    let byteCount: (_ input: Int32) -> Int

    package init(
        now: @escaping () -> UInt64,
        wait:
            @escaping (
                _ inputs: [Int32], _ outputs: [Int32], _ nanoseconds: UInt64?
            ) -> Set<Int32>, byteCount: @escaping (_ input: Int32) -> Int
    ) {
        self.now = now
        self.wait = wait
        self.byteCount = byteCount
    }

    /// The clock and the descriptors of the system.
    package static var current: EventSystem {
        EventSystem(
            now: { Clock.monotonicNanoseconds() },
            wait: { inputs, outputs, nanoseconds in
                // Rounded up, so that the wait does not end before the moment.
                let milliseconds = nanoseconds.map { Int32(clamping: ($0 + 999_999) / 1_000_000) }
                return Readiness.wait(
                    for: inputs, outputs: outputs, milliseconds: milliseconds ?? -1)
            },
            byteCount: { Readiness.byteCount(of: $0) })
    }
}
