import RedoModel
import Testing

@testable import RedoInterchange

/// Dates and times without a zone.
@Suite struct InterchangeSettingsTests {
    @Test func aDateIsTheEndOrTheBeginningOfItsDay() {
        #expect(settings.day("2025-11-20", endsDay: true) == instant("2025-11-20T22:59:00Z"))
        #expect(settings.day("2025-07-20", endsDay: false) == instant("2025-07-19T22:00:00Z"))
        #expect(settings.day("2025-02-30", endsDay: false) == nil)
        #expect(
            settings.moment("2025-11-20T10:00:00", endsDay: true) == instant("2025-11-20T09:00:00Z")
        )
        #expect(
            settings.moment("2025-11-20T10:00:00Z", endsDay: true)
                == instant("2025-11-20T10:00:00Z"))
        #expect(settings.moment("tomorrow", endsDay: true) == nil)
    }

    @Test(arguments: [
        "2025-11-20T22:59:00Z", "2025-11-20T09:00:00Z", "2025-11-20T09:00:07.250Z",
        // Clocks in Berlin show both of these as 02:57:15.
        "2023-10-29T00:57:15Z", "2023-10-29T01:57:15Z",
    ])
    func aClockReadingComesBack(_ text: String) {
        let clock = settings.clock(instant(text), endsDay: true)
        let back =
            clock.time.map { settings.moment(date: clock.date, time: $0) }
            ?? settings.day(clock.date, endsDay: true)
        #expect(back == instant(text))
    }
}
