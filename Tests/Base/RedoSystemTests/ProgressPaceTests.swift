import RedoSystem
import TestSupport
import Testing

/// How often progress is shown, by a clock of the tests.
@Suite struct ProgressPaceTests {
    private static let second: UInt64 = 1_000_000_000

    /// However often the work asks, no second has more than five.
    @Test func atMostFiveASecond() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<50 {
            let start = UInt64.random(in: 0...(100 * Self.second), using: &generator)
            var pace = ProgressPace(from: start)
            var (now, shown) = (start, [start])
            let step = UInt64.random(in: 1_000_000...(Self.second / 2), using: &generator)
            while now < start + 10 * Self.second {
                now += UInt64.random(in: 0...step, using: &generator)
                if pace.isDue(at: now) { shown.append(now) }
            }
            #expect(shown.count > 10, "\(seed.replay)")
            for moment in shown {
                let count = shown.count { $0 >= moment && $0 < moment + Self.second }
                #expect(count <= 5, "\(seed.replay)")
            }
        }
    }

    @Test func whatIsDoneAtOnceIsNotShown() {
        var pace = ProgressPace(from: 7)
        #expect(!pace.isDue(at: 7) && !pace.isDue(at: Self.second / 5 + 6))
        #expect(pace.isDue(at: Self.second / 5 + 7) && !pace.isDue(at: Self.second / 5 + 8))
    }
}
