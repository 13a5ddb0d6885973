import Foundation
import RedoInsight
import RedoModel
import Testing

/// A calendar of a time zone as Foundation knows it.
func calendar(_ zone: String) throws -> LocalCalendar {
    let zone = try #require(TimeZone(identifier: zone))
    return LocalCalendar(
        TimeZoneRules { (second) -> Int in
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
        })
}

func instant(_ text: String) throws -> Instant {
    let instant = Instant(iso8601: Array(text.utf8).span)
    return try #require(instant)
}

/// Days and hours by local clocks, around the changes of the clocks.
@Suite struct LocalCalendarTests {
    @Test(arguments: [
        ("UTC", "2025-11-16T23:59:59.999Z", "2025-11-16", 23),
        ("UTC", "2025-11-17T00:00:00Z", "2025-11-17", 0),
        ("Europe/Berlin", "2025-11-16T22:59:59Z", "2025-11-16", 23),
        ("Europe/Berlin", "2025-11-16T23:00:00Z", "2025-11-17", 0),
        // Clocks go from 02:00 to 03:00.
        ("Europe/Berlin", "2025-03-30T00:59:59Z", "2025-03-30", 1),
        ("Europe/Berlin", "2025-03-30T01:00:00Z", "2025-03-30", 3),
        // And from 03:00 back to 02:00.
        ("Europe/Berlin", "2025-10-26T00:30:00Z", "2025-10-26", 2),
        ("Europe/Berlin", "2025-10-26T01:30:00Z", "2025-10-26", 2),
        ("America/New_York", "2025-11-17T04:59:59Z", "2025-11-16", 23),
        ("Asia/Kathmandu", "2025-11-16T18:15:00Z", "2025-11-17", 0),
        ("UTC", "1969-12-31T23:59:59Z", "1969-12-31", 23),
    ])
    func dayAndHour(_ zone: String, _ time: String, _ day: String, _ hour: Int) throws {
        let calendar = try calendar(zone)
        #expect(calendar.day(of: try instant(time)).description == day)
        #expect(calendar.hour(of: try instant(time)) == hour)
    }

    @Test(arguments: [
        ("UTC", "2025-11-16T12:00:00Z", "2025-11-16T00:00:00Z"),
        ("Europe/Berlin", "2025-03-30T12:00:00Z", "2025-03-29T23:00:00Z"),
        ("Europe/Berlin", "2025-03-31T12:00:00Z", "2025-03-30T22:00:00Z"),
        ("Europe/Berlin", "2025-10-26T12:00:00Z", "2025-10-25T22:00:00Z"),
        ("Europe/Berlin", "2025-10-27T12:00:00Z", "2025-10-26T23:00:00Z"),
        // At midnight clocks went to 01:00.
        ("America/Sao_Paulo", "2018-11-04T15:00:00Z", "2018-11-04T03:00:00Z"),
        ("Africa/Cairo", "2024-04-26T12:00:00Z", "2024-04-25T22:00:00Z"),
        // At 23:30 clocks went to 00:30.
        ("America/Toronto", "1919-03-31T12:00:00Z", "1919-03-31T04:30:00Z"),
    ])
    func aDayStartsAtItsFirstMoment(_ zone: String, _ time: String, _ start: String) throws {
        let calendar = try calendar(zone)
        let day = calendar.day(of: try instant(time))
        #expect(calendar.start(of: day) == (try instant(start)))
    }

    @Test(arguments: [
        ("UTC", "2025-11-16T12:00:00.250Z", -7, "2025-11-09T12:00:00.250Z"),
        // Across a change the time of day stays, not the number of hours.
        ("Europe/Berlin", "2025-03-29T11:00:00Z", 1, "2025-03-30T10:00:00Z"),
        ("Europe/Berlin", "2025-11-01T11:00:00Z", -7, "2025-10-25T10:00:00Z"),
        ("Europe/Berlin", "2025-10-25T22:30:00Z", 1, "2025-10-26T23:30:00Z"),
        // 02:30 is skipped.
        ("Europe/Berlin", "2025-03-29T01:30:00Z", 1, "2025-03-30T01:30:00Z"),
    ])
    func someDaysLater(_ zone: String, _ time: String, _ days: Int, _ later: String) throws {
        let calendar = try calendar(zone)
        #expect(calendar.instant(days, daysAfter: try instant(time)) == (try instant(later)))
    }

    @Test(arguments: [
        ("2025-11-16", "2025-11-10"), ("2025-11-17", "2025-11-17"), ("1970-01-01", "1969-12-29"),
        ("1969-12-28", "1969-12-22"),
    ])
    func aWeekStartsOnMonday(_ day: String, _ monday: String) throws {
        let calendar = try calendar("UTC")
        let day = calendar.day(of: try instant("\(day)T12:00:00Z"))
        #expect(day.startOfWeek.description == monday)
    }
}
