/// When a remote is asked again: after the interval, and ever later while that fails.
package struct PollSchedule: Sendable {
    private let seconds: Int
    private var failureCount = 0

    /// What waiting grows to after failures, unless the interval is longer.
    private static let greatestSeconds = 900
    /// The part by which a delay is longer or shorter, so that many clients do not ask at once.
    private static let jitter = 0.2

    /// - Parameter seconds: the interval, at least 1.
    package init(every seconds: Int) { self.seconds = seconds }

    /// The time until the next attempt, in milliseconds.
    ///
    /// - Parameters:
    ///   - succeeded: whether the last attempt did.
    ///   - random: from 0 to 1.
    package mutating func delay(after succeeded: Bool, random: Double) -> Int {
        failureCount = succeeded ? 0 : min(failureCount + 1, 20)
        let greatest = max(seconds, Self.greatestSeconds)
        let base = min(seconds << failureCount, greatest)
        return Int(Double(base) * 1000 * (1 - Self.jitter + 2 * Self.jitter * random))
    }
}
