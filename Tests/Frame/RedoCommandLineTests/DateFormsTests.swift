import Foundation
import RedoModel
import TestSupport
import Testing

@testable import RedoCommandLine

/// Each form of a date against a calculation that shares no code with it, in zones that skip midnight or the end of a
/// day, at random times.
@Suite struct DateFormsTests {
    static let zones = [
        "Europe/Berlin", "America/Havana", "Asia/Beirut", "America/Asuncion", "Africa/Cairo",
        "America/Scoresbysund", "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns", "UTC",
    ]

    /// Days since 1970, by Foundation's calendar.
    private struct Day {
        static let calendar: Foundation.Calendar = {
            var calendar = Foundation.Calendar(identifier: .iso8601)
            calendar.timeZone = TimeZone(identifier: "UTC") ?? .gmt
            return calendar
        }()
        let date: Date

        init(_ date: Date) { self.date = Self.calendar.startOfDay(for: date) }

        init?(_ year: Int, _ month: Int, _ day: Int) {
            let parts = DateComponents(year: year, month: month, day: day)
            guard let date = Self.calendar.date(from: parts),
                Self.calendar.component(.day, from: date) == day
            else { return nil }
            self.date = date
        }

        /// 1 for Monday.
        var weekday: Int { (Self.calendar.component(.weekday, from: date) + 5) % 7 + 1 }
        var year: Int { Self.calendar.component(.year, from: date) }
        var month: Int { Self.calendar.component(.month, from: date) }
        var day: Int { Self.calendar.component(.day, from: date) }
        var week: (year: Int, number: Int) {
            let parts = Self.calendar.dateComponents(
                [.yearForWeekOfYear, .weekOfYear], from: date)
            return (parts.yearForWeekOfYear ?? 0, parts.weekOfYear ?? 0)
        }

        func plus(_ count: Int, _ unit: Foundation.Calendar.Component = .day) -> Day {
            Day(Self.calendar.date(byAdding: unit, value: count, to: date) ?? date)
        }

        /// The first and the last day of a unit, some units later.
        func ends(_ unit: Foundation.Calendar.Component, after count: Int) -> (Day, Day) {
            switch unit {
            case .weekOfYear:
                let monday = plus(1 - weekday + 7 * count)
                return (monday, monday.plus(6))
            case .quarter:
                let first = Day(year, (month - 1) / 3 * 3 + 1, 1) ?? self
                return (first.plus(3 * count, .month), first.plus(3 * count + 3, .month).plus(-1))
            case .month:
                let first = Day(year, month, 1) ?? self
                return (first.plus(count, .month), first.plus(count + 1, .month).plus(-1))
            default:
                let first = Day(year, 1, 1) ?? self
                return (first.plus(count, .year), first.plus(count + 1, .year).plus(-1))
            }
        }

        /// The first day from this one on that is right.
        func first(where isRight: (Day) -> Bool) -> Day {
            var day = self
            while !isRight(day) { day = day.plus(1) }
            return day
        }

        func last(where isRight: (Day) -> Bool) -> Day {
            var day = self
            while !isRight(day) { day = day.plus(-1) }
            return day
        }
    }

    /// The first minute of a local day, or the last one: a search minute by minute.
    private static func minute(of day: Day, isLast: Bool, _ zone: TimeZone) -> Date {
        func isOfDayOrLater(_ moment: Date) -> Bool {
            moment.addingTimeInterval(TimeInterval(zone.secondsFromGMT(for: moment))) >= day.date
        }
        if isLast { return minute(of: day.plus(1), isLast: false, zone).addingTimeInterval(-60) }
        var moment = day.date.addingTimeInterval(-30 * 3600)
        while !isOfDayOrLater(moment.addingTimeInterval(900)) { moment += 900 }
        while !isOfDayOrLater(moment) { moment += 60 }
        return moment
    }

