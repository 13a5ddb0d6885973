import Foundation
import RedoModel

@testable import RedoCalendar

/// A second evaluation of rules, by walking through all minutes or days and asking RFC 5545 of each.
struct LiteralRecurrence {
    private let parts: [Substring: [Substring]]
    private let start: Instant
    private let interval: Int
    private let frequency: Substring

    /// - Parameter start: a clock reading in whole minutes.
    init(_ rule: String, from start: Instant) {
        var parts: [Substring: [Substring]] = [:]
        for part in rule.split(separator: ";") {
            let pair = part.split(separator: "=")
            parts[pair[0]] = pair[1].split(separator: ",")
        }
        self.parts = parts
        self.start = start
        interval = parts["INTERVAL"].flatMap { Int($0[0]) } ?? 1
        frequency = parts["FREQ"]?[0] ?? ""
    }

    /// The first reading after a bound; nil if a number of days has none.
    func first(after bound: Instant, within days: Int) -> Instant? {
        var set: [Instant] = []
        var period = Int.min
        // Sets begin with the period of the start.
        var reading = beginning(of: start)
        let end = bound.advanced(byDays: days)
        let step: Int64 = frequency == "MINUTELY" || frequency == "HOURLY" ? 60_000 : 86_400_000
        while reading < end {
            let number = periodNumber(of: reading)
            if number != period {
                if let found = chosen(set).first(where: { $0 > bound && $0 >= start }) {
                    return found
                }
                set = []
                period = number
            }
            if number.isMultiple(of: interval), matchesDay(reading) { set += times(of: reading) }
            reading = Instant(milliseconds: reading.milliseconds + step)
        }
        return nil
    }

    /// A reading at or before another at which its period begins.
    private func beginning(of reading: Instant) -> Instant {
        if frequency == "MINUTELY" { return reading }
        if frequency == "HOURLY" {
            return Instant(milliseconds: reading.milliseconds / 3_600_000 * 3_600_000)
        }
        return reading.midnight.advanced(byDays: frequency == "YEARLY" ? -380 : -32)
    }

    /// The number of the period that a reading is in, 0 for that of the start.
    private func periodNumber(of reading: Instant) -> Int {
        let (a, b) = (start.components, reading.components)
        switch frequency {
        case "MINUTELY": return Int(reading.milliseconds - start.milliseconds) / 60_000
        case "HOURLY":
            return Int(reading.milliseconds / 3_600_000 - start.milliseconds / 3_600_000)
        case "DAILY": return reading.dayNumber - start.dayNumber
        case "WEEKLY": return week(of: reading) - week(of: start)
        case "MONTHLY": return (b.year - a.year) * 12 + b.month - a.month
        default:
            return parts["BYWEEKNO"] == nil
                ? b.year - a.year : weekYear(of: reading).year - weekYear(of: start).year
        }
    }

    private var weekStart: Int { Self.days.firstIndex(of: parts["WKST"]?[0] ?? "MO") ?? 0 }
    private static let days: [Substring] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private func week(of reading: Instant) -> Int {
        Int((Double(reading.dayNumber + 3 - weekStart) / 7).rounded(.down))
    }

    /// The year of a week and its number: week 1 has at least four days of the year.
    private func weekYear(of reading: Instant) -> (year: Int, week: Int, count: Int) {
        func firstWeek(_ year: Int) -> Int {
            week(of: Instant(Instant.Components(year: year, month: 1, day: 4)) ?? start)
        }
        let number = week(of: reading)
        var year = reading.components.year + 1
        while firstWeek(year) > number { year -= 1 }
        return (year, number - firstWeek(year) + 1, firstWeek(year + 1) - firstWeek(year))
    }

    private func chosen(_ set: [Instant]) -> [Instant] {
        let set = Set(set).sorted()
        guard let positions = parts["BYSETPOS"] else { return set }
        return positions.compactMap { Int($0) }.map { $0 > 0 ? $0 - 1 : set.count + $0 }
            .filter(set.indices.contains).map { set[$0] }.sorted()
    }

