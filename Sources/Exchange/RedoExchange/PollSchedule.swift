/// The times at which a remote is polled: after each interval, and less and less often while that fails.
package struct PollSchedule: Sendable {
    private let seconds: Int
    private let firstRetrySeconds: Int
    private var failureCount = 0

    /// The maximum delay after failures, unless the interval is longer.
    private static let maximumSeconds = 900
    /// The fraction by which a delay varies, so that many clients do not poll at the same moment.
    private static let jitter = 0.2

    /// - Parameters:
    ///   - seconds: the interval, at least 1.
    ///   - retrySeconds: the delay after one failure; nil for twice the interval.
    package init(every seconds: Int, afterFailure retrySeconds: Int? = nil) {
        self.seconds = seconds
        firstRetrySeconds = retrySeconds ?? 2 * seconds
    }

    /// The time until the next attempt, in milliseconds.
    ///
    /// - Parameters:
    ///   - succeeded: whether the last attempt succeeded.
    ///   - random: from 0 to 1.
    package mutating func delay(after succeeded: Bool, random: Double) -> Int {
        failureCount = succeeded ? 0 : min(failureCount + 1, 20)
        let maximum = max(seconds, Self.maximumSeconds)
        let base =
            failureCount == 0
            ? seconds : min(firstRetrySeconds << (failureCount - 1), maximum)
        return Int(Double(base) * 1000 * (1 - Self.jitter + 2 * Self.jitter * random))
    }
}
