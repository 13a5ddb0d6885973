import RedoModel
import Testing

@testable import RedoCommandLine

/// How far a deadline is, in words.
@Suite struct DueDescriptionTests {
    /// On a Wednesday at noon in UTC.
    @Test(arguments: [
        ("2025-11-19T12:00", "today 12:00"), ("2025-11-19T18:30", "today 18:30"),
        ("2025-11-19T23:59", "today"), ("2025-11-20T23:59", "tomorrow"),
        ("2025-11-20T00:00", "tomorrow 00:00"), ("2025-11-21T00:00", "in 2 days"),
        ("2025-12-02T23:59", "in 13 days"), ("2025-12-03T00:00", "in 2 weeks"),
        ("2026-01-17T23:59", "in 8 weeks"), ("2026-01-18T00:00", "in 2 months"),
        ("2027-11-18T00:00", "in 24 months"), ("2027-11-19T00:00", "in 2 years"),
        ("9999-12-31T23:59", "in 7979 years"),
        ("2025-11-19T11:59", "1 minute overdue"), ("2025-11-19T11:01", "59 minutes overdue"),
        ("2025-11-19T11:00", "1 hour overdue"), ("2025-11-18T12:01", "23 hours overdue"),
        ("2025-11-18T12:00", "1 day overdue"), ("2025-11-16T12:00", "3 days overdue"),
        ("2025-11-05T12:00", "2 weeks overdue"), ("2025-09-01T12:00", "2 months overdue"),
        ("2000-01-01T00:00", "25 years overdue"), ("0000-01-01T00:00", "2027 years overdue"),
    ])
    func wordsForADeadline(_ due: String, _ words: String) throws {
        let now = try TimeExpressionTests.instant("2025-11-19T12:00")
        let text = DueDescription(now: now, zone: try TimeExpressionTests.rules("UTC"))
            .text(try TimeExpressionTests.instant(due))
        #expect(text == words)
    }

    /// Days are those of local clocks, also when they change.
    @Test(arguments: [
        ("Pacific/Auckland", "2025-11-19T10:59", "2025-11-19T11:00", "tomorrow 00:00"),
        ("America/New_York", "2025-11-19T03:00", "2025-11-19T05:00", "tomorrow 00:00"),
        ("Europe/Berlin", "2026-03-28T22:30", "2026-03-29T22:30", "in 2 days"),
        ("Europe/Berlin", "2026-10-24T22:30", "2026-10-25T22:30", "today 23:30"),
    ])
    func daysAreThoseOfLocalClocks(
        _ zone: String, _ now: String, _ due: String, _ words: String
    ) throws {
        let table = DueDescription(
            now: try TimeExpressionTests.instant(now), zone: try TimeExpressionTests.rules(zone))
        #expect(table.text(try TimeExpressionTests.instant(due)) == words)
    }
}
