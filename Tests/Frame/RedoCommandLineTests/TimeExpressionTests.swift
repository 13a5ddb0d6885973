import Foundation
import RedoModel
import TestSupport
import Testing

@testable import RedoCommandLine

/// Dates and times as people write them (docs/dates.md).
@Suite struct TimeExpressionTests {
    /// The rules of a zone by another implementation than the C library's.
    static func rules(_ name: String) throws -> TimeZoneRules {
        let zone = try #require(TimeZone(identifier: name))
        return TimeZoneRules { (second) -> Int in
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
        }
    }

    static func instant(_ text: String) throws -> Instant {
        let instant = Instant(iso8601: Array((text + ":00Z").utf8).span)
        return try #require(instant)
    }

    /// What a text means, to the minute in UTC.
    static func moment(
        _ text: String, now: String = "2025-11-19T12:00", zone: String = "UTC",
        direction: TimeExpression.Direction = .future, timeOfDay: TimeExpression.TimeOfDay = .end
    ) throws -> String {
        let time = TimeExpression(
            now: try instant(now), zone: try rules(zone), direction: direction,
            timeOfDay: timeOfDay)
        return (try time.moment(of: text)).map { String($0.wallText.prefix(16)) } ?? "none"
    }

    /// On a Wednesday at noon.
    @Test(arguments: [
        ("none", "none"), ("NONE", "none"), ("now", "2025-11-19T12:00"),
        ("today", "2025-11-19T23:59"), ("tomorrow", "2025-11-20T23:59"),
        ("tomorrow 9am", "2025-11-20T09:00"), ("9am tomorrow", "2025-11-20T09:00"),
        ("tomorrow at 9 pm", "2025-11-20T21:00"), ("Tomorrow  Noon", "2025-11-20T12:00"),
        ("today eod", "2025-11-19T23:59"), ("eod", "2025-11-19T23:59"),
        // The next day of that name, never today.
        ("thu", "2025-11-20T23:59"), ("tuesday", "2025-11-25T23:59"), ("wed", "2025-11-26T23:59"),
        ("fri 18:30", "2025-11-21T18:30"),
        // The day of that name in the week that begins on the next Monday.
        ("next mon", "2025-11-24T23:59"), ("next fri", "2025-11-28T23:59"),
        ("next sun 9am", "2025-11-30T09:00"),
        ("+3d", "2025-11-22T12:00"), ("+2w", "2025-12-03T12:00"), ("+4h", "2025-11-19T16:00"),
        ("+30min", "2025-11-19T12:30"), ("+2mo", "2026-01-19T12:00"),
        ("in 3 days", "2025-11-22T12:00"), ("in 1 day", "2025-11-20T12:00"),
        ("in a week", "2025-11-26T12:00"), ("in an hour", "2025-11-19T13:00"),
        ("in 2 months", "2026-01-19T12:00"), ("in 3d", "2025-11-22T12:00"),
        ("in 3 days 9am", "2025-11-22T09:00"), ("+1w at 8:05", "2025-11-26T08:05"),
        ("24 dec", "2025-12-24T23:59"), ("dec 24 6pm", "2025-12-24T18:00"),
        ("1 november", "2026-11-01T23:59"), ("19 nov", "2025-11-19T23:59"),
        ("29 feb", "2028-02-29T23:59"), ("24 Sept 2027", "2027-09-24T23:59"),
        ("may 5 2030 noon", "2030-05-05T12:00"),
        ("2026-12-24", "2026-12-24T23:59"), ("2026-12-24 18:30", "2026-12-24T18:30"),
        ("2026-12-24T18:30", "2026-12-24T18:30"), ("2026-12-24t18:30:59", "2026-12-24T18:30"),
        ("2026-12-24 9am", "2026-12-24T09:00"), ("2026-12-24T18:30:00+01:00", "2026-12-24T17:30"),
        // The next time that clocks show it.
        ("9:15", "2025-11-20T09:15"), ("12:00", "2025-11-19T12:00"),
        ("at 21:15", "2025-11-19T21:15"),
        ("12am", "2025-11-20T00:00"), ("12pm", "2025-11-19T12:00"), ("1:05pm", "2025-11-19T13:05"),
    ])
    func aTextMeansAMoment(_ text: String, _ moment: String) throws {
        #expect(try Self.moment(text) == moment)
    }

