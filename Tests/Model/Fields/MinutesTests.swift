import RedoModel
import Testing

/// Spans of time as people write them.
@Suite struct MinutesTests {
    @Test(arguments: [
        ("0", 0), ("90", 90), ("90m", 90), ("90min", 90), ("2h", 120), ("1h30", 90),
        ("1h30m", 90), ("1h30min", 90), ("1H30M", 90), ("0h0", 0), ("1h90", 150),
        ("1000000", 1_000_000), ("16666h40", 1_000_000),
    ])
    func aSpanIsRead(_ text: String, _ minutes: Int) {
        #expect(Minutes.read(text) == minutes)
    }

    @Test(arguments: [
        "", "h", "m", "min", "h30", "1hm", "1hmin", "1h2h3", "1h2h", "1hh", "-1", "+1", "1.5",
        "1 h", " 1", "30m1h", "1d", "１", "1000001", "16666h41", "00000001",
    ])
    func otherTextsAreNone(_ text: String) {
        #expect(Minutes.read(text) == nil)
    }
}