    /// What a text means: a day.
    private static func forms(_ today: Day, _ random: inout SeededGenerator) -> [(String, Day)] {
        var forms = [
            ("today", today), ("tomorrow", today.plus(1)), ("yesterday", today.plus(-1)),
            ("day after tomorrow", today.plus(2)), ("the day after tomorrow", today.plus(2)),
            ("the day before yesterday", today.plus(-2)), ("a week from tomorrow", today.plus(8)),
            ("2 weeks after today", today.plus(14)), ("today+3d", today.plus(3)),
            ("tomorrow - 2 days", today.plus(-1)), ("today + 1y", today.plus(1, .year)),
            ("3 days before eom", today.ends(.month, after: 0).1.plus(-3)),
            ("this weekend", today.ends(.weekOfYear, after: 0).0.plus(today.weekday == 7 ? 6 : 5)),
            ("next weekend", today.ends(.weekOfYear, after: 1).0.plus(5)),
            ("last weekend", today.ends(.weekOfYear, after: -1).0.plus(5)),
            ("eoww", today.ends(.weekOfYear, after: 0).0.plus(4)),
        ]
        let names = [
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ]
        for (index, name) in names.enumerated() {
            let next = today.plus(1).first { $0.weekday == index + 1 }
            forms += [
                (name, next), ("on \(name.prefix(3))", next), ("\(name)+1w", next.plus(7)),
                ("this \(name)", today.first { $0.weekday == index + 1 }),
                ("next \(name)", today.ends(.weekOfYear, after: 1).0.plus(index)),
                ("last \(name)", today.ends(.weekOfYear, after: -1).0.plus(index)),
            ]
        }
        let units: [(Substring, String, Foundation.Calendar.Component)] = [
            ("w", "week", .weekOfYear), ("m", "month", .month), ("q", "quarter", .quarter),
            ("y", "year", .year),
        ]
        for (letter, word, unit) in units {
            for (code, name, count) in [
                ("", "", 0), ("c", "this ", 0), ("n", "next ", 1), ("p", "last ", -1),
            ] {
                let (first, last) = today.ends(unit, after: count)
                forms += [
                    ("so\(code)\(letter)", first), ("eo\(code)\(letter)", last),
                    ("start of \(name)\(word)", first), ("end of the \(name)\(word)", last),
                    ("beginning of the \(name)\(word)", first),
                ]
                if count != 0 { forms.append(("\(name)\(word)", first)) }
            }
        }
        let week = Int.random(in: 1...53, using: &random)
        let monday = today.plus(1 - today.weekday).first {
            $0.weekday == 1 && $0.week.number == week
        }
        let written = "\(monday.week.year)-W\(week < 10 ? "0" : "")\(week)"
        let weekday = Int.random(in: 1...7, using: &random)
        forms += [
            ("w\(week)", monday), ("week \(week)", monday), (written, monday),
            ("\(written)-\(weekday)", monday.plus(weekday - 1)),
            ("w\(week) \(monday.week.year)", monday),
        ]
        let day = Int.random(in: 1...31, using: &random)
        let dated = today.plus(Int.random(in: 0...365, using: &random))
        let months = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]
        forms += [
            (
                "\(dated.day) \(months[dated.month - 1])",
                today.first { ($0.month, $0.day) == (dated.month, dated.day) }
            ),
            ("\(months[dated.month - 1]) \(dated.day) \(dated.year)", dated),
            ("\(dated.day).\(dated.month).\(dated.year)", dated),
        ]
        if day % 10 == 0 || day % 10 > 3 || (11...13).contains(day) {
            forms.append(("the \(day)th", today.first { $0.day == day }))
        }
        return forms
    }

    private func expect(
        _ text: String, _ time: TimeExpression, _ expected: Date, _ comment: Comment
    ) throws {
        let moment = try time.moment(of: text)
        let wanted = Instant(milliseconds: Int64(expected.timeIntervalSince1970 * 1000))
        let now = time.now.wallText
        #expect(moment == wanted, "\(text), now \(now): \(comment)")
    }

    @Test(arguments: zones) func eachFormIsADay(_ name: String) throws {
        let seed = Seed()
        var random = seed.generator
        let zone = try #require(TimeZone(identifier: name))
        let rules = try TimeExpressionTests.rules(name)
        for _ in 0..<12 {
            let second = Int64.random(in: 1_262_304_000..<2_051_222_400, using: &random)
            let now = Instant(milliseconds: second * 1000)
            let today = Day(
                Date(
                    timeIntervalSince1970: TimeInterval(
                        second + Int64(rules.secondsFromUTC(at: now)))))
            for (text, day) in Self.forms(today, &random) {
                let start = TimeExpression(now: now, zone: rules, timeOfDay: .start)
                let end = TimeExpression(now: now, zone: rules, timeOfDay: .end)
                // As what begins, a weekend is its Saturday also on Sunday.
                let first = text == "this weekend" && today.weekday == 7 ? today.plus(-1) : day
                try expect(text, start, Self.minute(of: first, isLast: false, zone), seed.replay)
                try expect(text, end, Self.minute(of: day, isLast: true, zone), seed.replay)
            }
        }
    }

    /// The first minute of a day in zones that skip midnight, and the last one if clocks skip it.
    @Test(arguments: [
        ("America/Havana", "2025-03-09", "2025-03-09T05:00"),
        ("Asia/Beirut", "2020-03-29", "2020-03-28T22:00"),
        ("America/Toronto", "1919-03-31", "1919-03-31T04:30"),
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00"),
        ("Europe/Berlin", "2025-03-30", "2025-03-29T23:00"),
    ])
    func aDayBeginsWithItsFirstMinute(_ zone: String, _ day: String, _ moment: String) throws {
        #expect(try TimeExpressionTests.moment(day, zone: zone, timeOfDay: .start) == moment)
    }

    /// Clocks show 00:30 after 23:29; they show 23:59 twice; they skip the day.
    @Test(arguments: [
        ("America/Toronto", "1919-03-30", "1919-03-31T04:29"),
        ("Asia/Beirut", "2020-10-24", "2020-10-24T21:59"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T09:59"),
    ])
    func aDayEndsWithItsLastMinute(_ zone: String, _ day: String, _ moment: String) throws {
        #expect(try TimeExpressionTests.moment(day, zone: zone) == moment)
    }

    @Test(arguments: [
        ("monday morning", "2025-11-24T09:00"), ("monday noon", "2025-11-24T12:00"),
        ("mon evening", "2025-11-24T18:00"), ("monday night", "2025-11-24T20:00"),
        ("tomorrow in the afternoon", "2025-11-20T15:00"), ("this evening", "2025-11-19T18:00"),
        ("last night", "2025-11-18T20:00"), ("evening", "2025-11-19T18:00"),
        ("friday end of day", "2025-11-21T23:59"), ("in the morning", "2025-11-20T09:00"),
        ("fri,9am", "2025-11-21T09:00"), ("24 dec, 18:30", "2025-12-24T18:30"),
        ("a week from now", "2025-11-26T12:00"), ("3 days from now", "2025-11-22T12:00"),
        ("in 90 minutes", "2025-11-19T13:30"), ("now+2h", "2025-11-19T14:00"),
        ("now + 2 hours", "2025-11-19T14:00"), ("now+1d-2h", "2025-11-20T10:00"),
        ("+1y", "2026-11-19T12:00"), ("in 2 years", "2027-11-19T12:00"),
        ("a week from friday 9am", "2025-11-28T09:00"),
        ("9am the day after tomorrow", "2025-11-21T09:00"),
        ("w49 noon", "2025-12-01T12:00"), ("2026-W49", "2026-11-30T23:59"),
        ("w47", "2025-11-17T23:59"), ("w46", "2026-11-09T23:59"), ("w53", "2026-12-28T23:59"),
    ])
    func aTextMeansAMoment(_ text: String, _ moment: String) throws {
        #expect(try TimeExpressionTests.moment(text) == moment)
    }

    @Test func secondsCount() throws {
        let now = try TimeExpressionTests.instant("2025-11-19T12:00")
        for text in ["in 3 seconds", "3s", "+3s", "now+3sec", "3 seconds from now"] {
            let moment = try TimeExpression(now: now, zone: try TimeExpressionTests.rules("UTC"))
                .moment(of: text)
            #expect(moment?.milliseconds == now.milliseconds + 3000, "\(text)")
        }
    }

    /// Where a list begins, a day without a year is the nearest one.
    @Test(arguments: [
        ("2025-12-05T12:00", "1 nov", "2025-11-01T00:00"),
        ("2025-12-05T12:00", "24 dec", "2025-12-24T00:00"),
        ("2025-06-01T12:00", "1 nov", "2025-11-01T00:00"),
        ("2026-01-05T12:00", "24 dec", "2025-12-24T00:00"),
        ("2025-11-19T12:00", "15th", "2025-11-15T00:00"),
        ("2025-11-19T12:00", "3rd", "2025-12-03T00:00"),
        ("2025-11-19T12:00", "w46", "2025-11-10T00:00"),
        ("2025-11-19T12:00", "mon", "2025-11-24T00:00"),
        ("2025-11-19T12:00", "19 nov", "2025-11-19T00:00"),
        ("2025-11-19T12:00", "3 days ago 0:00", "2025-11-16T00:00"),
    ])
    func aListBeginsWithTheNearestDay(_ now: String, _ text: String, _ moment: String) throws {
        #expect(
            try TimeExpressionTests.moment(
                text, now: now, direction: .nearest, timeOfDay: .start) == moment)
    }

    @Test func aWaitCanBeWithoutAnEnd() throws {
        for text in ["someday", "later", "Someday"] {
            #expect(
                try TimeExpressionTests.moment(text, timeOfDay: .start) == "9999-12-30T00:00")
            for (direction, timeOfDay) in [
                (TimeExpression.Direction.future, TimeExpression.TimeOfDay.end), (.past, .start),
                (.nearest, .start),
            ] {
                #expect(throws: TimeExpression.ParseError.self) {
                    try TimeExpressionTests.moment(
                        text, direction: direction, timeOfDay: timeOfDay)
                }
            }
        }
        #expect(Instant.someday.isSomeday && Instant.latest.isSomeday)
        #expect(!Instant(milliseconds: Instant.someday.milliseconds - 2 * 86_400_000).isSomeday)
    }

    @Test(
        arguments: [
            ("end of friday", "'friday' is not understood", 7..<13),
            ("end of", "a period is missing after 'of'", nil),
            ("w54", "'w54' is not understood", 0..<3),
            ("2025-W53", "there is no week '2025-w53'", 0..<8),
            ("fri + 2 hours", "hours and minutes cannot be added to a day", nil),
            ("now +", "a number is missing after '+'", nil),
            ("now banana", "'banana' is not understood", 4..<10),
            ("tomorow 9am", "'tomorow' is not understood", 0..<7),
            ("fri 9am x", "'x' is not understood", 8..<9),
            ("3 days after", "a day is missing", nil),
            ("1m", "'1m' could be minutes or months", 0..<2),
            ("in 1 m", "'1m' could be minutes or months", 3..<4),
        ] as [(String, String, Range<Int>?)])
    func whatIsNotUnderstoodHasAPosition(_ text: String, _ reason: String, _ range: Range<Int>?)
        throws
    {
        let error = #expect(throws: TimeExpression.ParseError.self) {
            try TimeExpressionTests.moment(text)
        }
        #expect(error?.reason == reason)
        #expect(error?.range == range)
    }
}