    @Test(arguments: [
        ("yesterday", "2025-11-18T00:00"), ("yesterday 18:30", "2025-11-18T18:30"),
        ("3 days ago", "2025-11-16T12:00"), ("-3d", "2025-11-16T12:00"),
        ("a week ago", "2025-11-12T12:00"), ("1 month ago", "2025-10-19T12:00"),
        ("2 days ago 9am", "2025-11-17T09:00"),
        ("wed", "2025-11-12T00:00"), ("tue", "2025-11-18T00:00"), ("fri", "2025-11-14T00:00"),
        ("last fri", "2025-11-14T00:00"), ("last mon", "2025-11-10T00:00"),
        ("9:15", "2025-11-19T09:15"), ("21:15", "2025-11-18T21:15"),
        ("24 dec", "2024-12-24T00:00"), ("19 nov", "2025-11-19T00:00"),
        ("29 feb", "2024-02-29T00:00"), ("today", "2025-11-19T00:00"),
    ])
    func aTextCanLookBack(_ text: String, _ moment: String) throws {
        #expect(try Self.moment(text, direction: .past, timeOfDay: .start) == moment)
    }

    @Test(arguments: [
        ("", "it is empty"), ("   ", "it is empty"), ("sometime", "'sometime' is not understood"),
        ("next", "a day is missing"), ("this", "a day is missing"),
        ("this week", "'week' is not understood"), ("on", "a day is missing after 'on'"),
        ("on noon", "'noon' is not understood"), ("the", "a day is missing after 'the'"),
        ("the 15", "'15' is not understood"), ("15st", "'15st' is not understood"),
        ("32nd", "'32nd' is not understood"), ("0th", "'0th' is not understood"),
        ("24th of", "a month is missing"), ("24th of fri", "'fri' is not understood"),
        ("31.2.", "there is no day '31.2.'"), ("24.13.", "'24.13.' is not understood"),
        ("24.12", "'24.12' is not understood"), ("24.12.26", "'24.12.26' is not understood"),
        ("20261232", "there is no day '20261232'"), ("2026122", "'2026122' is not understood"),
        ("3 days ago ago", "'ago' is not understood"), ("tomorrow 9", "'9' is not understood"),
        ("tomorrow 25:00", "'25:00' is not understood"), ("9am 9am", "'9am' is not understood"),
        ("9am tomorrow 9am", "'9am' is not understood"), ("13pm", "'13pm' is not understood"),
        ("0am", "'0am' is not understood"), ("9:5", "'9:5' is not understood"),
        ("in", "a number is missing after 'in'"), ("in few days", "'few' is not understood"),
        ("at", "a time of day is missing after 'at'"), ("31 feb", "there is no day '31 feb'"),
        ("29 feb 2027", "there is no day '29 feb'"),
        ("2026-02-30", "there is no day '2026-02-30'"), ("dec", "a day of the month is missing"),
        ("+4h 9am", "a time of day cannot follow hours or minutes"),
        ("none today", "'today' is not understood"), ("+3x", "'+3x' is not understood"),
        ("+99999999999999999999d", "'+99999999999999999999d' is not understood"),
        ("fri fri", "'fri' is not understood"), ("３ days", "'３' is not understood"),
        ("in 1000000 months", "there is no such day"),
    ])
    func whatIsNotUnderstoodIsNamed(_ text: String, _ reason: String) throws {
        let error = #expect(throws: TimeExpression.ParseError.self) { try Self.moment(text) }
        #expect(error?.reason == reason)
    }

