/// When something is tried again that failed: after 2, 4, 8 and 16 seconds, each a quarter more or less, as long as the
/// error may pass by itself; the fifth failure stands. A server that says for how long it wants to be left
/// alone is obeyed.
package struct RetryPolicy {
    /// Why a failure may pass by itself.
    package struct Hope: Sendable {
        /// What is wrong until then, as the beginning of a sentence.
        package let cause: String
        /// Seconds that the server wants to be left alone.
        package let retryAfter: Int?

        package init(cause: String, retryAfter: Int? = nil) {
            self.cause = cause
            self.retryAfter = retryAfter
        }
    }

    /// How often something is tried at most.
    package static let attemptCount = 5
    package static let defaultDelay = 2000
    /// A server that wants to be left alone for longer than this many seconds ends the matter.
    package static let greatestRetryAfter = 120

    /// Milliseconds before the first repetition.
    private let delay: Int
    private let wait: (_ milliseconds: Int) -> Void
    /// A number from 0 to 1.
    private let random: () -> Double
    /// Is told before each wait what is wrong and when it is tried again, in a sentence.
    private let tell: (_ text: String) -> Void

    package init(
        delay: Int = defaultDelay, wait: @escaping (_ milliseconds: Int) -> Void,
        random: @escaping () -> Double,
        tell: @escaping (_ text: String) -> Void = { _ in }
    ) {
        self.delay = delay
        self.wait = wait
        self.random = random
        self.tell = tell
    }

    /// Runs something, again where that can help.
    ///
    /// - Parameter hope: why a failure may pass; nil if it stands.
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
                tell("\(hope.cause); \(RetryWait.text(milliseconds: pause))")
                wait(pause)
                attempt += 1
            }
        }
    }

    /// Milliseconds to wait after a failure; nil if it stands.
    private func pause(after attempt: Int, _ hope: Hope) -> Int? {
        guard attempt < Self.attemptCount else { return nil }
        let regular = delay << (attempt - 1)
        let jittered = Int(Double(regular) * (0.75 + random() / 2))
        guard let seconds = hope.retryAfter else { return jittered }
        return seconds > Self.greatestRetryAfter ? nil : max(jittered, seconds * 1000)
    }
}
