import Testing

@testable import RedoCommands

/// How often a remote is asked while a room is followed.
@Suite struct RoomPollRateTests {
    @Test func itBacksOffToThirtySecondsAndComesBackAtOnce() {
        var rate = RoomPollRate()
        #expect(rate.milliseconds == 1000)
        var seen: [Int] = []
        for _ in 0..<7 {
            rate.note(isActive: false)
            seen.append(rate.milliseconds)
        }
        #expect(seen == [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
        rate.note(isActive: true)
        #expect(rate.milliseconds == 1000)
    }
}