    // MARK: Days

    private func matchesDay(_ reading: Instant) -> Bool {
        let day = reading.components
        let first = Instant.Components(year: day.year, month: day.month, day: 1)
        let next = Instant.Components(
            year: day.month == 12 ? day.year + 1 : day.year, month: day.month % 12 + 1, day: 1)
        let monthStart = Instant(first)?.dayNumber ?? 0
        let monthEnd = Instant(next)?.dayNumber ?? 0
        let yearStart =
            Instant(Instant.Components(year: day.year, month: 1, day: 1))?.dayNumber ?? 0
        let yearEnd =
            Instant(Instant.Components(year: day.year + 1, month: 1, day: 1))?.dayNumber ?? 0
        let number = reading.dayNumber
        if let months = parts["BYMONTH"], !months.contains("\(day.month)") { return false }
        func has(_ name: Substring, _ forward: Int, _ count: Int) -> Bool {
            guard let values = parts[name] else { return true }
            return values.contains("\(forward)") || values.contains("\(forward - count - 1)")
        }
        guard has("BYMONTHDAY", day.day, monthEnd - monthStart),
            has("BYYEARDAY", number - yearStart + 1, yearEnd - yearStart)
        else { return false }
        if parts["BYWEEKNO"] != nil {
            let week = weekYear(of: reading)
            guard has("BYWEEKNO", week.week, week.count) else { return false }
        }
        if let days = parts["BYDAY"] {
            let code = Self.days[reading.weekdayNumber]
            let ofYear = frequency == "YEARLY" && parts["BYMONTH"] == nil
            let (start, end) = ofYear ? (yearStart, yearEnd) : (monthStart, monthEnd)
            let names = [
                code, "\((number - start) / 7 + 1)\(code)",
                "\(-((end - 1 - number) / 7 + 1))\(code)",
            ]
            return days.contains { name in names.contains { $0 == name } }
        }
        return matchesStart(reading)
    }

    /// Compares a day with that of the start where the rule names no days.
    private func matchesStart(_ reading: Instant) -> Bool {
        let (a, b) = (start.components, reading.components)
        let isNamed = parts["BYMONTHDAY"] != nil || parts["BYYEARDAY"] != nil
        switch frequency {
        case "WEEKLY": return reading.weekdayNumber == start.weekdayNumber
        case "MONTHLY": return isNamed || a.day == b.day
        case "YEARLY":
            if isNamed { return true }
            if parts["BYWEEKNO"] != nil { return reading.weekdayNumber == start.weekdayNumber }
            return a.day == b.day && (parts["BYMONTH"] != nil || a.month == b.month)
        default: return true
        }
    }

    // MARK: Times

    private func times(of reading: Instant) -> [Instant] {
        let hours = parts["BYHOUR"]?.compactMap { Int($0) }
        let minutes = parts["BYMINUTE"]?.compactMap { Int($0) }
        let now = reading.components
        let begin = start.components
        switch frequency {
        case "MINUTELY", "HOURLY":
            guard hours?.contains(now.hour) ?? true else { return [] }
            let usual = frequency == "MINUTELY" ? now.minute : begin.minute
            return minutes?.contains(now.minute) ?? (usual == now.minute) ? [reading] : []
        default:
            return (hours ?? [begin.hour]).flatMap { hour in
                (minutes ?? [begin.minute]).map { minute in
                    Instant(
                        milliseconds: reading.midnight.milliseconds
                            + Int64(hour * 3600 + minute * 60) * 1000)
                }
            }
        }
    }
}

extension Instant {
    fileprivate var dayNumber: Int { Int((Double(milliseconds) / 86_400_000).rounded(.down)) }
    fileprivate var midnight: Instant { Instant(milliseconds: Int64(dayNumber) * 86_400_000) }
    fileprivate var weekdayNumber: Int { ((dayNumber + 3) % 7 + 7) % 7 }
}
