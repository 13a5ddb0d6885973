import TestSupport
import Testing

@testable import RedoModel

/// The forms of times (protocol, section 1).
@Suite struct InstantReadingTests {
    static func wall(_ text: String) -> Instant? { Instant(wall: Array(text.utf8).span) }
    static func iso8601(_ text: String) -> Instant? { Instant(iso8601: Array(text.utf8).span) }

    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01T00:00:00.001Z", 1),
        ("1969-12-31T23:59:59.999Z", -1), ("2025-01-01T08:00:00.000Z", 1_735_718_400_000),
        ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
        ("2000-02-29T00:00:00.000Z", 951_782_400_000),
        ("0000-01-01T00:00:00.000Z", -62_167_219_200_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
    func aWallTimeIsInMilliseconds(_ text: String, _ milliseconds: Int64) {
        #expect(Self.wall(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "2025-01-01T08:00:00Z", "2025-01-01T08:00:00.00Z", "2025-01-01T08:00:00.0000Z",
        "2025-01-01T08:00:00.000+00:00", "2025-01-01T08:00:00.000z", "2025-01-01T08:00:00.000",
        "2025-01-01T08:00+00:00Z", "",
    ])
    func aWallTimeHasThreeDecimalsAndZ(_ text: String) {
        #expect(Self.wall(text) == nil)
    }

    /// Not a date of the calendar or not a time of day, in either form.
    @Test(arguments: [
        "2025-02-29", "1900-02-29", "2025-02-30", "2025-04-31", "2025-06-31", "2025-09-31",
        "2025-11-31", "2025-01-32", "2025-00-01", "2025-13-01", "2025-01-00",
    ])
    func aDayIsOneOfTheCalendar(_ date: String) {
        #expect(Self.wall("\(date)T00:00:00.000Z") == nil)
        #expect(Self.iso8601("\(date)T00:00:00Z") == nil)
    }

    /// The usual form, which is read in one go, means what it means with an offset of its own.
    @Test func theUsualFormIsReadLikeOthers() {
        let seed = Seed()
        var random = seed.generator
        var counts = (read: 0, refused: 0)
        let marks = Array("0123456789-:.TZ+ /:;@".utf8)
        for _ in 0..<20_000 {
            let instant = Instant(
                milliseconds: .random(
                    in: Instant.earliest.milliseconds...Instant.latest.milliseconds, using: &random)
            )
            var text = Array(instant.wallText.utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                text[Int.random(in: 0..<23, using: &random)] =
                    marks.randomElement(using: &random) ?? 0
            }
            let usual = Instant(iso8601: text.span)
            let other = Instant(iso8601: (text.dropLast() + Array("+00:00".utf8)).span)
            #expect(
                usual == other, "\(String(decoding: text, as: UTF8.self)) \(seed.replay.rawValue)")
            if usual == nil { counts.refused += 1 } else { counts.read += 1 }
        }
        #expect(counts.read > 1000 && counts.refused > 1000)
    }

    @Test(arguments: ["24:00:00", "23:60:00", "23:59:60", "99:00:00"])
    func aTimeIsOneOfTheDay(_ time: String) {
        #expect(Self.wall("2025-01-01T\(time).000Z") == nil)
        #expect(Self.iso8601("2025-01-01T\(time)Z") == nil)
    }

    @Test(arguments: [
        ("2025-01-01T08:00:00Z", 0), ("2025-01-01T08:00:00.1Z", 100),
        ("2025-01-01T08:00:00.12Z", 120),
        ("2025-01-01T08:00:00.123Z", 123), ("2025-01-01T08:00:00.1239Z", 123),
        ("2025-01-01T08:00:00.000999999Z", 0), ("2025-01-01T08:00:00.999999999Z", 999),
        ("2025-01-01T08:00:00+00:00", 0), ("2025-01-01T08:00:00-00:00", 0),
        ("2025-01-01T10:00:00+02:00", 0), ("2025-01-01T02:30:00-05:30", 0),
        ("2025-01-02T07:59:00.5+23:59", 500), ("2024-12-31T08:01:00-23:59", 0),
        ("2025-01-01T09:30:00.25+01:30", 250),
    ])
    func aTimeHasDecimalsAndAnOffset(_ text: String, _ millisecond: Int64) {
        #expect(Self.iso8601(text)?.milliseconds == 1_735_718_400_000 + millisecond)
    }

    @Test(arguments: [
        "", "2025-01-01", "2025-01-01T08:00:00", "2025-01-01T08:00Z", "2025-01-01 08:00:00Z",
        "2025-01-01t08:00:00Z", "2025-01-01T08:00:00z", "2025-01-01T08:00:00.Z",
        "2025-01-01T08:00:00.1234567890Z", "2025-01-01T08:00:00,5Z", "2025-1-01T08:00:00Z",
        "02025-01-01T08:00:00Z", "-2025-01-01T08:00:00Z", "+2025-01-01T08:00:00Z",
        "2025-01-01T08:00:00+0200", "2025-01-01T08:00:00+02", "2025-01-01T08:00:00+24:00",
        "2025-01-01T08:00:00+02:60", "2025-01-01T08:00:00+2:00", "2025-01-01T08:00:00±02:00",
        "2025-01-01T08:00:00Z+02:00", "2025-01-01T08:00:00Z ", " 2025-01-01T08:00:00Z",
        "2025-W01-3T08:00:00Z", "20250101T080000Z", "2025-01-01T08:00:0AZ", "２025-01-01T08:00:00Z",
        // The colon follows the nine in ASCII; a text of 24 bytes need not end as usual.
        "2025-01-01T08:00:0:Z", "2025-01-01T08:00:00.00:Z", "2025-01-01T08:00:00.000z",
        "2025-01-01T08:00:00.0000",
    ])
    func otherFormsAreRefused(_ text: String) {
        #expect(Self.iso8601(text) == nil)
    }
}
