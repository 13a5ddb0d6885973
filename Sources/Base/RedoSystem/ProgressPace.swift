/// When progress is shown: at most five times a second, and not before a fifth of a second has passed.
package struct ProgressPace: Sendable {
    private var last: UInt64

    private static let interval: UInt64 = 200_000_000

    /// - Parameter start: when the work begins, in nanoseconds of a clock that is not set.
    package init(from start: UInt64) { last = start }

    /// Whether it should be shown at a moment of the same clock. If so, the next time is counted from there.
    package mutating func isDue(at now: UInt64) -> Bool {
        guard now >= last, now - last >= Self.interval else { return false }
        last = now
        return true
    }
}