    /// On a Wednesday at noon, in November.
    @Test(arguments: [
        ("yesterday", "2025-11-18T23:59"), ("3 days ago", "2025-11-16T12:00"),
        ("-3d", "2025-11-16T12:00"), ("last fri", "2025-11-14T23:59"),
        ("next week", "2025-11-24T23:59"), ("next week 9am", "2025-11-24T09:00"),
        ("last week", "2025-11-10T23:59"), ("next month", "2025-12-01T23:59"),
        ("last month", "2025-10-01T23:59"), ("eow", "2025-11-23T23:59"),
        ("eom", "2025-11-30T23:59"), ("eom noon", "2025-11-30T12:00"),
        ("eoy", "2025-12-31T23:59"), ("tonight", "2025-11-19T20:00"),
        ("tonight 21:30", "2025-11-19T21:30"), ("9pm tonight", "2025-11-19T21:00"),
        ("2w", "2025-12-03T12:00"), ("3 days", "2025-11-22T12:00"), ("3 d", "2025-11-22T12:00"),
        ("3 days 9am", "2025-11-22T09:00"), ("30min", "2025-11-19T12:30"),
        ("2mo", "2026-01-19T12:00"), ("a week", "2025-11-26T12:00"),
        ("this fri", "2025-11-21T23:59"), ("this wed", "2025-11-19T23:59"),
        ("on friday", "2025-11-21T23:59"), ("on next fri", "2025-11-28T23:59"),
        ("on 24 dec", "2025-12-24T23:59"), ("24.12.", "2025-12-24T23:59"),
        ("1.2.", "2026-02-01T23:59"), ("24.12.2026", "2026-12-24T23:59"),
        ("24.12. 2026", "2026-12-24T23:59"), ("24.12. 18:30", "2025-12-24T18:30"),
        ("15th", "2025-12-15T23:59"), ("the 19th", "2025-11-19T23:59"),
        ("the 20th 9am", "2025-11-20T09:00"), ("31st", "2025-12-31T23:59"),
        ("1st", "2025-12-01T23:59"), ("22nd", "2025-11-22T23:59"), ("3rd", "2025-12-03T23:59"),
        ("on the 24th of december", "2025-12-24T23:59"), ("24th dec 2027", "2027-12-24T23:59"),
        ("dec 24th", "2025-12-24T23:59"), ("20261224", "2026-12-24T23:59"),
        ("20261224 9am", "2026-12-24T09:00"), ("20261224T18:30", "2026-12-24T18:30"),
        ("2026-12-24T18:30Z", "2026-12-24T18:30"), ("2026-12-24t18:30z", "2026-12-24T18:30"),
        ("2026-12-24T18:30+01:00", "2026-12-24T17:30"),
    ])
    func aTextIsWrittenInOtherWays(_ text: String, _ moment: String) throws {
        #expect(try Self.moment(text) == moment)
    }

    /// What leads forward or back leads back where the past is asked for; all else means the same.
    @Test(arguments: [
        ("3 days", "2025-11-16T12:00"), ("2w", "2025-11-05T12:00"),
        ("in 3 days", "2025-11-22T12:00"), ("the 15th", "2025-11-15T00:00"),
        ("20th", "2025-10-20T00:00"), ("31st", "2025-10-31T00:00"),
        ("24.12.", "2024-12-24T00:00"), ("this fri", "2025-11-14T00:00"),
        ("this wed", "2025-11-19T00:00"), ("last week", "2025-11-10T00:00"),
        ("last month", "2025-10-01T00:00"), ("tomorrow", "2025-11-20T00:00"),
    ])
    func aShortTextLooksBack(_ text: String, _ moment: String) throws {
        #expect(try Self.moment(text, direction: .past, timeOfDay: .start) == moment)
    }

    /// The beginning of the day is over; a clock that skips midnight begins the day later.
    @Test(arguments: [
        ("2025-11-19T12:00", "tonight", "2025-11-19T20:00"),
        ("2025-11-19T21:00", "tonight", "2025-11-19T23:59"),
        ("2025-11-19T21:00", "tomorrow", "2025-11-20T00:00"),
        ("2025-11-19T21:00", "eom", "2025-11-30T00:00"),
        ("2025-11-19T21:00", "2025-12-24 9:15", "2025-12-24T09:15"),
    ])
    func aDayMeansItsBeginning(_ now: String, _ text: String, _ moment: String) throws {
        #expect(try Self.moment(text, now: now, timeOfDay: .start) == moment)
    }

    @Test(arguments: [("last week", "2025-11-16T23:59"), ("last month", "2025-10-31T23:59")])
    func aPeriodEndsWithItsLastDay(_ text: String, _ moment: String) throws {
        #expect(try Self.moment(text, direction: .past, timeOfDay: .last) == moment)
    }

