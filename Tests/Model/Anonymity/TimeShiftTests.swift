import Testing

@testable import RedoModel

/// By how much the times of an anonymous copy are moved.
@Suite struct TimeShiftTests {
    private static let week: Int64 = 7 * 86_400_000

    /// The weeks that some secrets draw for a log of one moment.
    ///
    /// - Parameter moment: in milliseconds after the earliest instant.
    private func weeks(_ moment: Int64) -> Set<Int> {
        let instant = Instant(milliseconds: Instant.earliest.milliseconds + moment)
        return Set(
            (0..<200).map { number in
                let secret = [UInt8](repeating: UInt8(number), count: 32)
                var bytes = PseudonymSource(secret: secret).bytes(.number, for: [])
                return TimeShift(walls: instant...instant, times: instant...instant, &bytes).days
            }
            .map { days in
                #expect(days % 7 == 0)
                return days / 7
            })
    }

    @Test func timesMoveOneToTwentyYearsBack() {
        for moment in [1040, 2000, 100_000] as [Int64] {
            #expect(weeks(moment * Self.week).allSatisfy { (-1040 ... -52).contains($0) })
        }
    }

    @Test func earlyTimesMoveBackByNoMoreThanThereIs() {
        #expect(weeks(10 * Self.week) == Set(-10 ... -1))
        #expect(weeks(2 * Self.week - 1) == [-1])
        #expect(weeks(Self.week) == [-1])
    }

    /// Where there is no week before, times move on.
    @Test func theEarliestTimesMoveOn() {
        for moment in [0, Self.week - 1] {
            #expect(weeks(moment).allSatisfy { (1...1040).contains($0) })
        }
    }
}
