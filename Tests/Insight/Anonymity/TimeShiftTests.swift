import RedoModel
import Testing

@testable import RedoInsight

/// By how much the times of an anonymous copy are moved.
@Suite struct TimeShiftTests {
    private static let day: Int64 = 86_400_000
    private static let now = Instant(milliseconds: 1_763_294_400_000)

    @Test func timesMoveOneToTwentyYearsBack() {
        for _ in 0..<200 {
            let shift = Self.now.milliseconds - TimeShift().image(of: Self.now).milliseconds
            #expect((365 * Self.day...20 * 365 * Self.day).contains(shift))
        }
    }

    /// Neither whole weeks nor whole days, hours or seconds: what clocks showed does not stay.
    @Test func aShiftIsNoSpanOfClocks() {
        let shifts = (0..<50).map { _ in
            Self.now.milliseconds - TimeShift().image(of: Self.now).milliseconds
        }
        #expect(shifts.contains { $0 % 1000 != 0 })
        #expect(Set(shifts.map { $0 % Self.day }).count > 40)
    }

    @Test func orderAndDistancesStay() {
        let shift = TimeShift()
        let later = Instant(milliseconds: Self.now.milliseconds + 12_345)
        let distance =
            shift.image(of: later).milliseconds - shift.image(of: Self.now).milliseconds
        #expect(distance == 12_345)
    }

    @Test func noTimeLeavesTheYears() {
        #expect(TimeShift().image(of: .earliest) == .earliest)
        #expect(TimeShift().image(of: .latest) < .latest)
    }
}