    @Test(arguments: [
        ("2025-11-19T20:00", "tonight", "2025-11-19T23:59"),
        ("2025-11-21T12:00", "this fri", "2025-11-21T23:59"),
        ("2025-11-23T12:00", "eow", "2025-11-23T23:59"),
        ("2025-11-24T12:00", "eow", "2025-11-30T23:59"),
        ("2025-11-24T12:00", "next week", "2025-12-01T23:59"),
        ("2028-02-10T12:00", "eom", "2028-02-29T23:59"),
        ("2026-01-31T12:00", "next month", "2026-02-01T23:59"),
        ("2025-12-31T12:00", "next month", "2026-01-01T23:59"),
        ("2026-01-31T12:00", "30th", "2026-03-30T23:59"),
    ])
    func aNamedDayDependsOnToday(_ now: String, _ text: String, _ moment: String) throws {
        #expect(try Self.moment(text, now: now) == moment)
    }

    @Test(arguments: ["+1m", "1m", "-1m", "in 1m", "1m ago", "1 m", "in 1 m", "+1M"])
    func minutesAndMonthsAreToldApart(_ text: String) throws {
        let error = #expect(throws: TimeExpression.ParseError.self) { try Self.moment(text) }
        #expect(error?.reason == "'1m' could be minutes or months")
        #expect(error?.hint == "write 1min for minutes, 1mo for months")
    }

