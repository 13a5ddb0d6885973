import Testing

@testable import RedoSystem

/// Values that are not deallocated.
@Suite struct KeepUntilExitTests {
    /// A process that goes on for days does not grow with what it reads.
    @Test func onlyTheFirstFewAreKept() {
        let alive = Locked(0)
        for _ in 0..<100 { keepUntilExit(Counted(alive)) }
        #expect(alive.withLock { $0 } <= 4)
    }
}
