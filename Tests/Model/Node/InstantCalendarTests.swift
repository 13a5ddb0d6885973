import Foundation
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// The calendar behind instants: proleptic Gregorian, years 0000 to 9999.
@Suite struct InstantCalendarTests {
    static func random(_ generator: inout SeededGenerator) -> Instant {
        let range = Instant.earliest.milliseconds...Instant.latest.milliseconds
        return Instant(milliseconds: Int64.random(in: range, using: &generator))
    }

    @Test func aRandomInstantIsReadBackFromItsText() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<5000 {
            let instant = Self.random(&generator)
            let text = Array(instant.wallText.utf8)
            #expect(Instant(wall: text.span) == instant, "\(instant), \(seed.replay)")
        }
    }

    @Test func aRandomInstantIsReadBackFromItsParts() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<5000 {
            let instant = Self.random(&generator)
            #expect(Instant(instant.components) == instant, "\(instant), \(seed.replay)")
        }
    }

    @Test func theOrderIsThatOfTheTexts() {
        let seed = Seed()
        var generator = seed.generator
        let instants = (0..<500).map { _ in Self.random(&generator) }
        #expect(
            instants.sorted().map(\.wallText) == instants.map(\.wallText).sorted(), seed.replay)
    }

    /// Foundation's ISO 8601 calendar is the same one; a day of every month from 1600 on, where the
    /// two agree on what the calendar is.
    @Test func datesAreFoundations() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var compared = 0
        for year in stride(from: 1600, through: 9999, by: 7) {
            for month in 1...12 {
                let day = 1 + (year + month) % 28
                let parts = DateComponents(
                    year: year, month: month, day: day, hour: 13, minute: month, second: day)
                let date = try #require(calendar.date(from: parts))
                let expected = Int64(date.timeIntervalSince1970) * 1000
                let instant = Instant(
                    Instant.Components(
                        year: year, month: month, day: day, hour: 13, minute: month, second: day))
                #expect(instant?.milliseconds == expected, "\(year)-\(month)-\(day)")
                compared += 1
            }
        }
        #expect(compared == 1200 * 12)
    }

    /// Day after day, so that no day is left out or stands twice.
    @Test func daysFollowEachOther() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for first in [0, 1, 4, 100, 399, 400, 1899, 1999, 2023, 2099, 9998] {
            var instant = Instant(Instant.Components(year: first, month: 1, day: 1))!
            for year in first...first + 1 {
                let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                for (index, length) in lengths.enumerated() {
                    for day in 1...(index == 1 && isLeap ? 29 : length) {
                        let parts = Instant.Components(year: year, month: index + 1, day: day)
                        #expect(instant.components == parts)
                        instant = Instant(milliseconds: instant.milliseconds + 86_400_000)
                    }
                }
            }
        }
    }

    @Test(arguments: [
        Instant.Components(year: 10000, month: 1, day: 1),
        Instant.Components(year: -1, month: 12, day: 31),
        Instant.Components(year: 2025, month: 2, day: 29),
        Instant.Components(year: 2025, month: 0, day: 1),
        Instant.Components(year: 2025, month: 1, day: 0),
        Instant.Components(year: 2025, month: 1, day: 1, hour: 24),
        Instant.Components(year: 2025, month: 1, day: 1, minute: -1),
        Instant.Components(year: 2025, month: 1, day: 1, second: 60),
    ])
    func partsThatAreNoDateMakeNoInstant(_ parts: Instant.Components) {
        #expect(Instant(parts) == nil)
    }

    @Test(arguments: [
        ("9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59.999Z"),
        ("0000-01-01T00:00:00+00:01", "0000-01-01T00:00:00.000Z"),
    ])
    func anInstantThatAnOffsetPutsOutsideTheCalendarIsShownAsItsEnd(
        _ text: String, _ expected: String
    ) {
        #expect(Instant(iso8601: Array(text.utf8).span)?.wallText == expected)
    }

    // MARK: Days

    @Test(arguments: [
        ("2025-01-01T09:00:00.000Z", 7, "2025-01-08T09:00:00.000Z"),
        ("2024-02-28T09:00:00.500Z", 1, "2024-02-29T09:00:00.500Z"),
        ("2025-01-01T00:00:00.000Z", -1, "2024-12-31T00:00:00.000Z"),
        ("2025-01-01T00:00:00.000Z", 0, "2025-01-01T00:00:00.000Z"),
        ("9999-12-30T12:00:00.000Z", 1, "9999-12-31T12:00:00.000Z"),
    ])
    func daysAreAdded(_ text: String, _ days: Int, _ expected: String) {
        #expect(Sample.instant(text).advanced(byDays: days).wallText == expected)
    }

    /// An offset puts this deadline a minute before the first year; the days count from there.
    @Test func daysAreAddedToTheMomentThatWasMeant() {
        let early = Instant(iso8601: Array("0000-01-01T00:00:00+00:01".utf8).span)
        #expect(early?.advanced(byDays: 1) == Sample.instant("0000-01-01T23:59:00.000Z"))
    }

    @Test(arguments: [1, 3_000_000, 9_007_199_254_740_991, Int.max])
    func theLatestInstantIsNotPassed(_ days: Int) {
        let start = Sample.instant("9999-12-31T12:00:00.000Z")
        #expect(start.advanced(byDays: days) == .latest)
        #expect(Instant.latest.wallText == "9999-12-31T23:59:59.999Z")
    }

    @Test(arguments: [-1, -3_000_000, -9_007_199_254_740_991, Int.min])
    func theEarliestInstantIsNotPassed(_ days: Int) {
        let start = Sample.instant("0000-01-01T12:00:00.000Z")
        #expect(start.advanced(byDays: days) == .earliest)
        #expect(Instant.earliest.wallText == "0000-01-01T00:00:00.000Z")
    }

    @Test func daysBetweenAreRealNumbers() {
        let start = Sample.instant("2025-01-01T00:00:00.000Z")
        #expect(start.days(to: Sample.instant("2025-01-08T12:00:00.000Z")) == 7.5)
        #expect(start.days(to: Sample.instant("2024-12-31T06:00:00.000Z")) == -0.75)
    }
}
