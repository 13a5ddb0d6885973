import RedoModel
import Testing

@testable import RedoCalendar

/// The next deadline where the table of recurrences says nothing.
@Suite struct CompletedOccurrenceTests {
    private func next(
        _ rule: String, _ zone: String = "UTC", from given: String, done completed: String? = nil
    ) throws -> CompletedOccurrence.Next {
        func instant(_ text: String) throws -> Instant {
            let instant = Instant(iso8601: Array(text.utf8).span)
            return try #require(instant)
        }
        return CompletedOccurrence(
            of: Recurrence(rule: rule, origin: .deadline, zone: zone), given: try instant(given),
            moved: nil, completed: try instant(completed ?? given), count: 1
        ).next()
    }

    private func due(_ text: String) throws -> CompletedOccurrence.Next {
        let instant = Instant(iso8601: Array(text.utf8).span)
        return .due(try #require(instant))
    }

    /// libical ends with the year 2582; the calendar repeats after 400 years.
    @Test(arguments: [
        ("FREQ=YEARLY", "2500-06-01T09:00:00Z", "2501-06-01T09:00:00Z"),
        ("FREQ=YEARLY", "2900-06-01T09:00:00Z", "2901-06-01T09:00:00Z"),
        ("FREQ=YEARLY", "9998-06-01T09:00:00Z", "9999-06-01T09:00:00Z"),
        ("FREQ=YEARLY", "0000-06-01T09:00:00Z", "0001-06-01T09:00:00Z"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2896-02-29T09:00:00Z", "2904-02-29T09:00:00Z"),
        ("FREQ=WEEKLY;BYDAY=TH", "1969-12-25T09:00:00Z", "1970-01-01T09:00:00Z"),
        ("FREQ=YEARLY;INTERVAL=400", "2000-02-29T09:00:00Z", "2400-02-29T09:00:00Z"),
    ])
    func everyYearIsComputed(_ rule: String, _ given: String, _ expected: String) throws {
        #expect(try next(rule, from: given) == due(expected))
    }

    /// Only exceptions ahead are limited: those of past days gather for ever.
    @Test func pastExceptionsAreNotCounted() throws {
        func occurrence(_ first: String) throws -> CompletedOccurrence {
            let (day, given) = (
                Instant(iso8601: Array(first.utf8).span),
                Instant(iso8601: Array("2024-03-01T09:00:00Z".utf8).span)
            )
            let start = try #require(day)
            let days = (0..<10_000).map { String(start.advanced(byDays: $0).wallText.prefix(10)) }
            return CompletedOccurrence(
                of: Recurrence(
                    rule: "FREQ=DAILY", origin: .deadline, zone: "UTC",
                    except: days + ["2024-03-02"]),
                given: given, moved: nil, completed: try #require(given), count: 1)
        }
        let past = try occurrence("1990-01-01T00:00:00Z")
        #expect(try past.next() == due("2024-03-03T09:00:00Z"))
        #expect(past.line.utf8.count < 1 << 16)
        let asked = try #require(CompletedOccurrence(line: past.line))
        #expect(try asked.next() == due("2024-03-03T09:00:00Z"))
        let ahead = try occurrence("2024-01-01T00:00:00Z")
        #expect(ahead.next() == .excessive(reason: "there are more than 2000 exceptions"))
        #expect(ahead.knownNext == ahead.next())
    }

    @Test func afterTheYearsThereIsNone() throws {
        #expect(
            try next("FREQ=YEARLY", from: "9999-06-01T09:00:00Z")
                == .none(reason: "the rule has no further instance"))
    }

    /// The files of zones name each change up to 2037 at most; their last line has the rule after that.
    @Test func zonesChangeAfter2037() throws {
        #expect(
            try next("FREQ=DAILY", "Europe/Berlin", from: "2060-03-27T09:00:00+01:00")
                == due("2060-03-28T07:00:00Z"))
        #expect(
            try next("FREQ=DAILY", "Australia/Sydney", from: "2060-04-03T09:00:00+11:00")
                == due("2060-04-03T23:00:00Z"))
    }

