/// What an ``EventLoop`` waits with: the clock and the descriptors of the system, or those of a test.
package struct EventSystem {
    /// The monotonic clock, in nanoseconds.
    let now: () -> UInt64
    /// Waits until an input can be read, nothing can reach an output any more, or the time has passed; nil is forever.
    /// Returns those that it was about.
    let wait: (_ inputs: [Int32], _ outputs: [Int32], _ nanoseconds: UInt64?) -> Set<Int32>
    /// How many bytes can be read from an input.
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

    /// Those of the system.
    package static var current: EventSystem {
        EventSystem(
            now: { Clock.monotonicNanoseconds() },
            wait: { inputs, outputs, nanoseconds in
                // Rounded up, so that the moment has come after the time.
                let milliseconds = nanoseconds.map { Int32(clamping: ($0 + 999_999) / 1_000_000) }
                return Readiness.wait(
                    for: inputs, outputs: outputs, milliseconds: milliseconds ?? -1)
            },
            byteCount: { Readiness.byteCount(of: $0) })
    }
}
