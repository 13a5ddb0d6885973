/// The times at which progress is shown: at most five a second, the first after a fifth of a second.
package struct ProgressPace: Sendable {
    private var last: UInt64

    private static let interval: UInt64 = 200_000_000

    /// - Parameter start: the beginning of the work, in nanoseconds of a monotonic clock.
    package init(from start: UInt64) { last = start }

    /// Whether progress should be shown at a moment of the same clock. If so, the next interval begins there.
    package mutating func isDue(at now: UInt64) -> Bool {
        guard now >= last, now - last >= Self.interval else { return false }
        last = now
        return true
    }
}