    /// The rows of the table in docs/dates.md below a heading: the code spans of the first column, and
    /// the second column.
    static func rows(below heading: String) throws -> [(texts: [String], meaning: String)] {
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "docs/dates.md"), encoding: .utf8)
        let rest = try #require(page.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let lines = rest.components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
        return lines.filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|")
            let spans = cells[0].split(separator: "`").filter { !$0.allSatisfy(" ,".contains) }
            return (spans.map(String.init), cells[1].trimmingCharacters(in: .whitespaces))
        }
    }

    @Test func everyTextOfThePageIsUnderstood() throws {
        let texts = try Self.rows(below: "What they mean").flatMap(\.texts)
        #expect(texts.count > 40 && texts.contains("24.12."), "\(texts)")
        for text in texts {
            for direction in [TimeExpression.Direction.future, .past] {
                #expect(throws: Never.self, "\(text)") {
                    try Self.moment(text, direction: direction)
                }
            }
        }
    }

    /// What the manual's page names is understood, too.
    @Test func everyTextOfTheManualIsUnderstood() throws {
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "man/src/redo-dates.7"), encoding: .utf8)
        let parts = page.components(separatedBy: ".Sh HOW OFTEN")
        for (part, isDate) in [(parts[0], true), (parts[1], false)] {
            let texts = part.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }.flatMap {
                $0.dropFirst(".It Ic ".count).components(separatedBy: " , Ic ")
            }
            #expect(texts.count > 8)
            for text in texts {
                #expect(throws: Never.self, "\(text)") {
                    if isDate {
                        _ = try Self.moment(text)
                    } else {
                        _ = try FrequencyExpression(text)
                    }
                }
            }
        }
    }

    @Test func aLongTextIsNotRead() throws {
        let text = String(repeating: "tomorrow ", count: 100_000)
        #expect(throws: TimeExpression.ParseError("it is too long")) { try Self.moment(text) }
    }

    /// Times that clocks skip become what they would be had clocks not been put forward; of times that
    /// they show twice the first counts.
    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30"),
        ("Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59"),
        ("Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00"),
        ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30"),
        ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00"),
        ("America/New_York", "2026-03-08 02:30", "2026-03-08T07:30"),
        ("America/New_York", "2026-11-01 01:30", "2026-11-01T05:30"),
        ("America/New_York", "2026-11-01 02:00", "2026-11-01T07:00"),
        ("Asia/Kolkata", "2026-03-29 02:30", "2026-03-28T21:00"),
        // Half an hour.
        ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:45"),
        ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45"),
        ("Australia/Lord_Howe", "2026-04-05 02:00", "2026-04-04T15:30"),
        // A day that never was: Samoa went from the 29th to the 31st.
        ("Pacific/Apia", "2011-12-29 23:59", "2011-12-30T09:59"),
        ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30T22:00"),
        ("Pacific/Apia", "2011-12-31 00:00", "2011-12-30T10:00"),
    ])
    func changesOfTheClocks(_ zone: String, _ text: String, _ moment: String) throws {
        #expect(try Self.moment(text, zone: zone) == moment)
    }

    /// Days are those of local clocks, also around a change.
    @Test(arguments: [
        ("Europe/Berlin", "2026-03-28T22:30", "tomorrow 9am", "2026-03-29T07:00"),
        ("Europe/Berlin", "2026-03-28T23:30", "tomorrow 9am", "2026-03-30T07:00"),
        ("Europe/Berlin", "2026-10-24T21:30", "+1d 9am", "2026-10-25T08:00"),
        ("Europe/Berlin", "2026-02-28T12:00", "in 1 month", "2026-03-28T12:00"),
        ("Europe/Berlin", "2026-03-28T12:00", "in 1 month", "2026-04-28T11:00"),
        ("Europe/Berlin", "2026-01-31T12:00", "in 1 month", "2026-02-28T12:00"),
        ("America/New_York", "2026-03-08T04:30", "today", "2026-03-08T04:59"),
        ("Asia/Kolkata", "2025-11-16T20:00", "sun", "2025-11-23T18:29"),
        ("Pacific/Apia", "2011-12-30T08:00", "tomorrow noon", "2011-12-30T22:00"),
        ("America/New_York", "2026-11-01T05:45", "1:30", "2026-11-02T06:30"),
    ])
    func aDayIsOneOfLocalClocks(
        _ zone: String, _ now: String, _ text: String, _ moment: String
    ) throws {
        #expect(try Self.moment(text, now: now, zone: zone) == moment)
    }

    static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia",
        "Pacific/Kiritimati", "America/St_Johns", "Africa/Casablanca", "UTC",
    ]

    /// What clocks show at a moment, read back, is that moment or an earlier one with the same
    /// reading.
    @Test(arguments: zones) func aReadingLeadsBack(_ zone: String) throws {
        let seed = Seed()
        var random = seed.generator
        let rules = try Self.rules(zone)
        for _ in 0..<300 {
            let second = Int64.random(in: 1_100_000_000..<2_100_000_000, using: &random) / 60 * 60
            let moment = Instant(milliseconds: second * 1000)
            let reading = rules.clockReading(at: moment)
            let found = rules.instant(ofClockReading: reading)
            #expect(rules.clockReading(at: found) == reading, seed.replay)
            #expect(found <= moment && found.days(to: moment) <= 1, seed.replay)
            // No earlier moment has the same reading: a search in steps of a quarter of an hour.
            for step in 1...104 {
                let earlier = Instant(milliseconds: found.milliseconds - Int64(step) * 900_000)
                #expect(rules.clockReading(at: earlier) != reading, seed.replay)
            }
        }
    }

    /// A moment in the form that lists show is understood as that moment, but in the hour that clocks
    /// show twice; and no text, however it is put together, stops the program.
    @Test func anyTextIsAMomentOrAMistake() throws {
        let seed = Seed()
        var random = seed.generator
        let words = [
            "in", "at", "next", "last", "ago", "+3d", "-2w", "3", "days", "fri", "24", "dec",
            "2026",
            "9am", "9:15", "noon", "eod", "none", "now", "today", "tomorrow", "yesterday", "29",
            "feb", "2026-12-24", "9999-12-31", "0000-01-01", "T", "2026-12-24T\u{301}9:00", "",
            "\u{0}", "\u{1F600}", "pm", "mo", "999999", "months", "2026-12-24te\u{301}",
            "on", "this", "the", "of", "week", "month", "15th", "31st", "24.12.", "31.12.9999",
            "tonight", "eow", "eom", "eoy", "20261224", "99991231T", "1m", "m", "a", "2w", "--",
            "+",
            "2026-12-24T18:30", "Z", "+99:99", "00000101", "every", "year", "2y", "monthly",
            "now", "from", "after", "before", "day", "the", "+", "-", "1w", "w49", "w53", "week",
            "9999-W52-7", "0000-W01", "end", "start", "quarter", "sonw", "eopq", "eony", "someday",
            "weekend", "morning", "night", "in", "other", "workday", "done", "quarterly", "seconds",
        ]
        for _ in 0..<5000 {
            let count = Int.random(in: 0...5, using: &random)
            let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            let now = Instant(
                milliseconds: Int64.random(
                    in: Instant.earliest.milliseconds...Instant.latest.milliseconds, using: &random)
            )
            let time = TimeExpression(
                now: now, zone: TimeZoneRules { _ in -39_600 },
                direction: Bool.random(using: &random) ? .past : .future)
            if case .days(let days)? = try? FrequencyExpression(text) {
                #expect(days >= 0, seed.replay)
            }
            guard let moment = try? time.moment(of: text) else { continue }
            #expect((Instant.earliest...Instant.latest).contains(moment), seed.replay)
        }
    }
}
