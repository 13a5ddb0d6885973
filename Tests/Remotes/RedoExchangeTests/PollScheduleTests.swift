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

    @Test func aLongIntervalStaysAsItIs() {
        var schedule = PollSchedule(every: 3600)
        #expect(schedule.delay(after: false, random: 0.5) == 3_600_000)
    }
}