    /// An hour that is skipped moves 2:15 to 3:15, past 3:00.
    @Test func theFirstOfMovedInstancesCounts() throws {
        #expect(
            try next(
                "FREQ=MINUTELY;INTERVAL=45", "Europe/Berlin", from: "2025-03-30T01:30:00+01:00")
                == due("2025-03-30T01:00:00Z"))
        #expect(
            try next(
                "FREQ=MINUTELY;INTERVAL=45", "Europe/Berlin", from: "2025-03-30T01:30:00+01:00",
                done: "2025-03-30T03:00:00+02:00") == due("2025-03-30T01:15:00Z"))
    }

    /// The hour from two to three is shown as the one after it.
    @Test func instancesBeforeTheBoundsReadingCanBeAfterTheBound() throws {
        #expect(
            try next(
                "FREQ=MINUTELY;INTERVAL=5;BYHOUR=2", "Europe/Berlin",
                from: "2025-03-30T01:55:00+01:00", done: "2025-03-30T03:30:00+02:00")
                == due("2025-03-30T01:35:00Z"))
    }

    /// Samoa left out 30 December 2011.
    @Test func aDayThatAZoneLeavesOutMovesForward() throws {
        #expect(
            try next("FREQ=DAILY", "Pacific/Apia", from: "2011-12-29T09:00:00-10:00")
                == due("2011-12-30T19:00:00Z"))
    }

    @Test func anOldDeadlineTakesFewSteps() throws {
        #expect(
            try next(
                "FREQ=MINUTELY;INTERVAL=7", from: "2000-01-01T00:00:00Z",
                done: "2025-06-01T00:00:00Z") == due("2025-06-01T00:02:00Z"))
        #expect(
            try next(
                "FREQ=DAILY;INTERVAL=3", from: "0001-01-01T09:00:00Z", done: "2025-06-01T10:00:00Z")
                == due("2025-06-03T09:00:00Z"))
    }

    @Test func aSixtiethSecondIsNeverShown() throws {
        #expect(
            try next("FREQ=DAILY;BYSECOND=60", from: "2025-06-01T00:00:00Z")
                == .none(reason: "the rule has no further instance"))
        #expect(
            try next("FREQ=DAILY;BYSECOND=30,60", from: "2025-06-01T00:00:30Z")
                == due("2025-06-02T00:00:30Z"))
    }

    // MARK: Limits

    @Test func stepsAreLimited() throws {
        let hours = (0..<24).map(String.init).joined(separator: ",")
        let minutes = (0..<60).map(String.init).joined(separator: ",")
        let rule = "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=\(minutes)"
        #expect(
            try next("\(rule);BYSETPOS=-1", from: "2025-06-01T00:00:00Z")
                == due("2025-06-01T23:59:00Z"))
        #expect(
            try next("\(rule);BYSECOND=\(minutes);BYSETPOS=-1", from: "2025-06-01T00:00:00Z")
                == .excessive(reason: "the rule takes more than 10000 steps to its next instance"))
    }

    /// No day matches, so that no step is taken.
    @Test(arguments: ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "MONTHLY", "YEARLY"])
    func aRuleThatNeverMatchesHasNone(_ frequency: String) throws {
        #expect(
            try next("FREQ=\(frequency);BYMONTH=2;BYMONTHDAY=30", from: "2025-06-01T00:00:00Z")
                == .none(reason: "the rule has no further instance"))
    }

    @Test func anIntervalThatLibicalCannotHoldIsRefused() throws {
        #expect(
            try next("FREQ=SECONDLY;INTERVAL=32767", from: "2025-01-01T00:00:00Z")
                == due("2025-01-01T09:06:07Z"))
        #expect(
            try next("FREQ=SECONDLY;INTERVAL=86400", from: "2025-01-01T00:00:00Z")
                == .excessive(reason: "the interval of the rule is over 32767"))
    }

    @Test(arguments: [
        "../../etc/passwd", "/etc/passwd", "/usr/share/zoneinfo/Europe/Berlin", "", "Europe",
        "Europe/", "Europe//Berlin", "./UTC", "Europe/../UTC", "zone.tab", "tzdata.zi",
        "right/Europe/Berlin", "posix/Europe/Berlin", "posixrules", "localtime", "Europe/Ber\0lin",
        "CET-1CEST,M3.5.0,M10.5.0/3", "leapseconds", String(repeating: "A/", count: 5000),
    ])
    func whatIsNoZoneIsRefused(_ zone: String) throws {
        #expect(NamedTimeZone(zone) == nil)
        #expect(
            try next("FREQ=DAILY", zone, from: "2025-06-01T00:00:00Z")
                == .none(reason: "the time zone '\(zone.prefix(64))' is not known"))
    }

    // MARK: The user's zone

    @Test func theUsersZoneHasAName() {
        #expect(NamedTimeZone.local(variable: "Europe/Berlin")?.name == "Europe/Berlin")
        #expect(NamedTimeZone.local(variable: ":Europe/Berlin")?.name == "Europe/Berlin")
        #expect(
            NamedTimeZone.local(variable: ":/usr/share/zoneinfo/Asia/Tokyo")?.name == "Asia/Tokyo")
        #expect(NamedTimeZone.local(variable: "")?.name == "UTC")
        #expect(NamedTimeZone.local(variable: "CET-1CEST") == nil)
        #expect(NamedTimeZone.local(variable: nil) != nil)
    }

    /// The C library takes UTC for these without an error.
    @Test(arguments: ["Europe/Berlni", "CEST", ":Nowhere", "/etc/passwd", "../zoneinfo/none", "x"])
    func whatIsNoZoneIsUnknown(_ text: String) {
        #expect(NamedTimeZone.isUnknown(variable: text))
    }

    @Test(arguments: [
        nil, "", ":", "UTC", "Europe/Berlin", ":Europe/Berlin", "/etc/localtime", "CET-1CEST",
        ":/usr/share/zoneinfo/Asia/Tokyo", "CET-1CEST,M3.5.0,M10.5.0/3", "<+05>-5",
    ])
    func whatIsAZoneIsNot(_ text: String?) {
        #expect(!NamedTimeZone.isUnknown(variable: text))
    }
}
