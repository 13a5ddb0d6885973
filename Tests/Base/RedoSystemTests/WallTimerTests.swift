import Testing

@testable import RedoSystem

/// When a timer of the wall clock rings.
@Suite struct WallTimerTests {
    @Test func itRingsAtItsMomentAndNotBefore() throws {
        let timer = try WallTimer()
        #expect(try timer.ring() == .none)
        let moment = Clock.milliseconds() + 300
        try timer.set(to: moment)
        #expect(try timer.ring() == .none || Clock.milliseconds() >= moment)
        #expect(Readiness.wait(for: [timer.descriptor], milliseconds: 60_000).count == 1)
        #expect(Clock.milliseconds() >= moment)
        #expect(try timer.ring() == .moment)
        #expect(try timer.ring() == .none)
    }

    @Test(arguments: [Int64.min, -1, 0, 1000])
    func aMomentThatHasPassedRingsAtOnce(_ moment: Int64) throws {
        let timer = try WallTimer()
        try timer.set(to: moment)
        #expect(Readiness.wait(for: [timer.descriptor], milliseconds: 60_000).count == 1)
        #expect(try timer.ring() == .moment)
    }

    @Test func theLastMomentThatWasSetCounts() throws {
        let timer = try WallTimer()
        try timer.set(to: 1000)
        try timer.set(to: Clock.milliseconds() + 3_600_000)
        #expect(Readiness.wait(for: [timer.descriptor], milliseconds: 10).isEmpty)
        #expect(try timer.ring() == .none)
    }
}
