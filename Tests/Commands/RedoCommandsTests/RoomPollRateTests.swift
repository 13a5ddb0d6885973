import Testing

@testable import RedoInteractiveCommands

/// How often a remote is asked while a room is followed.
@Suite struct RoomPollRateTests {
    @Test func itBacksOffToThirtySecondsAndComesBackAtOnce() {
        var rate = RoomPollRate()
        #expect(rate.milliseconds == 1000)
        // Whoever answers takes a moment to write.
        for _ in 0..<30 {
            rate.note(isActive: false)
            #expect(rate.milliseconds == 1000)
        }
        var seen: [Int] = []
        for _ in 0..<7 {
            rate.note(isActive: false)
            seen.append(rate.milliseconds)
        }
        #expect(seen == [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
        rate.note(isActive: true)
        #expect(rate.milliseconds == 1000)
        rate.note(isActive: false)
        #expect(rate.milliseconds == 1000)
        // What does not answer is not asked every second.
        for expected in [2000, 4000, 8000] {
            rate.note(isActive: true, hasFailed: true)
            #expect(rate.milliseconds == expected)
        }
        rate.note(isActive: false)
        #expect(rate.milliseconds == 1000)
    }
}
