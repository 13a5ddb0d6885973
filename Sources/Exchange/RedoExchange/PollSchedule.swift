/// When a remote is asked again: after the interval, and ever later while that fails.
package struct PollSchedule: Sendable {
    private let seconds: Int
    private let firstRetrySeconds: Int
    private var failureCount = 0

    /// What waiting grows to after failures, unless the interval is longer.
    private static let greatestSeconds = 900
    /// The part by which a delay is longer or shorter, so that many clients do not ask at once.
    private static let jitter = 0.2

    /// - Parameters:
    ///   - seconds: the interval, at least 1.
    ///   - retrySeconds: what is waited after one failure; nil for twice the interval.
    package init(every seconds: Int, afterFailure retrySeconds: Int? = nil) {
        self.seconds = seconds
        firstRetrySeconds = retrySeconds ?? 2 * seconds
    }

    /// The time until the next attempt, in milliseconds.
    ///
    /// - Parameters:
    ///   - succeeded: whether the last attempt did.
    ///   - random: from 0 to 1.
    package mutating func delay(after succeeded: Bool, random: Double) -> Int {
        failureCount = succeeded ? 0 : min(failureCount + 1, 20)
        let greatest = max(seconds, Self.greatestSeconds)
        let base =
            failureCount == 0
            ? seconds : min(firstRetrySeconds << (failureCount - 1), greatest)
        return Int(Double(base) * 1000 * (1 - Self.jitter + 2 * Self.jitter * random))
    }
}
