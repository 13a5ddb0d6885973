import TestSupport
import Testing

@testable import RedoExchange

/// When a remote is asked again.
@Suite struct PollScheduleTests {
    @Test func theIntervalIsKept() {
        var schedule = PollSchedule(every: 60)
        for _ in 0..<3 { #expect(schedule.delay(after: true, random: 0.5) == 60_000) }
    }

    @Test func clientsDoNotAskAllAtOnce() {
        var schedule = PollSchedule(every: 60)
        #expect(schedule.delay(after: true, random: 0) == 48_000)
        #expect(schedule.delay(after: true, random: 1) == 72_000)
    }

    @Test func afterFailuresItWaitsLongerAndNoLongerThanAQuarterOfAnHour() {
        var schedule = PollSchedule(every: 60)
        let delays = (0..<6).map { _ in schedule.delay(after: false, random: 0.5) / 1000 }
        #expect(delays == [120, 240, 480, 900, 900, 900])
        #expect(schedule.delay(after: true, random: 0.5) == 60_000)
        #expect(schedule.delay(after: false, random: 0.5) == 120_000)
        // Whatever the number of failures.
        for _ in 0..<100 { _ = schedule.delay(after: false, random: 0.5) }
        #expect(schedule.delay(after: false, random: 0.5) == 900_000)
    }

    @Test func theFirstRepetitionCanComeSooner() {
        var schedule = PollSchedule(every: 60, afterFailure: 2)
        let delays = (0..<10).map { _ in schedule.delay(after: false, random: 0.5) / 1000 }
        #expect(delays == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900])
        #expect(schedule.delay(after: true, random: 0.5) == 60_000)
        #expect(schedule.delay(after: false, random: 0.5) == 2000)
    }

    /// Whatever happens, it asks neither all the time nor never.
    @Test func noDelayIsOutOfRange() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<200 {
            let seconds = Int.random(in: 1...86_400, using: &random)
            var schedule = PollSchedule(every: seconds)
            for _ in 0..<30 {
                let delay = schedule.delay(
                    after: .random(using: &random), random: .random(in: 0...1, using: &random))
                #expect(delay >= seconds * 800, seed.replay)
                #expect(delay <= max(seconds, 900) * 1200, seed.replay)
            }
        }
    }

    @Test func aLongIntervalStaysAsItIs() {
        var schedule = PollSchedule(every: 3600)
        #expect(schedule.delay(after: false, random: 0.5) == 3_600_000)
    }
}
