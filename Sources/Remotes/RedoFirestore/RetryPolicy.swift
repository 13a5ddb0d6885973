import RedoSystem

/// When a request is repeated: after 2, 4, 8 and 16 seconds, each a quarter more or less, as long as the
/// error may pass by itself; the fifth failure stands. A server that says for how long it wants to be left
/// alone is obeyed.
package struct RetryPolicy: Sendable {
    /// How often a request is sent at most.
    package static let attemptCount = 5
    package static let defaultDelay = 2000
    /// A server that wants to be left alone for longer than this many seconds ends the matter.
    package static let greatestRetryAfter = 120

    /// Milliseconds before the first repetition.
    private let delay: Int
    private let wait: @Sendable (_ milliseconds: Int) -> Void
    /// A number from 0 to 1.
    private let random: @Sendable () -> Double
    /// Is told before each wait what is wrong and when the request is sent again, in a sentence.
    private let tell: @Sendable (_ text: String) -> Void

    package init(
        delay: Int = defaultDelay, wait: @escaping @Sendable (_ milliseconds: Int) -> Void,
        random: @escaping @Sendable () -> Double,
        tell: @escaping @Sendable (_ text: String) -> Void = { _ in }
    ) {
        self.delay = delay
        self.wait = wait
        self.random = random
        self.tell = tell
    }

    /// Sends a request, again where that can help.
    func run<Result>(
        _ body: () throws(FirestoreError) -> Result
    ) throws(FirestoreError) -> Result {
        var attempt = 1
        while true {
            do throws(FirestoreError) {
                return try body()
            } catch {
                guard let pause = pause(after: attempt, error) else { throw error }
                tell("\(error.cause); \(RetryWait.text(milliseconds: pause))")
                wait(pause)
                attempt += 1
            }
        }
    }

    /// Milliseconds to wait after a failure; nil if it stands.
    func pause(after attempt: Int, _ error: FirestoreError) -> Int? {
        guard error.isTransient, attempt < Self.attemptCount else { return nil }
        let regular = delay << (attempt - 1)
        let jittered = Int(Double(regular) * (0.75 + random() / 2))
        guard let seconds = error.retryAfter else { return jittered }
        return seconds > Self.greatestRetryAfter ? nil : max(jittered, seconds * 1000)
    }
}
