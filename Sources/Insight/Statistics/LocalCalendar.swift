import RedoModel

/// Days and hours as local clocks show them.
package struct LocalCalendar {
    private let zone: TimeZoneRules

    package init(_ zone: TimeZoneRules) { self.zone = zone }

    /// A date without a time: days since 1970-01-01.
    package struct Day: Hashable, Comparable, Sendable {
        package let number: Int

        package init(_ number: Int) { self.number = number }

        /// The day of a date; nil if the date does not exist.
        package init?(year: Int, month: Int, day: Int) {
            guard let start = Instant(.init(year: year, month: month, day: day)) else { return nil }
            self.init(Int(start.milliseconds.flooredQuotient(by: 86_400_000)))
        }

        /// The date of the day.
        package var date: Instant.Components {
            Instant(milliseconds: Int64(number) * 86_400_000).components
        }

        /// 0 for Monday to 6 for Sunday.
        package var weekday: Int { number - startOfWeek.number }

        package static func < (left: Day, right: Day) -> Bool { left.number < right.number }

        /// The day this many days later.
        package func advanced(by days: Int) -> Day { Day(number + days) }

        /// The Monday of its week.
        package var startOfWeek: Day {
            // 1970-01-01 was a Thursday.
            Day((number + 3).flooredQuotient(by: 7) * 7 - 3)
        }
    }

    /// The time that local clocks show at a moment, as if it were UTC.
    private func local(_ instant: Instant) -> Int {
        Int(zone.clockReading(at: instant).milliseconds)
    }

    /// The day that an instant falls on in the zone.
    package func day(of instant: Instant) -> Day {
        Day(local(instant).flooredQuotient(by: millisecondsPerDay))
    }

    /// 0 to 23.
    package func hour(of instant: Instant) -> Int {
        (local(instant) - day(of: instant).number * millisecondsPerDay) / 3_600_000
    }

    /// The first moment of a day: midnight, or if clocks skip it, the moment after.
    package func start(of day: Day) -> Instant {
        zone.startOfDay(Instant(milliseconds: Int64(day.number * millisecondsPerDay)))
    }

    /// The moment some days later or earlier at which clocks show the same time of day; if they skip it, the same
    /// duration after the start of that day.
    package func instant(_ days: Int, daysAfter instant: Instant) -> Instant {
        let day = day(of: instant)
        let target = day.advanced(by: days)
        let time = local(instant) - day.number * millisecondsPerDay
        let wanted = target.number * millisecondsPerDay + time
        let start = start(of: target)
        let guess = Instant(milliseconds: start.milliseconds + Int64(time))
        // The guess is wrong if the clocks change in the hours between.
        let corrected = Instant(milliseconds: guess.milliseconds + Int64(wanted - local(guess)))
        return local(corrected) == wanted ? corrected : guess
    }
}

extension LocalCalendar.Day: CustomStringConvertible {
    /// `2026-01-31`.
    package var description: String {
        String(Instant(milliseconds: Int64(number) * 86_400_000).wallText.prefix(10))
    }
}

private let millisecondsPerDay = 86_400_000
