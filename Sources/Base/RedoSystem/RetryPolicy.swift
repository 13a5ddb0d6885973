/// The rule by which a failed operation is tried again if its error may be temporary: after 2, 4, 8 and 16 seconds,
/// each up to a quarter more or less. The fifth failure is final. If a server says how long to wait, that time is
/// respected.
package struct RetryPolicy {
    /// Why an error may be temporary.
    package struct Hope: Sendable {
        /// The problem, as the beginning of a sentence.
        package let cause: String
        /// The seconds that the server requests to wait.
        package let retryAfter: Int?

        package init(cause: String, retryAfter: Int? = nil) {
            self.cause = cause
            self.retryAfter = retryAfter
        }
    }

    /// The maximum number of attempts.
    package static let attemptCount = 5
    package static let defaultDelay = 2000
    /// The maximum wait in seconds: if a server requests a longer one, the failure is final.
    package static let maximumRetryAfter = 120

    /// The milliseconds before the second attempt.
    private let delay: Int
    private let wait: (_ milliseconds: Int) -> Void
    /// Returns a number from 0 to 1.
    private let random: () -> Double
    /// Is called before each wait with a sentence: the problem, and when the next attempt is.
    private let report: (_ text: String) -> Void

    package init(
        delay: Int = defaultDelay, wait: @escaping (_ milliseconds: Int) -> Void,
        random: @escaping () -> Double,
        report: @escaping (_ text: String) -> Void = { _ in }
    ) {
        self.delay = delay
        self.wait = wait
        self.random = random
        self.report = report
    }

    /// Calls a closure, and again after errors that may be temporary.
    ///
    /// - Parameter hope: why an error may be temporary; nil if it is final.
    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result, hoping hope: (Failure) -> Hope?
    ) throws(Failure) -> Result {
        var attempt = 1
        while true {
            do throws(Failure) {
                return try body()
            } catch {
                guard let hope = hope(error), let pause = pause(after: attempt, hope) else {
                    throw error
                }
                report("\(hope.cause); \(RetryWait.text(milliseconds: pause))")
                wait(pause)
                attempt += 1
            }
        }
    }

    /// The milliseconds to wait after a failure; nil if it is final.
    private func pause(after attempt: Int, _ hope: Hope) -> Int? {
        guard attempt < Self.attemptCount else { return nil }
        let regular = delay << (attempt - 1)
        let jittered = Int(Double(regular) * (0.75 + random() / 2))
        guard let seconds = hope.retryAfter else { return jittered }
        return seconds > Self.maximumRetryAfter ? nil : max(jittered, seconds * 1000)
    }
}
