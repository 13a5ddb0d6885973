import Testing

@testable import RedoStore

/// The forms of values of the configuration: what is one, and what is not.
@Suite struct ConfigurationFormTests {
    @Test(arguments: [
        ("0", 0), ("90s", 90_000), ("30min", 1_800_000), ("2h", 7_200_000), ("1d", 86_400_000),
        ("1w", 604_800_000), ("366d", 366 * 86_400_000),
    ])
    func aSpanOfTimeIsRead(_ text: String, _ milliseconds: Int64) {
        #expect(SpanOfTime(text)?.milliseconds == milliseconds)
        #expect(ConfigurationKey.remindBefore.mistake(in: text) == nil)
    }

    @Test(arguments: [
        "", "5", "min", "-5min", "5 min", "1m", "5mo", "1.5h", "367d", "99999999999999999999d",
        "٣d",
    ])
    func anythingElseIsNoSpan(_ text: String) {
        #expect(SpanOfTime(text) == nil)
        #expect(ConfigurationKey.remindBefore.mistake(in: text) != nil)
    }

    @Test func timesOfDayAreRead() {
        #expect(TimeOfDay("09:00") == TimeOfDay("9:00"))
        #expect(TimeOfDay("23:59")?.hour == 23 && TimeOfDay("23:59")?.minute == 59)
        for text in ["", "9", "24:00", "12:60", "12:5", "-1:00", "12:00:00", "noon", "+9:00"] {
            #expect(TimeOfDay(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        "https://example.org/", "https://example.org/task/", "https://example.org/?task=",
        "https://localhost:8080/t/", "https://example.org/~/", "https://example.org/!/",
    ])
    func aBeginningOfLinksIsRead(_ text: String) {
        #expect(ConfigurationKey.openLink.mistake(in: text) == nil)
    }

    @Test(arguments: [
        "", "https://", "https:///", "https://example.org", "http://example.org/", "task://x/",
        "https://a@example.org/", "https://example.org/task", "https://example.org/ /",
        "https://exämple.org/", "https://example.org/\u{7F}/", "https://example.org/\u{1F}/",
    ])
    func anythingElseIsNone(_ text: String) {
        #expect(ConfigurationKey.openLink.mistake(in: text) != nil)
    }
}
