import Testing

@testable import RedoSystem

/// Values that are not deallocated.
@Suite struct KeepUntilExitTests {
    private final class Counted: Sendable {
        private let alive: Locked<Int>

        init(_ alive: Locked<Int>) {
            self.alive = alive
            alive.withLock { $0 += 1 }
        }

        deinit { alive.withLock { $0 -= 1 } }
    }

    /// A process that goes on for days does not grow with what it reads.
    @Test func onlyTheFirstFewAreKept() {
        let alive = Locked(0)
        for _ in 0..<100 { keepUntilExit(Counted(alive)) }
        #expect(alive.withLock { $0 } <= 4)
    }
}
