import RedoSystem
import Synchronization
import Testing

@testable import RedoFirestore

/// When requests are repeated. Nothing waits here: what would be waited is noted.
@Suite struct RetryPolicyTests {
    /// What was waited, and how often a request was sent, that failed so.
    private func waits(
        _ errors: [FirestoreError], delay: Int = 2000, random: Double = 0.5
    ) -> (waits: [Int], attempts: Int, isDone: Bool) {
        let waits = Mutex<[Int]>([])
        let policy = RetryPolicy(
            delay: delay, wait: { pause in waits.withLock { $0.append(pause) } },
            random: { random })
        var attempts = 0
        var isDone = false
        do throws(FirestoreError) {
            try policy.run { () throws(FirestoreError) in
                attempts += 1
                if attempts <= errors.count { throw errors[attempts - 1] }
            }
            isDone = true
        } catch {}
        return (waits.withLock { $0 }, attempts, isDone)
    }

    private let busy = FirestoreError(.status(.unavailable), "busy")

    @Test func pausesDouble() {
        let outcome = waits([busy, busy, busy, busy])
        #expect(outcome.waits == [2000, 4000, 8000, 16000] && outcome.isDone)
        #expect(waits([busy], random: 0).waits == [1500])
        #expect(waits([busy], random: 1).waits == [2500])
    }

    @Test func theFifthFailureStands() {
        let outcome = waits([busy, busy, busy, busy, busy])
        #expect(outcome.attempts == 5 && !outcome.isDone && outcome.waits.count == 4)
    }

    /// A person is told what is wrong and for how long nothing happens, before it is waited.
    @Test func whatIsWaitedForIsTold() throws {
        let events = Mutex<[String]>([])
        let policy = RetryPolicy(
            wait: { pause in events.withLock { $0.append("\(pause)") } }, random: { 0.5 },
            report: { text in events.withLock { $0.append(text) } })
        var attempts = 0
        try policy.run { () throws(FirestoreError) in
            attempts += 1
            if attempts == 1 { throw busy }
            if attempts == 2 { throw FirestoreError(.unreachable, "secret detail") }
        }
        #expect(
            events.withLock { $0 } == [
                "the server is busy; trying again in 2 s", "2000",
                "the server cannot be reached; trying again in 4 s", "4000",
            ])
    }

    @Test func aServerIsLeftAloneAsItWishes() {
        let error = FirestoreError(.status(.resourceExhausted), "", retryAfter: 7)
        #expect(waits([error, error]).waits == [7000, 7000])
        #expect(waits([error], delay: 8000).waits == [8000])
        let long = FirestoreError(.status(.resourceExhausted), "", retryAfter: 3600)
        #expect(waits([long]).attempts == 1)
    }

    @Test(arguments: [
        (FirestoreError.Kind.unreachable, true), (.unintelligible, true),
        (.status(.aborted), true), (.status(.resourceExhausted), true),
        (.status(.internalError), true), (.status(.unavailable), true),
        (.status(.deadlineExceeded), true), (.status(.alreadyExists), false),
        (.status(.invalidArgument), false), (.status(.failedPrecondition), false),
        (.status(.permissionDenied), false), (.status(.unauthenticated), false),
        (.status(.notFound), false), (.refused, false), (.tooLong, false), (.noToken, false),
        (.impossible, false),
    ])
    func whatPassesIsTriedAgain(_ kind: FirestoreError.Kind, _ isTransient: Bool) {
        let outcome = waits([FirestoreError(kind, "")])
        #expect(outcome.isDone == isTransient && outcome.attempts == (isTransient ? 2 : 1))
    }
}
