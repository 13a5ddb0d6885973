import RedoModel

/// A recurrence rule of RFC 5545, section 3.3.10.
package struct RecurrenceRule: Equatable, Sendable {
    /// The unit that ``interval`` counts.
    package enum Frequency: String, CaseIterable, Comparable, Sendable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        package static func < (left: Frequency, right: Frequency) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    /// A day of the week; raw values count from Monday, 0.
    package enum Weekday: Int, CaseIterable, Sendable {
        case monday, tuesday, wednesday, thursday, friday, saturday, sunday

        /// The two letters of the day in rules.
        package var code: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue] }

        /// Monday to Friday.
        package static let workdays = allCases.filter { $0.rawValue < 5 }
    }

    /// A weekday, or only its nth one in a month or year.
    package struct Day: Equatable, Sendable {
        /// 2 for the second, -1 for the last; 0 for every one.
        package var ordinal: Int
        package var weekday: Weekday

        package init(_ weekday: Weekday, ordinal: Int = 0) {
            self.ordinal = ordinal
            self.weekday = weekday
        }
    }

    /// The limit up to which instances count.
    package enum Until: Equatable, Sendable {
        /// The whole day; the components have no time.
        case day(Instant.Components)
        /// The time that clocks of the zone show, as if it were UTC.
        case clock(Instant)
        /// A moment.
        case moment(Instant)

        /// Whether an instance is after the limit, in whole seconds.
        ///
        /// - Parameters:
        ///   - reading: what clocks of the zone show at the instance, as if it were UTC.
        ///   - moment: the moment of the instance.
        func isOver(reading: Instant, moment: Instant) -> Bool {
            func second(_ instant: Instant) -> Int64 {
                instant.milliseconds.flooredQuotient(by: 1000)
            }
            return switch self {
            case .day(let day): second(reading) >= Instant(day).map { second($0) + 86_400 } ?? 0
            case .clock(let last): second(reading) > second(last)
            case .moment(let last): second(moment) > second(last)
            }
        }
    }

    package var frequency: Frequency
    package var interval = 1
    package var count: Int?
    package var until: Until?
    package var weekStart: Weekday?
    package var seconds: [Int] = []
    package var minutes: [Int] = []
    package var hours: [Int] = []
    package var days: [Day] = []
    package var monthDays: [Int] = []
    package var yearDays: [Int] = []
    package var weekNumbers: [Int] = []
    package var months: [Int] = []
    package var positions: [Int] = []

    package init(_ frequency: Frequency, interval: Int = 1) {
        self.frequency = frequency
        self.interval = interval
    }

    /// The maximum size of the text of a rule in bytes.
    package static let maximumByteCount = 8192
    /// The maximum interval that libical can represent.
    package static let maximumInterval = 32_767
}

// MARK: Writing

extension RecurrenceRule {
    /// The rule as RFC 5545 writes it, with sorted lists.
    package var text: String {
        var parts = [pattern]
        if let count { parts.append("COUNT=\(count)") }
        switch until {
        case .day(let day)?: parts.append("UNTIL=\(Self.date(day))")
        case .clock(let clock)?: parts.append("UNTIL=\(Self.dateTime(clock))")
        case .moment(let moment)?: parts.append("UNTIL=\(Self.dateTime(moment))Z")
        case nil: break
        }
        return parts.joined(separator: ";")
    }

    /// The rule without COUNT and UNTIL, which limit the instances but do not move them.
    package var pattern: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
        }
        func add(_ name: String, _ values: [Int]) { add(name, values.map { "\($0)" }) }
        add("BYMONTH", months)
        add("BYWEEKNO", weekNumbers)
        add("BYYEARDAY", yearDays)
        add("BYMONTHDAY", monthDays)
        add("BYDAY", days.map { "\($0.ordinal == 0 ? "" : "\($0.ordinal)")\($0.weekday.code)" })
        add("BYHOUR", hours)
        add("BYMINUTE", minutes)
        add("BYSECOND", seconds)
        add("BYSETPOS", positions)
        if let weekStart { parts.append("WKST=\(weekStart.code)") }
        return parts.joined(separator: ";")
    }

    private static func date(_ day: Instant.Components) -> String {
        (Instant(day)?.wallText ?? "").prefix(10).filter { $0 != "-" }
    }

    private static func dateTime(_ instant: Instant) -> String {
        instant.wallText.prefix(19).filter { $0 != "-" && $0 != ":" }
    }
}
