import Foundation
import Testing

@testable import RedoSystem

@Suite struct ClockTests {
    @Test func timeIsInMillisecondsSince1970() {
        let expected = Date().timeIntervalSince1970 * 1000
        #expect(abs(Double(Clock.milliseconds()) - expected) < 5000)
    }

    @Test func theMeasuringClockGoesForward() {
        let start = Clock.monotonicNanoseconds()
        usleep(1000)
        #expect(Clock.monotonicNanoseconds() >= start + 1_000_000)
    }

    /// In the zone that the tests run in, at a winter's and a summer's moment.
    @Test(arguments: [1_735_689_600, 1_751_328_000])
    func theDistanceFromUTCIsTheSystems(_ second: Int64) {
        let date = Date(timeIntervalSince1970: Double(second))
        #expect(
            Clock.secondsFromUTC(atSecond: second) == TimeZone.current.secondsFromGMT(for: date))
    }
}
